import { MillraceError } from "@millrace/protocol";
import { describe, expect, it } from "vitest";
import { parseRule } from "../../src/approvals/rules.js";

describe("a rule", () => {
  it.each([
    ["read", { effect: "read" }],
    ["  files ", { effect: "files" }],
    ["command", { effect: "command" }],
    ["task", { effect: "task" }],
    ["files(src/**)", { effect: "files", pattern: "src/**" }],
    ["files( ./src//a.ts )", { effect: "files", pattern: "src/a.ts" }],
    ["files(src/)", { effect: "files", pattern: "src/**" }],
    ["files(./)", { effect: "files", pattern: "**" }],
    ["read(/etc/hosts)", { effect: "read", pattern: "/etc/hosts" }],
    ["read(/)", { effect: "read", pattern: "/**" }],
    ["read(C:/Users/me/)", { effect: "read", pattern: "C:/Users/me/**" }],
    ["read(app/(group)/page.tsx)", { effect: "read", pattern: "app/(group)/page.tsx" }],
    ["read(Docs/README.md)", { effect: "read", pattern: "Docs/README.md" }],
    ["network(API.Example.com)", { effect: "network", pattern: "api.example.com" }],
    ["mcp(github/create_issue)", { effect: "mcp", pattern: "github/create_issue" }],
  ])("is read from %j", (text, expected) => {
    expect(parseRule(text, "allow", "flag")).toEqual({ decision: "allow", from: "flag", ...expected });
  });

  it.each([
    ["write(src/**)", /no effect "write"/],
    ["", /not of the form/],
    ["files(src", /not of the form/],
    ["files)src(", /not of the form/],
    ["files()", /nothing stands in the parentheses/],
    ["task(x)", /no pattern/],
    ["files(../other)", /\.\./],
    ["files(~/.bashrc)", /~ is not expanded/],
    ["files({a,b)", /\{ without a \}/],
    ["files(a})", /\} without a \{/],
    ["files(a\\)", /single \\/],
    ["files({a,b,c,d}{a,b,c,d}{a,b,c,d}{a,b,c,d})", /too many/],
  ])("is refused with what is wrong and what forms there are: %j", (text, fault) => {
    const error = thrown(() => parseRule(text, "allow", "user"));
    expect(error.code).toBe("invalid_rule");
    expect(error.message).toMatch(fault);
    expect(error.message).toContain(`"${text}"`);
    expect(error.message).toContain("files(src/**)");
  });

  it("for commands takes no pattern yet, because the beginning of a line says too little", () => {
    const error = thrown(() => parseRule("command(npm test)", "allow", "flag"));
    expect(error.code).toBe("invalid_rule");
    expect(error.message).toMatch(/unsafe/);
  });
});

function thrown(action: () => unknown): MillraceError {
  try {
    action();
  } catch (error) {
    if (error instanceof MillraceError) return error;
    throw error;
  }
  throw new Error("Nothing was thrown.");
}
