import { readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { OutputKeeper } from "../../src/commands/output-keeper.js";
import { OUTPUT_HEAD_BYTES, OUTPUT_TAIL_BYTES } from "../../src/limits.js";
import { type Workbench, workbench } from "../support/workbench.js";

/** The files that hold whole outputs go there, and with it. */
async function outputInto(bench: Promise<Workbench>): Promise<void> {
  vi.stubEnv("TMPDIR", (await bench).root);
  onTestFinished(() => void vi.unstubAllEnvs());
}

describe("what is kept of an output", () => {
  test("is all of it, as long as head and tail hold it, and no file is made", () => {
    const keeper = new OutputKeeper();
    const text = "é".repeat((OUTPUT_HEAD_BYTES + OUTPUT_TAIL_BYTES) / 2);
    for (let at = 0; at < text.length; at += 7) keeper.push(text.slice(at, at + 7));
    expect(keeper.end()).toEqual({ text, bytesDropped: 0 });
  });

  test("is its beginning and its end on whole lines, with the whole in a file that only the user reads", async () => {
    await outputInto(workbench());
    const keeper = new OutputKeeper();
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} é\n`);
    for (const line of lines) keeper.push(line);
    const { text, bytesDropped, file = "" } = keeper.end();
    expect(text.startsWith("line 0 é\nline 1 é\n")).toBe(true);
    expect(text.endsWith("line 19998 é\nline 19999 é\n")).toBe(true);
    const whole = lines.join("");
    const [head = "", tail = ""] = text.split(/\n… .* …\n/);
    expect(text).toContain(`… ${bytesDropped} bytes left out; all of it in ${file} …`);
    expect(Buffer.byteLength(head) + Buffer.byteLength(tail) + bytesDropped).toBe(Buffer.byteLength(whole));
    expect(whole.startsWith(`${head}\n`) && whole.endsWith(tail)).toBe(true);
    expect(await readFile(file, "utf8")).toBe(whole);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  });

  test("cuts no character in one endless line", async () => {
    await outputInto(workbench());
    const keeper = new OutputKeeper();
    for (let index = 0; index < 1_000; index += 1) keeper.push(`a${"日".repeat(100)}`);
    const { text } = keeper.end();
    expect(text).not.toContain("\ufffd");
    expect(Buffer.byteLength(text)).toBeLessThan(OUTPUT_HEAD_BYTES + OUTPUT_TAIL_BYTES + 200);
  });

  test("is head and tail, and why there is no file, where none can be made", () => {
    vi.stubEnv("TMPDIR", "/dev/null");
    onTestFinished(() => void vi.unstubAllEnvs());
    const keeper = new OutputKeeper();
    for (let index = 0; index < 20_000; index += 1) keeper.push(`line ${index}\n`);
    const { text, file } = keeper.end();
    expect(file).toBeUndefined();
    expect(text).toMatch(/^line 0\n/);
    expect(text).toMatch(/line 19999\n$/);
    expect(text).toContain("it could not be written to a file: ");
  });
});
