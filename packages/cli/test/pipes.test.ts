import { execFile, spawn } from "node:child_process";
import { type ModelServer, startModelServer } from "@millrace/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildProgram } from "./support/millrace.js";

const program = buildProgram();
/** Lines that differ: the same again and again is a model that goes in circles, and is stopped. */
const LINES = Array.from({ length: 36_158 }, (_, at) => `a line of prose, ${at}, that goes on\n`);
const MEGABYTE = `${LINES.join("")}THE-END`;

describe("output through a pipe", () => {
  let server: ModelServer;
  let command: string;

  beforeAll(async () => {
    server = await startModelServer({
      scenario: { answers: [{ text: MEGABYTE, chunk: 64, repeat: "always" }] },
      judge: "off",
    });
    command = `"${process.execPath}" "${program.file}" run --base-url ${server.url}/v1 --model m go`;
  });
  afterAll(async () => {
    await server.close();
  });

  const shell = (line: string): Promise<{ code: number; stdout: string; stderr: string }> =>
    new Promise((resolve) => {
      const options = { cwd: program.home, env: program.env(), maxBuffer: 1e8 };
      execFile("bash", ["-c", `set -o pipefail; ${line}`], options, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });

  test("is all there: a megabyte through cat", async () => {
    const { code, stdout } = await shell(`${command} | cat`);
    expect(code).toBe(0);
    expect(stdout.length).toBe(MEGABYTE.length + 1);
    expect(stdout).toBe(`${MEGABYTE}\n`);
  });

  test("is all there for a reader that takes its time", async () => {
    const child = spawn(
      process.execPath,
      [program.file, "run", "--base-url", `${server.url}/v1`, "--model", "m", "go"],
      {
        cwd: program.home,
        env: program.env(),
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    let length = 0;
    for await (const piece of child.stdout) {
      length += (piece as Buffer).length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(length).toBe(MEGABYTE.length + 1);
  });

  test("may be left by its reader: no error, no trace, the exit code of the run", async () => {
    const { code, stdout, stderr } = await shell(`${command} | head -1`);
    expect(stdout).toBe(LINES[0]);
    expect(code).toBe(0);
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m);
  });

  test("as JSON lines is whole too, and may be left too", async () => {
    const whole = await shell(`${command} --output jsonl | cat`);
    expect(JSON.parse(whole.stdout.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ type: "run-finished" });
    const left = await shell(`${command} --output jsonl | head -1`);
    expect(JSON.parse(left.stdout)).toMatchObject({ type: "session-started" });
    expect(left.stderr).not.toMatch(/EPIPE|^\s+at /m);
  });

  test.skipIf(process.platform !== "linux")("that cannot be written is an error, with exit code 20", async () => {
    const { code, stderr } = await shell(`echo hi | "${process.execPath}" "${program.file}" parse > /dev/full`);
    expect(code).toBe(20);
    expect(stderr).toMatch(/^millrace: .*no space left/m);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});
