import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Answer, type ModelServer, type Scenario, startModelServer } from "@millrace/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { buildProgram, type Ended, type RunOptions } from "./support/millrace.js";

const program = buildProgram();
const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(answers: readonly Answer[], more: Partial<Scenario> = {}): Promise<ModelServer> {
  const server = await startModelServer({ scenario: { answers, ...more } });
  servers.push(server);
  return server;
}

function runOn(server: ModelServer, args: readonly string[], options?: RunOptions): Promise<Ended> {
  return program.run(["run", "--base-url", `${server.url}/v1`, "--model", "scripted", ...args], options);
}

const write = (path: string, content: string): Answer => ({
  calls: [{ name: "write_to_file", arguments: { path, content } }],
});
const command = (line: string): Answer => ({ calls: [{ name: "execute_command", arguments: { command: line } }] });
const read = (path: string): Answer => ({ calls: [{ name: "read_file", arguments: { path } }] });

function events(stdout: string): { type: string; [key: string]: unknown }[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("a run", () => {
  test("writes what the model says to standard output and everything else to standard error", async () => {
    const folder = program.folder("read");
    writeFileSync(join(folder, "a.txt"), "hello\n");
    const server = await serve([
      { text: "I look.", ...read("a.txt") },
      { text: "It says hello.", chunk: 4 },
    ]);
    const { code, stdout, stderr } = await runOn(server, ["--cwd", folder, "what does a.txt say?"]);
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("I look.\nIt says hello.\n");
    expect(stderr).toContain("→ read_file a.txt");
    expect(stderr).toMatch(/^✓ /m);
    expect(server.violations).toEqual([]);
  });

  test("gives the model the rules of the user and of the project, and says what they take or why they are left out", async () => {
    const folder = program.folder("rules");
    mkdirSync(join(folder, ".millrace", "rules"), { recursive: true });
    writeFileSync(join(folder, "AGENTS.md"), "Use tabs.\n");
    writeFileSync(join(folder, ".millrace", "rules", "empty.md"), "");
    const config = program.folder(join(".config", "millrace"));
    writeFileSync(join(config, "rules.md"), "Answer in French.\n");
    const server = await serve([{ text: "Fine." }]);
    const { code, stderr } = await runOn(server, ["--cwd", folder, "go"]);
    rmSync(join(config, "rules.md"));
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("! .millrace/rules/empty.md is empty. The model is not given it.");
    expect(stderr).toMatch(/In the prompt: \S+rules\.md \(about 5 tokens\), AGENTS\.md \(about 3 tokens\)/);
    const system = JSON.stringify(server.requests[0]?.messages[0]);
    expect(system).toMatch(/Rules of the user.*Answer in French\..*Rules of this project.*Use tabs\./);
  });

  test("speaks the wire that it is told to", async () => {
    const folder = program.folder("wire");
    writeFileSync(join(folder, "a.txt"), "hello\n");
    const server = await serve([read("a.txt"), { text: "It says hello." }]);
    const args = ["--cwd", folder, "--wire", "openai-responses", "what does a.txt say?"];
    const { code, stdout, stderr } = await runOn(server, args);
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("It says hello.\n");
    expect(server.requests.map(({ path }) => path)).toEqual(["/v1/responses", "/v1/responses"]);
    expect(server.violations).toEqual([]);
  });

  test("says whose result it is where several calls are under way", async () => {
    const folder = program.folder("whose");
    writeFileSync(join(folder, "a.txt"), "hello\n");
    const calls = ["a.txt", "b.txt"].map((path) => ({ name: "read_file", arguments: { path } }));
    const { stderr } = await runOn(await serve([{ calls }, { text: "Done." }]), ["--cwd", folder, "go"]);
    expect(stderr).toContain("✓ read_file a.txt: 1 | hello");
    expect(stderr).toContain("b.txt does not exist");
  });

  test("marks a command that failed", async () => {
    const calls = [{ name: "execute_command", arguments: { command: "exit 3" } }];
    const { stderr } = await runOn(await serve([{ calls }, { text: "Done." }]), ["--yes", "go"]);
    expect(stderr).toContain("✗ Exit code 3");
  });

  test("closes with turns, tokens, what came from the server's cache, the share of the prefix that was kept, and time", async () => {
    const folder = program.folder("closing");
    writeFileSync(join(folder, "a.txt"), "hello\n");
    const server = await serve([
      { ...read("a.txt"), usage: { inputTokens: 1200, outputTokens: 30 } },
      { text: "Done.", usage: { inputTokens: 1300, outputTokens: 4, cachedTokens: 1150 } },
    ]);
    const { stderr } = await runOn(server, ["--cwd", folder, "go"]);
    expect(stderr).toMatch(/^2 turns · 2,500 tokens in \(46 % from cache\), 34 out · 100 % prefix kept · \d+\.\d s$/m);
  });

  test("takes the task from standard input, for - and where none is written", async () => {
    for (const args of [["-"], []]) {
      const server = await serve([{ text: "Yes." }]);
      const { code, stderr } = await runOn(server, args, { input: "a task from a pipe\n" });
      expect(code, stderr).toBe(0);
      expect(JSON.stringify(server.requests[0])).toContain("a task from a pipe");
    }
  });

  test("joins the words of a task that was not quoted", async () => {
    const server = await serve([{ text: "Yes." }]);
    await runOn(server, ["fix", "the", "test"]);
    expect(JSON.stringify(server.requests[0])).toContain("fix the test");
  });

  test("works in the folder that --cwd names", async () => {
    const folder = program.folder("elsewhere");
    const server = await serve([write("new.txt", "made\n"), { text: "Made." }]);
    await runOn(server, ["--yes", "--cwd", folder, "make it"]);
    expect(readFileSync(join(folder, "new.txt"), "utf8")).toBe("made\n");
  });

  test("speaks the protocol that --protocol names", async () => {
    const native = await serve([{ text: "Yes." }]);
    await runOn(native, ["--protocol", "native", "go"]);
    expect(bodyOf(native, 0).tools).not.toBeUndefined();
    const text = await serve([{ text: "<attempt_completion>\n<result>\nAll done.\n</result>\n</attempt_completion>" }]);
    const { code, stdout } = await runOn(text, ["--protocol", "text", "--dialect", "cline", "go"]);
    expect(code).toBe(0);
    expect(stdout).toBe("All done.\n");
    expect(bodyOf(text, 0).tools).toBeUndefined();
    expect(JSON.stringify(bodyOf(text, 0))).toContain("## attempt_completion");
  });

  test("teaches the tools in text, and says why, where the model's family takes none", async () => {
    const server = await serve([{ text: "Done." }, { text: "Done." }]);
    const { stderr } = await runOn(server, ["--model", "gemma2:9b", "go"]);
    expect(stderr).toContain(
      "This model's calls are written as text: its chat template refuses tools or their results.",
    );
    expect(bodyOf(server, 0)).toMatchObject({
      messages: [{ role: "user", content: expect.stringContaining("## read_file") }],
    });
    const native = await runOn(server, ["--model", "gemma2:9b", "--protocol", "native", "go"]);
    expect(bodyOf(server, 1).tools).not.toBeUndefined();
    expect(native.stderr).not.toContain("are written as text");
  });

  test("teaches the tools for text where the server takes none natively", async () => {
    const server = await serve(
      [{ text: "<attempt_completion>\n<result>\nAll done.\n</result>\n</attempt_completion>" }],
      {
        server: { kind: "ollama", models: [{ name: "scripted", tools: "refused" }] },
      },
    );
    const { code, stdout, stderr } = await runOn(server, ["go"]);
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("All done.\n");
    expect(stderr).toContain("Tool calls are now written as text");
    const taught = JSON.stringify(bodyOf(server, 1));
    expect(taught).toContain("## attempt_completion");
    expect(taught).toContain("<<<<<<< SEARCH");
  });

  test("shows the change that an edit makes", async () => {
    const folder = program.folder("edit");
    writeFileSync(join(folder, "a.txt"), "one\ntwo\n");
    const server = await serve([
      read("a.txt"),
      {
        calls: [
          { name: "replace_in_file", arguments: { path: "a.txt", edits: [{ search: "two", replace: "three" }] } },
        ],
      },
      { text: "Changed." },
    ]);
    const { stderr } = await runOn(server, ["--mode", "auto-edit", "--cwd", folder, "go"]);
    expect(stderr).toMatch(/^-two$/m);
    expect(stderr).toMatch(/^\+three$/m);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\nthree\n");
  });

  test("shows the beginning of a file while it is written, and how much more there was", async () => {
    const folder = program.folder("long");
    const lines = Array.from({ length: 40 }, (_, i) => `line ${i}\n`).join("");
    const server = await serve([{ ...write("long.txt", lines), chunk: 16 }, { text: "Written." }]);
    const { stderr } = await runOn(server, ["--yes", "--cwd", folder, "go"]);
    expect(stderr).toContain("line 0\n");
    expect(stderr).toMatch(/… \d+ more lines/);
  });
});

describe("what nobody allowed", () => {
  test("is denied where nobody is there to ask, and said; the model may still answer", async () => {
    const folder = program.folder("denied");
    const server = await serve([write("a.txt", "x"), { text: "I may not." }]);
    const { code, stdout, stderr } = await runOn(server, ["--cwd", folder, "go"]);
    expect(code).toBe(0);
    expect(stdout).toBe("I may not.\n");
    expect(stderr).toContain("Denied: nobody is here to ask.");
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("happens with --mode auto-edit, for files, and with --yes, for commands", async () => {
    const folder = program.folder("allowed");
    const edit = await serve([write("a.txt", "x"), { text: "Done." }]);
    expect((await runOn(edit, ["--mode", "auto-edit", "--cwd", folder, "go"])).code).toBe(0);
    expect(existsSync(join(folder, "a.txt"))).toBe(true);
    const run = await serve([command("echo ran > b.txt"), { text: "Done." }]);
    expect((await runOn(run, ["--yes", "--cwd", folder, "go"])).code).toBe(0);
    expect(readFileSync(join(folder, "b.txt"), "utf8")).toBe("ran\n");
  });

  test("happens where --allow names it", async () => {
    const folder = program.folder("rule");
    const server = await serve([write("src/a.txt", "x"), write("b.txt", "x"), { text: "Half of it." }]);
    await runOn(server, ["--allow", "files(src/**)", "--cwd", folder, "go"]);
    expect(existsSync(join(folder, "src/a.txt"))).toBe(true);
    expect(existsSync(join(folder, "b.txt"))).toBe(false);
  });

  test("does not happen where --deny names it, whatever --yes says", async () => {
    const folder = program.folder("deny");
    const server = await serve([write("a.txt", "x"), { text: "No." }]);
    await runOn(server, ["--yes", "--deny", "files", "--cwd", folder, "go"]);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("stays undone in mode plan", async () => {
    const folder = program.folder("plan");
    const server = await serve([write("a.txt", "x"), { text: "A plan." }]);
    await runOn(server, ["--mode", "plan", "--cwd", folder, "go"]);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });
});

describe("a limit", () => {
  test("of turns ends the run with exit code 4", async () => {
    const folder = program.folder("turns");
    writeFileSync(join(folder, "a.txt"), "a\n");
    writeFileSync(join(folder, "b.txt"), "b\n");
    const server = await serve([read("a.txt"), read("b.txt"), { text: "never" }]);
    const { code, stderr } = await runOn(server, ["--max-turns", "2", "--cwd", folder, "go"]);
    expect(code, stderr).toBe(4);
    expect(server.requests).toHaveLength(2);
  });

  test("of tokens is warned of, then ends the run with exit code 4 and says how to raise it", async () => {
    const folder = program.folder("tokens");
    for (const name of ["a", "b", "c"]) writeFileSync(join(folder, `${name}.txt`), `${name}\n`);
    const cost = { usage: { inputTokens: 40_000, outputTokens: 1_000 } };
    const server = await serve([{ ...read("a.txt"), ...cost }, { ...read("b.txt"), ...cost }, { text: "never" }]);
    const { code, stderr } = await runOn(server, ["--max-tokens", "50000", "--cwd", folder, "go"]);
    expect(code, stderr).toBe(4);
    expect(server.requests).toHaveLength(2);
    expect(stderr).toContain("! The run has used 41,000 of 50,000 tokens; it stops there.");
    expect(stderr).toContain("millrace: The run has used 82,000 of 50,000 tokens. To go further, raise --max-tokens");
  });

  test("of requests counts every try and ends the run with exit code 4", async () => {
    const folder = program.folder("requests");
    writeFileSync(join(folder, "a.txt"), "a\n");
    const server = await serve([read("a.txt"), { text: "never" }]);
    const { code, stderr } = await runOn(server, ["--max-requests", "1", "--cwd", folder, "go"]);
    expect(code, stderr).toBe(4);
    expect(server.requests).toHaveLength(1);
    expect(stderr).toContain("1 of 1 requests");
  });

  test("in dollars of a model without prices is an error that says what to set, before anything is sent", async () => {
    const server = await serve([{ text: "never" }]);
    const { code, stderr } = await runOn(server, ["--max-cost", "0.5", "go"]);
    expect(code, stderr).toBe(2);
    expect(stderr).toMatch(/needs the prices of .*scripted.*`prices`.*--max-tokens/);
    expect(server.requests).toHaveLength(0);
  });

  test("of repetition is told step by step, and the run ends with exit code 4 and a report", async () => {
    const folder = program.folder("repetition");
    writeFileSync(join(folder, "a.txt"), "a\n");
    const server = await serve(Array.from({ length: 8 }, () => read("a.txt")));
    const { code, stderr } = await runOn(server, ["--cwd", folder, "go"]);
    expect(code, stderr).toBe(4);
    expect(server.requests).toHaveLength(5);
    expect(stderr).toMatch(
      /! The model made the call read_file .* 3 times in a row with the same result\. It is told so\./,
    );
    expect(stderr).toContain("From now on this is refused while nothing changes.");
    expect(stderr).toMatch(/millrace: The model made the call read_file .* 5 times in a row/);
  });

  test("of repetition closes an answer that writes the same passage again and again, and the third ends the run", async () => {
    const text = "Let me look at the failing test once more, as the parser returns nothing here. ".repeat(2_000);
    const looping: Answer = { text, chunk: 200 };
    const server = await serve([looping, looping, looping, { text: "never" }]);
    const { code, stdout, stderr } = await runOn(server, ["go"]);
    expect(code, stderr).toBe(4);
    expect(server.requests).toHaveLength(3);
    expect(stdout.length).toBeLessThan(text.length);
    expect(stderr).toContain("! The model wrote the same passage ");
    expect(stderr).toContain("It is told that the run ends next.");
  });

  test("of seconds ends the run with exit code 4", async () => {
    const server = await serve([{ parts: [{ text: "Begun" }, { waitMs: 60_000 }] }]);
    const { code, stderr } = await runOn(server, ["--max-seconds", "0.5", "go"]);
    expect(code, stderr).toBe(4);
  });
});

describe("--output jsonl", () => {
  test("is the event stream, one object a line, the text of one moment in one event", async () => {
    const text = "word ".repeat(2000);
    const server = await serve([{ text, chunk: 4 }]);
    const { code, stdout, stderr } = await runOn(server, ["--output", "jsonl", "go"]);
    expect(code, stderr).toBe(0);
    const all = events(stdout);
    expect(all[0]).toMatchObject({ v: 1, type: "session-started" });
    expect(all.at(-1)).toMatchObject({ type: "run-finished", end: "answered", exitCode: 0 });
    const deltas = all.flatMap(({ type, event }) =>
      type === "block" && (event as { type: string }).type === "text-delta" ? [(event as { text: string }).text] : [],
    );
    expect(deltas.join("")).toBe(text);
    // The server sent twice as many. How many moments there are is a matter of the machine.
    expect(deltas.length).toBeLessThan(text.length / 8);
  });

  test("holds calls and results, and standard error no line about them", async () => {
    const folder = program.folder("jsonl");
    writeFileSync(join(folder, "a.txt"), "hello\n");
    const server = await serve([read("a.txt"), { text: "Done." }]);
    const { stdout, stderr } = await runOn(server, ["--output", "jsonl", "--cwd", folder, "go"]);
    expect(events(stdout).map(({ type }) => type)).toEqual(
      expect.arrayContaining(["call-closed", "call-started", "call-finished", "turn-finished"]),
    );
    expect(stderr).not.toContain("→");
  });
});

describe("a server that fails", () => {
  const once: readonly string[] = ["go"];

  test("401 is one clear message and exit code 10", async () => {
    const server = await serve([{ text: "never" }], { server: { apiKey: "right" } });
    expectFailure(await runOn(server, once), 10, /key/i);
  });

  test("a key is sent only where --api-key-env names it", async () => {
    const server = await serve([{ text: "Hello." }], { server: { apiKey: "right" } });
    const env = { MY_KEY: "right", OPENAI_API_KEY: "other" };
    const { code, stderr } = await runOn(server, ["--api-key-env", "MY_KEY", "go"], { env });
    expect(code, stderr).toBe(0);
    expect(server.requests[0]?.headers.authorization).toBe("Bearer right");
    const without = await serve([{ text: "Hello." }]);
    await runOn(without, ["go"], { env });
    expect(without.requests[0]?.headers.authorization).toBeUndefined();
  });

  test("HTML instead of JSON is one clear message", async () => {
    const html = "<!doctype html><html><body>Welcome</body></html>";
    const server = await serve([
      { status: 200, headers: { "content-type": "text/html" }, body: html, repeat: "always" },
    ]);
    const ended = await runOn(server, once);
    expectFailure(ended, ended.code ?? 0, /HTML|web page/i);
    expect(ended.code).toBeGreaterThan(0);
  });

  test("404 for a wrong path is one clear message and exit code 15 or 1", async () => {
    const server = await serve([{ status: 404, body: "not here", repeat: "always" }]);
    const ended = await runOn(server, once);
    expectFailure(ended, ended.code ?? 0, /404|not found/i);
    expect([1, 15]).toContain(ended.code);
  });

  test("a stream with nothing in it is tried again, then reported", { timeout: 60_000 }, async () => {
    const server = await serve([{ text: "", repeat: "always" }]);
    expectFailure(await runOn(server, once), 1, /empty|nothing/i);
    expect(server.requests.length).toBe(3);
  });

  test("a refused connection is one clear message and exit code 13", async () => {
    const server = await serve([{ fault: { end: "refuse", forMs: 3_600_000 } }]);
    const ended = await runOn(server, once);
    expectFailure(ended, 13, new RegExp(server.url.replaceAll(".", "\\.")));
    expect(ended.stderr).not.toContain("Denied");
  });
});

describe("no model named", () => {
  test("uses the only model of the only local server, and says so", async () => {
    const server = await serve([{ text: "Hello." }], {
      server: { kind: "ollama", models: [{ name: "tiny:1b", window: 32_768 }] },
    });
    const { code, stdout, stderr } = await program.run(["run", "go"], { env: { OLLAMA_HOST: server.url } });
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("Hello.\n");
    expect(stderr).toContain("ollama/tiny:1b");
  });

  test("and several found: says which, and what to type, with exit code 2", async () => {
    const server = await serve([], { server: { kind: "ollama", models: [{ name: "one" }, { name: "two" }] } });
    const { code, stderr } = await program.run(["run", "go"], { env: { OLLAMA_HOST: server.url } });
    expect(code).toBe(2);
    expect(stderr).toContain("--model ollama/one");
    expect(stderr).toContain("--model ollama/two");
  });

  test("and none there yet: says how to get one, with exit code 2", async () => {
    const server = await serve([], { server: { kind: "ollama", models: [] } });
    const { code, stderr } = await program.run(["run", "go"], { env: { OLLAMA_HOST: server.url } });
    expect(code).toBe(2);
    expect(stderr).toContain("has no model yet");
  });
});

describe("configuration", () => {
  test("of the user counts, below flags", async () => {
    const server = await serve([{ text: "One." }, { text: "Two." }]);
    const folder = program.folder(".config/millrace");
    const file = join(folder, "config.json");
    writeFileSync(file, JSON.stringify({ model: "scripted", baseUrl: `${server.url}/v1`, output: "jsonl" }));
    const env = { XDG_CONFIG_HOME: join(folder, "..") };
    const plain = await program.run(["run", "go"], { env });
    expect(events(plain.stdout).at(-1)).toMatchObject({ type: "run-finished" });
    const text = await program.run(["run", "--output", "text", "go"], { env });
    expect(text.stdout).toBe("Two.\n");
    writeFileSync(file, "{}");
  });

  test("of the user that denies something is loosened by no flag", async () => {
    const config = program.folder("strict/millrace");
    writeFileSync(join(config, "config.json"), JSON.stringify({ deny: ["files"] }));
    const folder = program.folder("strict-work");
    const server = await serve([write("a.txt", "x"), { text: "No." }]);
    const env = { XDG_CONFIG_HOME: join(config, "..") };
    await runOn(server, ["--yes", "--allow", "files", "--cwd", folder, "go"], { env });
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("of a small window makes the prompt small", async () => {
    const config = program.folder("small/millrace");
    writeFileSync(join(config, "config.json"), JSON.stringify({ contextTokens: 4096 }));
    const server = await serve([{ text: "Yes." }, { text: "Yes." }], { prefix: "report" });
    await runOn(server, ["go"]);
    await runOn(server, ["go"], { env: { XDG_CONFIG_HOME: join(config, "..") } });
    const [whole = 0, small = 0] = server.requests.map(({ body }) => body.length);
    expect(small).toBeGreaterThan(0);
    expect(small).toBeLessThan(whole * 0.8);
  });

  test("of a window of 2,048 tokens works, and where it does not it is said before anything is sent, with exit code 14", async () => {
    const config = program.folder("tiny/millrace");
    writeFileSync(join(config, "config.json"), JSON.stringify({ contextTokens: 2048 }));
    const options = { env: { XDG_CONFIG_HOME: join(config, "..") } };
    const folder = program.folder("tiny-work");
    for (let at = 0; at < 100; at++) writeFileSync(join(folder, `a-file-with-a-long-name-${at}.txt`), "hello\n");
    for (const protocol of ["native", "text"]) {
      const server = await serve([{ text: "Yes." }]);
      const { stdout, stderr } = await runOn(server, ["--protocol", protocol, "--cwd", folder, "go"], options);
      expect(stdout, stderr).toBe("Yes.\n");
      expect(Number(server.requests[0]?.body.length) / 4).toBeLessThan(2_048 * 0.75);
    }
    const server = await serve([]);
    const { code, stderr } = await runOn(server, ["--cwd", folder, "word ".repeat(2_000)], options);
    expect(code).toBe(14);
    expect(stderr).toMatch(/window of 2048 leaves 1536.*system prompt \d+.*, tools \d+, task 2\d\d\d/);
    expect(server.requests).toEqual([]);
  });

  test("of compaction, or the flag for it, lets the model sum up what does not fit, and says so", async () => {
    const config = program.folder("summary/millrace");
    const env = { XDG_CONFIG_HOME: join(config, "..") };
    const folder = program.folder("summary-work");
    for (const name of ["a", "b", "c", "d"]) writeFileSync(join(folder, name), "some words of a file\n".repeat(250));
    const answers = [
      ...["a", "b", "c", "d"].map(read),
      { match: { lastContains: "## Next" }, text: "I read files." },
      { text: "Done." },
    ];
    const told: string[] = [];
    for (const [compact, flags] of [
      ["summary", []],
      ["drop", ["--compact", "summary"]],
      ["drop", []],
    ] as const) {
      writeFileSync(join(config, "config.json"), JSON.stringify({ contextTokens: 8192, compact }));
      const server = await serve(answers, { prefix: "report" });
      const { stdout, stderr } = await runOn(server, [...flags, "--cwd", folder, "go"], { env });
      expect(stdout, stderr).toBe("Done.\n");
      told.push(/^History shortened.*$/m.exec(stderr)?.[0] ?? stderr);
    }
    const summed = /^History shortened from \d,\d{3} to \d,\d{3} tokens: \d turns? w\w+ replaced by a summary\.$/;
    expect(told).toEqual([
      expect.stringMatching(summed),
      expect.stringMatching(summed),
      expect.stringMatching(/: \d results? w\w+ left out\.$/),
    ]);
  });

  test("of how long a server may be silent ends an answer that stalls, which is then sent again", async () => {
    const config = program.folder("patience/millrace");
    writeFileSync(join(config, "config.json"), JSON.stringify({ maxSilenceSeconds: 2 }));
    const server = await serve([{ parts: [{ text: "Begun.\n" }, { waitMs: 600_000 }] }, { text: "Whole." }]);
    const { code, stdout, stderr } = await runOn(server, ["go"], { env: { XDG_CONFIG_HOME: join(config, "..") } });
    expect(code).toBe(0);
    expect(stdout).toBe("Begun.\nWhole.\n");
    expect(stderr).toContain("The answer stopped: nothing more came for 2 s.");
    expect(server.requests).toHaveLength(2);
  });

  test("of a repository cannot redirect the run or allow anything, and that is said", async () => {
    const folder = program.folder("untrusted");
    const server = await serve([write("a.txt", "x"), { text: "No." }]);
    writeFileSync(
      join(program.folder("untrusted/.millrace"), "config.json"),
      JSON.stringify({ allow: ["files"], mode: "auto", baseUrl: "http://127.0.0.1:9/v1" }),
    );
    const { stderr } = await runOn(server, ["--cwd", folder, "go"]);
    for (const key of ["allow", "mode", "baseUrl"]) expect(stderr).toContain(`\`${key}\` is ignored`);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });
});

function expectFailure({ code, stderr }: Ended, wanted: number, words: RegExp): void {
  expect(code, stderr).toBe(wanted);
  expect(stderr).toMatch(words);
  expect(stderr).toMatch(/^millrace: /m);
  expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+/m);
}

function bodyOf(server: ModelServer, index: number): Record<string, unknown> {
  return server.requests[index]?.json ?? {};
}
