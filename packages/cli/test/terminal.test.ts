import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Answer, type ModelServer, startModelServer } from "@millrace/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { buildProgram } from "./support/millrace.js";
import { runOnTerminal, type TerminalRun } from "./support/terminal.js";

const program = buildProgram();
const servers: ModelServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(
  folder: string,
  answers: readonly Answer[],
  more: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<{ run: TerminalRun; server: ModelServer }> {
  const server = await startModelServer({ scenario: { answers } });
  servers.push(server);
  const args = ["run", "--base-url", `${server.url}/v1`, "--model", "m", "--cwd", folder, ...(more.args ?? []), "go"];
  return { run: runOnTerminal(program, args, more.env), server };
}

const write = (path: string, content: string): Answer => ({
  calls: [{ name: "write_to_file", arguments: { path, content } }],
});

describe("at a terminal", () => {
  test("a change is shown as a coloured diff and made after y", async () => {
    const folder = program.folder("yes");
    const { run } = await start(folder, [write("a.txt", "made\n"), { text: "Done." }]);
    await run.until("y=yes");
    expect(run.screen).toContain("\u001b[32m+made\u001b[39m");
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
    run.type("y\r");
    expect(await run.ended).toBe(0);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("made\n");
    expect(run.screen).toContain("Done.");
    expect(run.screen).not.toContain("\r\n\r\n");
  });

  test("n ends the run with exit code 3, and nothing is made", async () => {
    const folder = program.folder("no");
    const { run } = await start(folder, [write("a.txt", "x"), { text: "never" }]);
    await run.until("y=yes");
    run.type("n\r");
    expect(await run.ended).toBe(3);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
  });

  test("n with words tells them to the model", async () => {
    const folder = program.folder("words");
    const { run, server } = await start(folder, [write("a.txt", "x"), { text: "As you wish." }]);
    await run.until("y=yes");
    run.type("n use b.txt instead\r");
    await run.until("As you wish.");
    expect(server.requests[1]?.body).toContain("use b.txt instead");
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
    await run.ended;
  });

  test("a limit is asked about: y with words goes on and tells them to the model, n stops", async () => {
    const folder = program.folder("limit");
    const read = (name: string): Answer => ({ calls: [{ name: "read_file", arguments: { path: name } }] });
    for (const name of ["a", "b"]) writeFileSync(join(folder, name), name);
    const more = { args: ["--max-turns", "1"] };
    const { run, server } = await start(folder, [read("a"), read("b"), { text: "never" }], more);
    await run.until("y=go on");
    expect(run.screen).toContain("The run has used 1 of 1 turns. Go on, up to 2 turns?");
    run.type("y and be brief\r");
    await run.until("2 of 2 turns");
    run.type("n\r");
    expect(await run.ended).toBe(4);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.body).toContain("and be brief");
  });

  test("a counts for the next calls too", async () => {
    const folder = program.folder("always");
    const { run } = await start(folder, [write("a.txt", "1"), write("a.txt", "2"), { text: "Done." }]);
    await run.until("a=always");
    expect(run.screen).toContain("files(a.txt)");
    run.type("a\r");
    expect(await run.ended).toBe(0);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("2");
  });

  test("an answer that means nothing is asked again", async () => {
    const folder = program.folder("again");
    const { run } = await start(folder, [write("a.txt", "x"), { text: "Done." }]);
    const first = await run.until("y=yes");
    run.type("what?\r");
    await run.until("y=yes", first);
    run.type("y\r");
    expect(await run.ended).toBe(0);
  });

  test("a command is shown as it will run, escape sequences and all", async () => {
    const folder = program.folder("command");
    const line = "echo hidden\u001b[2K\u001b[1G";
    const { run } = await start(folder, [
      { calls: [{ name: "execute_command", arguments: { command: line } }] },
      { text: "Done." },
    ]);
    await run.until("y=yes");
    expect(run.screen).toContain("echo hidden\\u001b[2K\\u001b[1G");
    expect(run.screen).not.toContain("\u001b[2K");
    expect(run.screen).not.toContain("  command echo");
    run.type("n\r");
    await run.ended;
  });

  test("a rule that is offered shows the escape sequences of its path, too", async () => {
    const folder = program.folder("offer");
    const { run } = await start(folder, [write("a\u001b[2K\u202eb.txt", "x"), { text: "Done." }]);
    await run.until(" > ");
    expect(run.screen).toMatch(/a=always files\(a\\u001b/);
    expect(run.screen).not.toContain("\u001b[2K");
    expect(run.screen).not.toContain("\u202e");
    run.type("n\r");
    await run.ended;
  });

  test("an answer that is none is said to be none", async () => {
    const folder = program.folder("no-rule");
    const { run } = await start(folder, [
      { calls: [{ name: "execute_command", arguments: { command: "true" } }] },
      { text: "Done." },
    ]);
    await run.until(" > ");
    run.type("a\r");
    await run.until("none of the answers");
    run.type("n\r");
    await run.ended;
  });

  test("a question of the model is answered with words", async () => {
    const folder = program.folder("question");
    const ask: Answer = { calls: [{ name: "ask_followup_question", arguments: { question: "Which colour?" } }] };
    const { run, server } = await start(folder, [ask, { text: "Blue it is." }]);
    await run.until("Which colour?");
    await run.until("words > ");
    run.type("blue\r");
    expect(await run.ended).toBe(0);
    expect(server.requests[1]?.body).toContain("blue");
  });

  test("what is typed while nothing is asked is told to the model with its next results", async () => {
    const folder = program.folder("steer");
    // The command runs until something is written into the pipe.
    const line = "mkfifo pipe && echo ready && cat pipe";
    const wait: Answer = { calls: [{ name: "execute_command", arguments: { command: line } }] };
    const { run, server } = await start(folder, [wait, { text: "With tabs, then." }], { args: ["--yes"] });
    await run.until("\u001b[2mready");
    run.type("use tabs\r");
    await run.until("told to the model");
    writeFileSync(join(folder, "pipe"), "go on\n");
    expect(await run.ended).toBe(0);
    expect(server.requests[1]?.body).toContain("use tabs");
  });

  test("Ctrl-C at a prompt ends the run with exit code 130", async () => {
    const folder = program.folder("interrupt");
    const { run } = await start(folder, [write("a.txt", "x")]);
    await run.until("y=yes");
    run.type("\u0003");
    expect(await run.ended).toBe(130);
    expect(existsSync(join(folder, "a.txt"))).toBe(false);
    expect(run.screen).not.toContain("nobody is here");
  });

  test("parse --explain colours the parts of an answer", async () => {
    const file = join(program.folder("explain"), "answer.txt");
    writeFileSync(file, "Hm.\n<read_file>\n<path>a</path>\n</read_file>\n");
    const run = runOnTerminal(program, ["parse", "--explain", file]);
    expect(await run.ended).toBe(0);
    expect(run.screen).toContain("│\u001b[36m<read_file>\u001b[39m");
    expect(run.screen).toContain("\u001b[1m0..4 text");
  });

  test("NO_COLOR takes the colours away", async () => {
    const folder = program.folder("plain");
    const { run } = await start(folder, [write("a.txt", "made\n"), { text: "Done." }], { env: { NO_COLOR: "1" } });
    await run.until("y=yes");
    run.type("y\r");
    await run.ended;
    expect(run.screen).toContain("+made");
    expect(run.screen).not.toContain("\u001b[3");
  });
});

test("the seconds to the next try run down in one line, which leaves what is typed below it, and goes", async () => {
  const overloaded: Answer = {
    status: 529,
    headers: { "retry-after": "5" },
    body: { error: { message: "Overloaded" } },
  };
  const { run } = await start(program.folder("waits"), [overloaded, { text: "Here." }]);
  const from = await run.until("Trying again in");
  const first = await run.until("Sending again in 5 s (1 of 3)", from);
  run.type("hurry");
  const typed = await run.until("hurry", first);
  const shown = await run.until(" s (1 of 3)", typed);
  await run.until("Here.", shown);
  expect(await run.ended).toBe(0);
  // The row above, and the cursor back behind what was typed; nothing else is cleared.
  const next = run.screen.slice(typed, shown).replace(/[1-4] s/, "N s");
  expect(next).toBe("\u001b7\u001b[1A\r\u001b[2mSending again in N s (1 of 3)");
  // Its row is cleared before anything else is said.
  const last = run.screen.slice(run.screen.lastIndexOf(" s (1 of 3)") + " s (1 of 3)".length);
  const back = "\u001b[22m\u001b[K\u001b8";
  expect(last.indexOf("\u001b[1A\r\u001b[J")).toBe(back.length);
});

test("what is said in the middle of a file that is written, or behind a question, begins a line", async () => {
  const folder = program.folder("lines");
  const begun: Answer = { ...write("a.txt", "one\ntwo"), fault: { end: "reset", at: { character: 35 } } };
  const { run } = await start(folder, [begun, write("a.txt", "one\n")]);
  const broken = await run.until("! Trying again");
  expect(run.screen.slice(0, broken)).toMatch(/one\r\ntwo?\S*\r\n\S*! Trying again$/);
  const asked = await run.until(" > ", broken);
  run.type("\u0003");
  expect(await run.ended).toBe(130);
  expect(run.screen.slice(asked)).toContain("\r\nmillrace: stopping");
});
