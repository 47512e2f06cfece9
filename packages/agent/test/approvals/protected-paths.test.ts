import { describe, expect, it } from "vitest";
import { findProtection, PROTECTED_PATHS } from "../../src/approvals/protected-paths.js";

describe("protected paths", () => {
  it.each(PROTECTED_PATHS.map(({ sample, reason }) => [sample, reason]))("%s is protected: it %s", (sample, reason) => {
    expect(findProtection(sample, "files")?.reason).toBe(reason);
    expect(findProtection(`packages/app/${sample}`, "files")?.reason).toBe(reason);
  });

  it.each([
    "src/a.ts",
    "src/git/hooks.ts",
    ".github/workflows/ci.yml",
    ".gitignore",
    ".gitattributes",
    ".env.example",
    ".env.template",
    "environment.ts",
    "src/vscode/x.ts",
    "docs/agents.mdx",
    "keys.ts",
    "src/key",
    "package.json",
    "tokens.json",
    "pem/a",
    "secretary.md",
    "src/credentials/index.ts",
    ".docker/Dockerfile",
  ])("%s is not", (path) => {
    expect(findProtection(path, "files")).toBeUndefined();
  });

  it.each([
    ".GIT/hooks/pre-commit",
    ".Git/config",
    "GIT~1/config",
    ".git./config",
    ".git /config",
    ".git::$INDEX_ALLOCATION/config",
    ".g\u200cit/config",
    "a/.git/config",
    ".git",
    ".ENV",
    ".env.local.",
    "sub/.VSCode/tasks.json",
  ])("%j does not hide behind its spelling", (path) => {
    expect(findProtection(path, "files")).toBeDefined();
  });

  it("says which part of the path it is", () => {
    expect(findProtection("a/b/.env", "read")).toMatchObject({ start: 4, name: ".env" });
  });
});
