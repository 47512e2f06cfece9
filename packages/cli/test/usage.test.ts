import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildProgram, type Ended } from "./support/millrace.js";

const program = buildProgram();

/** One message for a person, and no trace of where in the code it came from. */
function expectClearMessage(ended: Ended): void {
  expect(ended.stdout).toBe("");
  expect(ended.stderr).toMatch(/^millrace: \S/m);
  expect(ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
  expect(ended.stderr).not.toContain("node:internal");
}

describe("what the program says of itself", () => {
  test("--version is the version of the package", async () => {
    const { code, stdout } = await program.run(["--version"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("--help names the commands and has examples", async () => {
    const { code, stdout } = await program.run(["--help"]);
    expect(code).toBe(0);
    for (const word of ["run", "parse", "models", "demo", "Examples:"]) expect(stdout).toContain(word);
  });

  test("run --help names every flag", async () => {
    const { code, stdout } = await program.run(["run", "--help"]);
    expect(code).toBe(0);
    const flags =
      "--model --base-url --wire --api-key-env --protocol --dialect --mode --yes --allow --deny --cwd --max-turns --max-seconds --max-cost --max-tokens --max-requests --compact --output";
    for (const flag of flags.split(" ")) expect(stdout).toContain(flag);
  });
});

describe("where to look", () => {
  test.each([
    [["run", "--modl", "x"], "`millrace run --help` lists its flags."],
    [["doctor", "--max-turns", "3"], "`millrace doctor --help` lists its flags."],
    [["rnu"], "`millrace --help` lists the commands."],
    [["--modl"], "`millrace --help` lists the commands."],
  ])("%j points to the help that has what was meant", async (args, hint) => {
    expect((await program.run(args)).stderr).toContain(hint);
  });
});

describe("a command line that cannot be", () => {
  test.each<[string, string[], string[]]>([
    ["an unknown flag", ["run", "--modl", "x", "task"], ["--modl", "--model"]],
    ["an unknown command", ["rnu", "task"], ["rnu", "run"]],
    ["a flag without its value", ["run", "--model"], ["--model"]],
    ["a protocol that there is not", ["run", "--protocol", "xml", "task"], ["xml", "auto, native, text"]],
    ["a wire that there is not", ["run", "--wire", "telex", "task"], ["telex", "openai-chat, openai-responses"]],
    ["a mode that there is not", ["run", "--mode", "yolo", "task"], ["yolo", "plan, ask, auto-edit, auto"]],
    ["an output that there is not", ["run", "--output", "xml", "task"], ["xml", "text, jsonl"]],
    ["turns that are no number", ["run", "--max-turns", "many", "task"], ["--max-turns", "whole number"]],
    ["seconds below zero", ["run", "--max-seconds=-1", "task"], ["--max-seconds", "above 0"]],
    ["a cost of nothing", ["run", "--max-cost", "0", "task"], ["--max-cost", "above 0"]],
    ["tokens that are no number", ["run", "--max-tokens", "1k", "task"], ["--max-tokens", "whole number"]],
    ["requests that are none", ["run", "--max-requests", "0", "task"], ["--max-requests", "at least 1"]],
    ["--yes beside another mode", ["run", "--yes", "--mode", "plan", "task"], ["--yes", "plan"]],
    ["a rule that is none", ["run", "--allow", "fiels(src/**)", "task"], ["--allow", "fiels"]],
    ["a pattern for commands", ["run", "--deny", "command(rm)", "task"], ["--deny", "command(rm)"]],
    [
      "a model without a provider",
      ["run", "--model", "qwen3", "task"],
      ["--model", "qwen3", "PROVIDER/NAME", "--base-url"],
    ],
    [
      "a provider that there is not",
      ["run", "--model", "olama/qwen3", "task"],
      ["--model", "Did you mean ollama/qwen3?", "--base-url"],
    ],
    ["no base URL where one is needed", ["run", "--model", "custom/m", "task"], ["give --base-url"]],
    [
      "a base URL that is none",
      ["run", "--base-url", "ftp://host", "--model", "m", "task"],
      ["--base-url must begin with http:// or https://"],
    ],
    [
      "a key variable that is not set",
      ["run", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--api-key-env", "NO_SUCH_KEY", "task"],
      ["NO_SUCH_KEY", "not set"],
    ],
    [
      "a dialect that there is not",
      ["run", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--dialect", "klingon", "task"],
      ["klingon", "Known: cline, "],
    ],
    [
      "a dialect that was misspelt",
      ["run", "--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--dialect", "hermse", "task"],
      ['no dialect "hermse"', 'Did you mean "hermes"?'],
    ],
    ["a folder that is not there", ["run", "--cwd", "/no/such/folder", "task"], ["/no/such/folder", "no such folder"]],
    ["no model and no local server", ["run", "task"], ["--model", "no local server"]],
    ["no task", ["run", "--model", "ollama/x"], ["no task"]],
    ["a file to parse that is not there", ["parse", "/no/such/file"], ["/no/such/file"]],
    ["tools that are not there", ["parse", "--tools", "/no/such/tools.json"], ["/no/such/tools.json"]],
    ["a chunk of nothing", ["parse", "--chunk", "0"], ["--chunk", "at least 1"]],
  ])("%s gets one clear message and exit code 2", async (_, args, words) => {
    const ended = await program.run(args);
    expectClearMessage(ended);
    expect(ended.code, ended.stderr).toBe(2);
    for (const word of words) expect(ended.stderr).toContain(word);
  });

  test("a folder that is a file gets one clear message and exit code 2", async () => {
    const file = join(program.folder("some"), "file.txt");
    writeFileSync(file, "");
    const ended = await program.run(["run", "--cwd", file, "task"]);
    expectClearMessage(ended);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("this is a file");
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read gets one clear message", async () => {
    const file = join(program.folder("some"), "secret.txt");
    writeFileSync(file, "");
    chmodSync(file, 0);
    const ended = await program.run(["parse", file]);
    expectClearMessage(ended);
    expect(ended.code).toBe(2);
  });

  test("a wrong configuration file is named with line and key", async () => {
    const folder = program.folder("wrong-config/.millrace");
    writeFileSync(join(folder, "config.json"), '{\n  "protcol": "text"\n}\n');
    const ended = await program.run(["run", "--cwd", join(folder, ".."), "task"]);
    expectClearMessage(ended);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain("config.json:2: there is no key `protcol`. Did you mean `protocol`?");
  });

  test("MILLRACE_DEBUG=1 adds where in the code it happened", async () => {
    const { stderr } = await program.run(["run", "--model", "qwen3", "task"], { env: { MILLRACE_DEBUG: "1" } });
    expect(stderr).toMatch(/^\s+at /m);
  });
});
