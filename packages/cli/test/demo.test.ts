import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startModelServer } from "@millrace/testkit";
import { describe, expect, test } from "vitest";
import { scriptedAnswers } from "../src/demo/scripted-answers.js";
import { buildProgram } from "./support/millrace.js";

const program = buildProgram();

function demoFolders(): string[] {
  return readdirSync(join(program.home, "..", "tmp")).filter((name) => name.startsWith("millrace-demo-"));
}

describe("millrace demo", () => {
  test("fixes the failing test for real, says what is scripted, and leaves nothing behind", async () => {
    const { code, stdout, stderr } = await program.run(["demo"]);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("scripted");
    expect(stderr).toContain("Before: node --test fails");
    expect(stderr).toContain("After: node --test passes");
    expect(stderr).toMatch(/^-\s+return Math\.floor\(count \/ size\);$/m);
    expect(stderr).toMatch(/^\+\s+return Math\.ceil\(count \/ size\);$/m);
    expect(stderr).toContain("No local model server was found");
    expect(stdout).toContain("It rounds up now");
    expect(demoFolders()).toEqual([]);
  });

  test("--keep leaves the repository, and says where", async () => {
    const { stderr } = await program.run(["demo", "--keep"]);
    const [folder = ""] = demoFolders();
    expect(stderr).toContain(folder);
    rmSync(join(program.home, "..", "tmp", folder), { recursive: true });
  });

  test("without a place for its repository says so in one message, with exit code 20", async () => {
    const { code, stderr } = await program.run(["demo"], { env: { TMPDIR: "/no/such/folder" } });
    expect(code).toBe(20);
    expect(stderr).toMatch(/^millrace: The system refused: .*\/no\/such\/folder.*\n$/);
  });

  test("names a local server that runs and what to type", async () => {
    const server = await startModelServer({
      scenario: { answers: [], server: { kind: "ollama", models: [{ name: "tiny:1b" }] } },
    });
    const { code, stderr } = await program.run(["demo"], { env: { OLLAMA_HOST: server.url } });
    await server.close();
    expect(code).toBe(0);
    expect(stderr).toContain("millrace demo --model ollama/tiny:1b");
  });

  test("with a model of one's own says what it could do, and passes when the test does", async () => {
    const server = await startModelServer({ scenario: { ...scriptedAnswers, server: {} } });
    const { code, stderr } = await program.run([
      "demo",
      "--base-url",
      `${server.url}/v1`,
      "--model",
      "own",
      "--protocol",
      "text",
      "--yes",
    ]);
    await server.close();
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("nothing is scripted");
    expect(stderr).toMatch(/✓ call tools \(\d+ written in text\)/);
    expect(stderr).toContain("✓ make the test pass");
    expect(stderr).not.toContain("✗");
  });

  test("with a model that only talks says what it did not do, and fails", async () => {
    const server = await startModelServer({ scenario: { answers: [{ text: "You should round up." }] } });
    const { code, stderr } = await program.run(["demo", "--base-url", `${server.url}/v1`, "--model", "own"]);
    await server.close();
    expect(code, stderr).toBe(1);
    for (const what of ["call tools", "edit a file", "make the test pass"])
      expect(stderr).toContain(`✗ did not ${what}`);
    expect(stderr).toContain("✓ leave the test as it was");
  });
});
