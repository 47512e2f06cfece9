import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Access } from "../../src/approvals/access.js";
import { judgeCall } from "../../src/approvals/judge.js";
import type { Mode } from "../../src/approvals/modes.js";
import { type Decision, parseRule, type Rule } from "../../src/approvals/rules.js";

const MODES: readonly Mode[] = ["plan", "ask", "auto-edit", "auto"];
const read = (target: string): Access => ({ effect: "read", target });
const change = (target: string): Access => ({ effect: "files", target });
const command: Access = { effect: "command", target: "npm test && echo $(x)", opaque: true };
const network: Access = { effect: "network", target: "example.com" };

function decide(accesses: readonly Access[], mode: Mode, rules: readonly Rule[] = [], doubtful?: string): Decision {
  return judgeCall({ accesses, mode, rules, doubtful }).decision;
}

describe("a mode", () => {
  it.each([
    // access, plan, ask, auto-edit, auto
    ["reads inside", read("src/a.ts"), ["allow", "allow", "allow", "allow"]],
    ["reads the root", read("."), ["allow", "allow", "allow", "allow"]],
    ["reads through a detour that comes back", read("src/../src/a.ts"), ["allow", "allow", "allow", "allow"]],
    ["changes a file inside", change("src/a.ts"), ["deny", "ask", "allow", "allow"]],
    ["runs an opaque command", command, ["deny", "ask", "ask", "allow"]],
    ["reaches the network", network, ["deny", "ask", "ask", "allow"]],
    ["calls an MCP server", { effect: "mcp", target: "github/search" }, ["deny", "ask", "ask", "allow"]],
    ["starts a task", { effect: "task", target: "" }, ["deny", "ask", "ask", "allow"]],
    ["reads outside", read("/etc/hosts"), ["deny", "ask", "ask", "ask"]],
    ["reads in a folder beside with the same beginning", read("/home/me/app-evil/x"), ["deny", "ask", "ask", "ask"]],
    ["changes outside", change("/etc/hosts"), ["deny", "ask", "ask", "ask"]],
    ["leaves by parent steps", change("../other/x.ts"), ["deny", "ask", "ask", "ask"]],
    ["leaves by parent steps after a detour", change("src/../../x.ts"), ["deny", "ask", "ask", "ask"]],
    ["goes to another drive", change("D:/x.txt"), ["deny", "ask", "ask", "ask"]],
    ["goes to a network share", read("\\\\evil.test\\share\\x"), ["deny", "ask", "ask", "ask"]],
    ["goes to a home sign", change("~/.bashrc"), ["deny", "ask", "ask", "ask"]],
    ["changes a git hook", change(".git/hooks/pre-commit"), ["deny", "ask", "ask", "ask"]],
    ["changes editor settings", change(".vscode/settings.json"), ["deny", "ask", "ask", "ask"]],
    ["changes agent settings", change(".agent/mcp.json"), ["deny", "ask", "ask", "ask"]],
    ["changes what instructs agents", change("AGENTS.md"), ["deny", "ask", "ask", "ask"]],
    ["reads what instructs agents", read("AGENTS.md"), ["allow", "allow", "allow", "allow"]],
    ["reads a secret inside", read("services/api/.env.production"), ["ask", "ask", "ask", "ask"]],
  ] as const)("judges a call that %s", (_, access, decisions) => {
    expect(MODES.map((mode) => decide([access], mode))).toEqual(decisions);
  });

  it("says why, for the user and the model", () => {
    const because = (access: Access, mode: Mode) =>
      judgeCall({ accesses: [access], mode, rules: [], doubtful: undefined }).because;
    expect(because(change("a.ts"), "plan")).toMatch(/plan mode only reading/);
    expect(because(change("/etc/hosts"), "auto")).toMatch(/outside the workspace/);
    expect(because(change(".git/config"), "auto")).toMatch(/git/);
    expect(because(command, "ask")).toMatch(/cannot be told/);
  });
});

describe("rules", () => {
  const user = (text: string, decision: Decision) => parseRule(text, decision, "user");
  const project = (text: string, decision: Decision) => parseRule(text, decision, "project");
  const flag = (text: string, decision: Decision) => parseRule(text, decision, "flag");
  const session = (text: string, decision: Decision) => parseRule(text, decision, "session");

  it("decide by the longest literal beginning of a path", () => {
    const rules = [user("files", "deny"), user("files(src/**)", "allow"), user("files(src/gen/**)", "ask")];
    expect(decide([change("src/a.ts")], "ask", rules)).toBe("allow");
    expect(decide([change("src/gen/a.ts")], "ask", rules)).toBe("ask");
    expect(decide([change("lib/a.ts")], "auto", rules)).toBe("deny");
    expect(decide([change("lib/a.ts")], "auto", [...rules].reverse())).toBe("deny");
  });

  it("at equal length deny, then ask, then allow", () => {
    const [allow, ask, deny] = (["allow", "ask", "deny"] as const).map((decision) =>
      project("files(src/**)", decision),
    );
    if (!allow || !ask || !deny) throw new Error("three rules");
    expect(decide([change("src/a")], "auto", [allow, ask])).toBe("ask");
    expect(decide([change("src/a")], "auto", [ask, allow])).toBe("ask");
    expect(decide([change("src/a")], "auto", [allow, ask, deny])).toBe("deny");
    expect(decide([change("src/a")], "auto", [deny, ask, allow])).toBe("deny");
  });

  it("prefer an exact host or MCP tool over none", () => {
    const rules = [
      user("network", "deny"),
      user("network(docs.rs)", "allow"),
      user("mcp", "allow"),
      user("mcp(gh/delete)", "deny"),
    ];
    expect(decide([{ effect: "network", target: "Docs.rs" }], "ask", rules)).toBe("allow");
    expect(decide([{ effect: "network", target: "evil.docs.rs" }], "auto", rules)).toBe("deny");
    expect(decide([{ effect: "mcp", target: "gh/read" }], "ask", rules)).toBe("allow");
    expect(decide([{ effect: "mcp", target: "gh/delete" }], "auto", rules)).toBe("deny");
  });

  it("of another effect say nothing", () => {
    expect(decide([read("src/a")], "ask", [user("files(src/**)", "deny")])).toBe("allow");
  });

  it("give a call the strictest decision over its accesses", () => {
    const rules = [user("files(src/**)", "allow"), user("files(legacy/**)", "deny")];
    expect(decide([change("src/a"), change("src/b")], "ask", rules)).toBe("allow");
    expect(decide([change("src/a"), change("other")], "ask", rules)).toBe("ask");
    expect(decide([change("other"), change("legacy/a"), change("src/a")], "auto", rules)).toBe("deny");
  });

  it("that deny hold in every mode, and for names that take a detour", () => {
    for (const mode of MODES) {
      expect(decide([read("private/a")], mode, [project("read(private/**)", "deny")])).toBe("deny");
      expect(decide([read("./src/../private/a")], mode, [project("read(private/**)", "deny")])).toBe("deny");
      expect(decide([change("private/a")], mode, [flag("files(private)", "deny")])).toBe("deny");
      expect(decide([command], mode, [flag("command", "deny")])).toBe("deny");
    }
  });

  it("of a project or a flag do not loosen a deny of the user's, not even a more specific one", () => {
    const denied = user("files(legacy/**)", "deny");
    for (const looser of [project("files(legacy/a/**)", "allow"), flag("files(legacy/a/b)", "ask")]) {
      expect(decide([change("legacy/a/b")], "auto", [denied, looser])).toBe("deny");
      expect(decide([change("legacy/a/b")], "auto", [looser, denied])).toBe("deny");
    }
    expect(decide([change("legacy/a/b")], "ask", [denied, user("files(legacy/a/**)", "allow")])).toBe("allow");
    expect(decide([change("legacy/a/b")], "ask", [denied, session("files(legacy/a/b)", "allow")])).toBe("allow");
  });

  it("open what is outside or protected only by naming it, and never from the project's own file", () => {
    const hook = change(".git/hooks/pre-commit");
    for (const broad of [user("files", "allow"), user("files(**)", "allow"), user("files({.,}*/**)", "allow")]) {
      expect(decide([hook], "auto", [broad])).toBe("ask");
    }
    expect(decide([hook], "ask", [user("files(.git/hooks/**)", "allow")])).toBe("allow");
    expect(decide([hook], "ask", [project("files(.git/hooks/**)", "allow")])).toBe("ask");
    expect(decide([read("src/.env")], "ask", [user("read(src/**)", "allow")])).toBe("ask");
    expect(decide([read("src/.env")], "ask", [user("read(**/.env)", "allow")])).toBe("allow");
    expect(decide([change("/tmp/x")], "ask", [user("files", "allow")])).toBe("ask");
    expect(decide([change("/tmp/x")], "ask", [user("files(/tmp/**)", "allow")])).toBe("allow");
    expect(decide([read("/home/me/.ssh/id_rsa")], "ask", [user("read(/home/me/**)", "allow")])).toBe("ask");
    expect(decide([read("/home/me/.ssh/id_rsa")], "ask", [user("read(/home/me/.ssh/**)", "allow")])).toBe("allow");
    expect(decide([change("/tmp/x")], "ask", [project("files(/tmp/**)", "allow")])).toBe("ask");
  });

  it("cannot allow an opaque command: only a person or mode auto may", () => {
    expect(decide([command], "ask", [user("command", "allow")])).toBe("ask");
    expect(decide([command], "auto", [])).toBe("allow");
    expect(decide([{ effect: "command", target: "ls" }], "ask", [user("command", "allow")])).toBe("allow");
  });

  it("do not turn plan mode into another one", () => {
    expect(decide([change("src/a")], "plan", [user("files(src/**)", "allow")])).toBe("deny");
    expect(decide([read("/usr/include/x.h")], "plan", [user("read(/usr/include/**)", "allow")])).toBe("allow");
  });
});

describe("a doubtful call", () => {
  const why = "it was the last thing in a code fence";

  it("is asked about even where a rule or the mode allows it", () => {
    const rules = [parseRule("files(src/**)", "allow", "user")];
    const judged = judgeCall({ accesses: [change("src/a")], mode: "auto-edit", rules, doubtful: why });
    expect(judged).toEqual({ decision: "ask", because: expect.stringContaining(why), offers: [] });
  });

  it("runs if it only reads inside the workspace, or in mode auto", () => {
    expect(decide([read("src/a"), read("src/b")], "ask", [], why)).toBe("allow");
    expect(decide([change("src/a")], "auto", [], why)).toBe("allow");
    expect(decide([read("/etc/hosts")], "ask", [parseRule("read(/etc/**)", "allow", "user")], why)).toBe("ask");
  });

  it("stays denied where it is denied", () => {
    expect(decide([change("src/a")], "plan", [], why)).toBe("deny");
  });
});

describe("offers for an answer always", () => {
  const offered = (access: Access, mode: Mode = "ask") =>
    judgeCall({ accesses: [access], mode, rules: [], doubtful: undefined }).offers;

  it("go from the file to its folder to all", () => {
    expect(offered(change("src/ui/a.ts")).map(({ pattern }) => pattern)).toEqual([
      "src/ui/a.ts",
      "src/ui/**",
      undefined,
    ]);
    expect(offered(change("/tmp/a.ts")).map(({ pattern }) => pattern)).toEqual(["/tmp/a.ts", "/tmp/**"]);
    expect(offered(change(".vscode/settings.json")).map(({ pattern }) => pattern)).toEqual([".vscode/settings.json"]);
    expect(offered(network).map(({ pattern }) => pattern)).toEqual(["example.com"]);
    expect(offered(command)).toEqual([]);
    expect(offered(read("src/a"))).toEqual([]);
  });

  it("come once where several accesses share one", () => {
    const accesses = [change("src/a.ts"), change("src/b.ts")];
    const { offers } = judgeCall({ accesses, mode: "ask", rules: [], doubtful: undefined });
    expect(offers.map(({ pattern }) => pattern)).toEqual(["src/a.ts", "src/**", undefined, "src/b.ts"]);
  });

  it("each allow what was asked from then on", () => {
    const segment = fc.constantFrom("src", ".git", ".env", "a b", "x*y", "{z}", "[id]", "Ü", "..a", "key.pem");
    const target = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const access = fc.record({
      effect: fc.constantFrom("read", "files", "network", "mcp", "task"),
      target: fc.oneof(
        target,
        target.map((path) => `/${path}`),
      ),
    });
    fc.assert(
      fc.property(access, fc.constantFrom<Mode>("ask", "auto-edit", "auto"), (asked, mode) => {
        for (const rule of offered(asked, mode)) expect(decide([asked], mode, [rule])).toBe("allow");
      }),
    );
  });
});

describe("judging", () => {
  it("never gets looser by one more deny", () => {
    const rule = fc.constantFrom("files", "files(src/**)", "files(src/a)", "files(**/a)", "files(.git/**)");
    const rules = fc.array(
      fc.tuple(
        rule,
        fc.constantFrom<Decision>("allow", "ask", "deny"),
        fc.constantFrom<Rule["from"]>("user", "project", "session", "flag"),
      ),
    );
    const target = fc.constantFrom("src/a", "src/b", "lib/a", ".git/config", "/etc/a");
    const strictness = { allow: 0, ask: 1, deny: 2 };
    fc.assert(
      fc.property(rules, rule, target, fc.constantFrom(...MODES), (texts, extra, path, mode) => {
        const some = texts.map(([text, decision, from]) => parseRule(text, decision, from));
        const before = decide([change(path)], mode, some);
        const after = decide([change(path)], mode, [...some, parseRule(extra, "deny", "user")]);
        expect(strictness[after]).toBeGreaterThanOrEqual(strictness[before]);
      }),
    );
  });

  it("allows a call that touches nothing", () => {
    for (const mode of MODES) expect(decide([], mode)).toBe("allow");
  });
});
