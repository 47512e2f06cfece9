import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { configFolder } from "../src/config/config-folder.js";
import type { ConfigValues } from "../src/config/config-values.js";
import { findConfiguration } from "../src/config/find-config.js";
import { readConfigFile } from "../src/config/read-config-file.js";
import { mergeSettings } from "../src/config/settings.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "millrace-config-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const user = (values: ConfigValues) => ({ path: "user.json", values });
const project = (values: ConfigValues) => ({ path: "project.json", values });

describe("the folder of the user's configuration", () => {
  test("is what XDG_CONFIG_HOME says where that is absolute", () => {
    expect(configFolder({ XDG_CONFIG_HOME: "/x", HOME: "/h" }, "linux")).toBe("/x/millrace");
    expect(configFolder({ XDG_CONFIG_HOME: "x", HOME: "/h" }, "linux")).toBe("/h/.config/millrace");
  });
  test("is each platform's own otherwise", () => {
    expect(configFolder({ HOME: "/h" }, "linux")).toBe("/h/.config/millrace");
    expect(configFolder({ HOME: "/h" }, "darwin")).toBe("/h/Library/Application Support/millrace");
    expect(configFolder({ HOME: "/h", APPDATA: "/roaming" }, "win32")).toBe("/roaming/millrace");
    for (const HOME of ["", "here"])
      expect(configFolder({ HOME }, "linux")).toBe(`${userInfo().homedir}/.config/millrace`);
  });
});

describe("a configuration file", () => {
  test("may hold comments, trailing commas and $schema", async () => {
    const path = file("config.json", '{\n  // which model\n  "$schema": "x",\n  "model": "ollama/qwen3",\n}\n');
    expect((await readConfigFile(path)).values).toMatchObject({ model: "ollama/qwen3" });
  });

  test.each([
    ['{\n  "maxTurns": "many"\n}', 2, "`maxTurns`", '"many"; it must be a whole number'],
    ['{\n  "maxCost": 0\n}', 2, "`maxCost`", "at least 0.0001"],
    ['{\n  "model": "a/b",\n  "maxTurns": 0\n}', 3, "`maxTurns`", "at least 1"],
    ['{\n\n  "mode": "autoedit"\n}', 3, "`mode`", "Did you mean auto-edit?"],
    ['{ "model": "" }', 1, "`model`", "must not be empty"],
    ['{ "baseUrl": "localhost:8000" }', 1, "`baseUrl`", "^https?://"],
    ['{\n "allow": [\n  "read",\n  7\n ]\n}', 4, "`allow`", "has an entry that is 7"],
    ['{\n "dialect": "hermess" }', 2, "`dialect`", "there is no such dialect. Did you mean hermes?"],
    ['{ "models": { "x": {\n "dialect": "klingon" } } }', 2, "`models`", "There are: "],
    ['{ "deny": "read" }', 1, "`deny`", "must be a list"],
    ['{\n  "modle": "ollama/x"\n}', 2, "`modle`", "Did you mean `model`?"],
    ['{ "models": [] }', 1, "`models`", "is []; it must be an object"],
    ['{ "models": { "ollama/x": 5 } }', 1, "`models`", "has a `ollama/x` that is 5; it must be an object"],
    [
      '{\n "models": {\n  "ollama/x": {\n   "contextTokens": "8k"\n } } }',
      4,
      "`models`",
      'has a `contextTokens` that is "8k"; it must be a whole number',
    ],
    ['{ "models": { "ollama/x": { "contextToken": 1 } } }', 1, "`models`", "Did you mean `contextTokens`?"],
    ['{ "models": { "x": { "parallel": "no" } } }', 1, "`models`", 'is "no"; it must be true or false'],
    ['{ "models": { "x": { "prices": { "input": 1 } } } }', 1, "`models`", "lacks output."],
    ['{ "models": { "x": { "prices": { "input": -1, "output": 1 } } } }', 1, "`models`", "at least 0."],
    ['{ "models": { "x": {}, "x": {} } }', 1, "`models`", "holds `x` twice."],
    ['{ "colour": "red" }', 1, "`colour`", "There are: model, baseUrl"],
    ['{\n  "mode": "ask",\n  "mode": "plan"\n}', 3, "`mode`", "given twice"],
    ['{\n  "mode": "ask"\n', 3, "", "not JSON"],
    ["[]", 1, "", "one JSON object"],
  ])("that is wrong is refused with file, line and key: %s", async (text, line, key, words) => {
    const path = file("config.json", text);
    const error = await readConfigFile(path).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "usage" });
    const { message } = error as Error;
    expect(message).toContain(`${path}:${line}: `);
    expect(message).toContain(key);
    expect(message).toContain(words);
  });

  test("may say what its user knows of models", async () => {
    const models = { "ollama/*": { contextTokens: 8192, prices: { input: 0, output: 0.5 }, parallel: true } };
    const path = file("config.json", JSON.stringify({ models }));
    expect((await readConfigFile(path)).values).toEqual({ models });
  });

  test("has every key in the published schema, with words about it", () => {
    const schema = JSON.parse(readFileSync(new URL("../config.schema.json", import.meta.url), "utf8")) as {
      properties: Record<string, { description?: string }>;
    };
    for (const [key, { description }] of Object.entries(schema.properties)) expect(description, key).toMatch(/\w+/);
  });
});

describe("the two files", () => {
  test("are the user's and the one at the root of the repository, wherever in it the run begins", async () => {
    file("repo/.git/HEAD", "");
    file("repo/.millrace/config.json", '{ "mode": "plan" }');
    file("config/millrace/config.json", '{ "maxTurns": 7 }');
    mkdirSync(join(folder, "repo/src/deep"), { recursive: true });
    const found = await findConfiguration(join(folder, "repo/src/deep"), { XDG_CONFIG_HOME: join(folder, "config") });
    expect(found.user?.values).toEqual({ maxTurns: 7 });
    expect(found.project?.values).toEqual({ mode: "plan" });
  });

  test("may both be absent", async () => {
    expect(await findConfiguration(folder, { XDG_CONFIG_HOME: folder })).toEqual({});
  });
});

describe("what counts", () => {
  test("is the flag before the repository's file before the user's", () => {
    const files = { user: user({ dialect: "u", maxTurns: 50, output: "jsonl" }), project: project({ dialect: "p" }) };
    expect(mergeSettings({ dialect: "f" }, files)).toMatchObject({ dialect: "f", maxTurns: 50, output: "jsonl" });
    expect(mergeSettings({}, files).dialect).toBe("p");
    expect(mergeSettings({}, { user: files.user }).dialect).toBe("u");
  });

  test("without anything are the documented defaults", () => {
    const settings = mergeSettings({}, {});
    expect(settings).toEqual({
      protocol: "auto",
      compact: "drop",
      mode: "ask",
      output: "text",
      rules: [],
      ignored: [],
    });
  });

  test("of rules are all of them, each with where it came from", () => {
    const { rules } = mergeSettings(
      { allow: ["files(src/**)"] },
      { user: user({ deny: ["command"] }), project: project({ deny: ["read(secrets/**)"] }) },
    );
    expect(rules).toEqual([
      { decision: "deny", effect: "command", from: "user" },
      { decision: "deny", effect: "read", pattern: "secrets/**", from: "project" },
      { decision: "allow", effect: "files", pattern: "src/**", from: "flag" },
    ]);
  });

  test("of a rule that allows commands is said to be nothing yet", () => {
    expect(mergeSettings({ allow: ["command"] }, {}).ignored).toEqual([expect.stringContaining("allows nothing yet")]);
    expect(mergeSettings({ deny: ["command"] }, {}).ignored).toEqual([]);
  });

  test("of a rule that is none is an error that says where it stands", () => {
    expect(() => mergeSettings({}, { user: user({ deny: ["fiels"] }) })).toThrow(/user\.json: `deny`.*fiels/);
    expect(() => mergeSettings({ allow: ["command(npm test)"] }, {})).toThrow(/--allow.*command\(npm test\)/);
  });
});

describe("a repository's file", () => {
  test.each<[keyof ConfigValues, ConfigValues, ConfigValues]>([
    ["baseUrl", { baseUrl: "https://elsewhere.example/v1" }, {}],
    ["wire", { wire: "openai-chat" }, {}],
    ["caFile", { caFile: "theirs.pem" }, {}],
    ["apiKeyEnv", { apiKeyEnv: "AWS_SECRET" }, {}],
    ["maxSilenceSeconds", { maxSilenceSeconds: 1 }, { maxSilenceSeconds: 900 }],
    ["allow", { allow: ["command"] }, {}],
    ["mode", { mode: "auto" }, {}],
    ["mode", { mode: "auto-edit" }, {}],
    ["mode", { mode: "ask" }, { mode: "plan" }],
    ["model", { model: "openai/gpt-5" }, { model: "ollama/qwen3" }],
    ["model", { model: "custom/x" }, {}],
    ["maxTurns", { maxTurns: 500 }, {}],
    ["maxSeconds", { maxSeconds: 60 }, { maxSeconds: 30 }],
    ["maxCost", { maxCost: 2 }, { maxCost: 1 }],
    ["maxTokens", { maxTokens: 60_000 }, { maxTokens: 50_000 }],
    ["maxRequests", { maxRequests: 60 }, { maxRequests: 30 }],
  ])("cannot loosen or redirect: %s %j over %j is ignored, and said", (key, theirs, yours) => {
    const with_ = mergeSettings({}, { user: user(yours), project: project(theirs) });
    const { ignored, ...rest } = with_;
    expect(ignored).toHaveLength(1);
    expect(ignored[0]).toContain(`project.json: \`${key}\` is ignored`);
    expect(rest).toEqual(withoutIgnored(mergeSettings({}, { user: user(yours) })));
  });

  test.each<[ConfigValues, ConfigValues]>([
    [{ mode: "plan" }, {}],
    [{ mode: "auto-edit" }, { mode: "auto" }],
    [{ maxTurns: 10 }, {}],
    [{ maxSeconds: 60 }, {}],
    [
      { maxCost: 1, maxTokens: 50_000, maxRequests: 30 },
      { maxCost: 2, maxTokens: 60_000 },
    ],
    [{ model: "ollama/qwen3" }, {}],
    [{ model: "openai/gpt-5-mini" }, { model: "openai/gpt-5" }],
    [{ protocol: "text", dialect: "cline", contextTokens: 8192, compact: "summary" }, { compact: "drop" }],
  ])("may be stricter, or choose what is no risk: %j over %j counts", (theirs, yours) => {
    const settings = mergeSettings({}, { user: user(yours), project: project(theirs) });
    expect(settings).toMatchObject(theirs);
    expect(settings.ignored).toEqual([]);
  });
});

describe("a base URL, a wire and a key variable", () => {
  const place = { baseUrl: "http://gpu:8000/v1", wire: "openai-responses", apiKeyEnv: "GPU_KEY" } as const;
  const own = user({ model: "custom/big", ...place });

  test("go with the model they were written for", () => {
    expect(mergeSettings({}, { user: own })).toMatchObject(place);
    expect(mergeSettings({ model: "small" }, { user: own })).toMatchObject(place);
    expect(mergeSettings({ wire: "openai-chat" }, { user: own })).toMatchObject({ ...place, wire: "openai-chat" });
  });

  test("stay behind when a flag names a model of another provider", () => {
    const settings = mergeSettings({ model: "openai/gpt-5" }, { user: own });
    for (const key of ["baseUrl", "wire", "apiKeyEnv"]) expect(settings).not.toHaveProperty(key);
  });

  test("stay behind when a repository names a local model", () => {
    const settings = mergeSettings({}, { user: own, project: project({ model: "ollama/qwen3" }) });
    expect(settings).toMatchObject({ model: "ollama/qwen3" });
    expect(settings.baseUrl).toBeUndefined();
  });

  test("of another server: key and wire do not go to a base URL that a flag gives", () => {
    const settings = mergeSettings({ baseUrl: "http://other/v1" }, { user: own });
    for (const key of ["wire", "apiKeyEnv"]) expect(settings).not.toHaveProperty(key);
  });
});

function withoutIgnored<Value extends { ignored: unknown }>({ ignored: _, ...rest }: Value): Omit<Value, "ignored"> {
  return rest;
}
