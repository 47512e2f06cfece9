import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { refusal, textOf, workbench } from "./support/workbench.js";

const RUN = "execute_command";
const MAKE_PIPE = "mkfifo";

/** A number of seconds that no other process sleeps. */
const nap = (which: number) => `31.${process.pid}${which}`;

/** Living processes with this word in their command line. */
function processesNamed(word: string): string[] {
  const lines = execFileSync("ps", ["-eo", "pid=,stat=,args="], { encoding: "utf8" }).split("\n");
  return lines.filter((line) => line.includes(word) && !/^\s*\d+\s+Z/.test(line) && !line.includes("ps -eo"));
}

async function run(command: string, more: Record<string, unknown> = {}) {
  const bench = await workbench();
  // What is too long to show goes to a file there, which goes with the workbench.
  vi.stubEnv("TMPDIR", bench.root);
  onTestFinished(() => void vi.unstubAllEnvs());
  return bench.call(RUN, { command, ...more });
}

describe("execute_command", () => {
  test("answers with exit code and output", async () => {
    const failed = await run("echo hi; exit 3");
    expect(textOf(failed)).toBe("Exit code 3\nhi\n");
    expect(failed.status).toBe("ok");
    expect(failed.meta?.exitCode).toBe(3);
    expect(textOf(await run("printf abc"))).toBe("Exit code 0\nabc");
    expect(textOf(await run("true"))).toBe("Exit code 0\n(no output)");
    expect((await run("no_such_program_xyz")).meta?.exitCode).toBe(127);
  });

  test("runs in the workspace, also what spans lines", async () => {
    const bench = await workbench();
    expect(textOf(await bench.call(RUN, { command: "pwd" }))).toBe(`Exit code 0\n${bench.root}\n`);
    const heredoc = "\ncat <<'EOF'\na 'b' \"c\" $HOME `x`\nEOF\n";
    expect(textOf(await bench.call(RUN, { command: heredoc }))).toBe("Exit code 0\na 'b' \"c\" $HOME `x`\n");
  });

  test("keeps both output streams in the order they were written", async () => {
    expect(textOf(await run("echo 1; echo 2 >&2; echo 3; echo 4 >&2"))).toBe("Exit code 0\n1\n2\n3\n4\n");
  });

  test("gives no input and no terminal, and no pager opens", async () => {
    expect(textOf(await run('read x; echo "got:$x"'))).toContain("got:\n");
    expect(textOf(await run('[ -t 1 ] || echo none; echo "$GIT_PAGER|$PAGER"'))).toContain("none\ncat|cat\n");
    expect(textOf(await run("(: < /dev/tty) 2>/dev/null || echo no terminal"))).toContain("no terminal");
  });

  test("names the signal that ended it", async () => {
    const result = await run("kill -9 $$");
    expect(textOf(result)).toBe("Ended by SIGKILL\n(no output)");
    expect(result.meta?.exitCode).toBeUndefined();
  });

  test("shows output as it comes, each piece once", async () => {
    const bench = await workbench();
    let live = "";
    await bench.call(
      RUN,
      { command: "printf '\\033[31ma\\033[0m\\n'; printf b" },
      { progress: (text) => (live += text) },
    );
    expect(live).toBe("a\nb");
  });

  test("ends a command that takes longer than its time limit, and all it started", async () => {
    const result = await run(`echo a; sleep ${nap(1)} & sleep ${nap(1)}`, { timeout_seconds: 0.5 });
    expect(result.status).toBe("error");
    expect(textOf(result)).toMatch(/^Not done after 0.5 s; its processes were ended\..*\na\n$/);
    expect(processesNamed(nap(1))).toEqual([]);
  });

  test("ends a command that is stopped, and all it started, and keeps what it had printed", async () => {
    const bench = await workbench();
    const stop = new AbortController();
    const result = await bench.call(
      RUN,
      { command: `echo before; sleep ${nap(2)} & (sleep ${nap(2)}) & sleep ${nap(2)}` },
      { signal: stop.signal, progress: () => stop.abort() },
    );
    expect(result.status).toBe("interrupted");
    expect(textOf(result)).toContain("before\n");
    expect(processesNamed(nap(2))).toEqual([]);
  });

  test("starts nothing that outlives a turn which was over before", async () => {
    const bench = await workbench();
    const result = await bench.call(RUN, { command: `sleep ${nap(3)}` }, { signal: AbortSignal.abort() });
    expect(result.status).toBe("interrupted");
    expect(processesNamed(nap(3))).toEqual([]);
  });

  test("ends what does not listen to the polite signal, and what hid its output", async () => {
    const command = `trap '' TERM; (trap '' TERM; exec sleep ${nap(4)}) >/dev/null 2>&1 & while :; do sleep ${nap(4)}; done`;
    await run(command, { timeout_seconds: 0.3 });
    expect(processesNamed(nap(4))).toEqual([]);
  });

  test("does not wait for a process in the background, says how to end it, and lets it work and print on", async () => {
    const bench = await workbench();
    const pipe = join(bench.root, "pipe");
    execFileSync(MAKE_PIPE, [pipe]);
    // Opening the pipe waits for the other side, which comes only when the process has printed once more.
    const command = `(read go < ${pipe}; echo late; echo lives > ${pipe}; sleep ${nap(5)}) & echo started`;
    const result = await bench.call(RUN, { command });
    const group = Number(/kill -- -(\d+)\)$/.exec(textOf(result))?.[1]);
    // Without a number this would end the group of the test itself.
    if (group > 1) onTestFinished(() => void process.kill(-group, "SIGKILL"));
    expect(textOf(result)).toMatch(
      /^Exit code 0\nstarted\n\n\(a process of it still runs in the background; to end it: kill -- -\d+\)$/,
    );
    await writeFile(pipe, "go\n");
    expect(await readFile(pipe, "utf8")).toBe("lives\n");
  });

  test("ends background processes when the program itself ends", async () => {
    const script = `
      import { codingTools, createWorkspace } from "@millrace/tools";
      const workspace = await createWorkspace(".");
      const tool = codingTools().find(({ name }) => name === "execute_command");
      const context = { workspace, signal: new AbortController().signal, progress() {} };
      await tool.run({ command: "sleep ${nap(6)} & echo ok" }, context, undefined);
    `;
    const flags = ["--conditions=@millrace/source", "--import", "tsx", "--input-type=module", "--eval", script];
    const child = spawn(process.execPath, flags, {
      cwd: fileURLToPath(new URL("..", import.meta.url)),
      stdio: "inherit",
    });
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(processesNamed(nap(6))).toEqual([]);
  });

  test("keeps beginning and end of a flood, and all of it in a file", async () => {
    const result = await run("seq 1 200000");
    const text = textOf(result);
    const [, file = ""] = /all of it in (\S+) …/.exec(text) ?? [];
    expect(text).toMatch(/^Exit code 0\n1\n2\n3\n/);
    expect(text).toMatch(/\n199999\n200000\n$/);
    expect(Buffer.byteLength(text)).toBeLessThan(40_000);
    expect(result.meta?.bytesDropped).toBeGreaterThan(1_000_000);
    expect(await readFile(file, "utf8")).toBe(
      execFileSync("seq", ["1", "200000"], { encoding: "utf8", maxBuffer: 1e8 }),
    );
  });

  test("takes binary output without breaking", async () => {
    const result = await run("head -c 1000000 /dev/urandom; exit 0");
    expect(textOf(result)).not.toContain("\0");
    expect(Buffer.from(textOf(result)).toString()).toBe(textOf(result));
  });

  test("names the command line to the judge as one that was not read", async () => {
    const bench = await workbench();
    const tool = bench.tools.get(RUN);
    expect(await tool?.accesses({ command: "\nnpm test\n" }, bench.workspace)).toEqual([
      { effect: "command", target: "npm test", opaque: true },
    ]);
    expect(await bench.plan(RUN, { command: "npm test\nls\n" })).toEqual({
      title: "Run npm test",
      changes: [],
      command: "npm test\nls",
    });
  });

  test("refuses an empty command and says so where the folder is gone", async () => {
    const bench = await workbench();
    expect(await refusal(bench.call(RUN, { command: " \n" }))).toMatchObject({ code: "empty_command" });
    const gone = bench.call(RUN, { command: "true" }, { beforeRun: () => rm(bench.root, { recursive: true }) });
    expect(await refusal(gone)).toMatchObject({ code: "no_shell", message: expect.stringContaining(bench.root) });
  });
});
