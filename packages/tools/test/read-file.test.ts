import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_LINE_CHARACTERS, MAX_READ_BYTES, MAX_READ_LINES, READ_CHUNK_BYTES } from "../src/limits.js";
import { refusal, textOf, workbench } from "./support/workbench.js";

describe("read_file", () => {
  test("shows lines with their numbers and says how many there are", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "one\n\nthree\n");
    const result = await bench.call("read_file", { path: "a.txt" });
    expect(textOf(result)).toBe("1 | one\n2 | \n3 | three\n\n(all 3 lines)");
    expect(result.meta).toEqual({
      path: "a.txt",
      range: [1, 3],
      hash: createHash("sha256").update("one\n\nthree\n").digest("hex"),
    });
  });

  test("counts a last line without a line break, and no line behind the last line break", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "one\ntwo");
    await bench.file("b.txt", "one\n\n");
    expect(textOf(await bench.call("read_file", { path: "a.txt" }))).toContain("(all 2 lines)");
    expect(textOf(await bench.call("read_file", { path: "b.txt" }))).toBe("1 | one\n2 | \n\n(all 2 lines)");
  });

  test("shows a range and says how to go on", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "1\n2\n3\n4\n5\n");
    expect(textOf(await bench.call("read_file", { path: "a.txt", start_line: 2, end_line: 3 }))).toBe(
      "2 | 2\n3 | 3\n\n(lines 2-3 of 5. To go on: start_line 4)",
    );
    expect(textOf(await bench.call("read_file", { path: "a.txt", start_line: 4, end_line: 99 }))).toBe(
      "4 | 4\n5 | 5\n\n(lines 4-5 of 5)",
    );
  });

  test("refuses a range behind the end and one the wrong way round", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "1\n2\n");
    expect(await refusal(bench.call("read_file", { path: "a.txt", start_line: 3 }))).toMatchObject({
      code: "invalid_range",
      message: expect.stringContaining("2 lines"),
    });
    expect(await refusal(bench.call("read_file", { path: "a.txt", start_line: 2, end_line: 1 }))).toMatchObject({
      code: "invalid_range",
    });
  });

  test("says that a file is empty", async () => {
    const bench = await workbench();
    await bench.file("a.txt", "");
    await bench.file("bom.txt", "\ufeff");
    expect(textOf(await bench.call("read_file", { path: "a.txt" }))).toBe("(the file is empty)");
    expect(textOf(await bench.call("read_file", { path: "bom.txt" }))).toBe("(the file is empty)");
  });

  test("stops at its limits of lines and bytes and cuts long lines", async () => {
    const bench = await workbench();
    await bench.file("many.txt", "x\n".repeat(MAX_READ_LINES + 5));
    await bench.file("wide.txt", `${"y".repeat(1_000)}\n`.repeat(100));
    await bench.file("long.txt", `${"z".repeat(MAX_LINE_CHARACTERS + 1)}\nshort\n`);
    expect(textOf(await bench.call("read_file", { path: "many.txt" }))).toContain(
      `(lines 1-${MAX_READ_LINES} of ${MAX_READ_LINES + 5}. To go on: start_line ${MAX_READ_LINES + 1})`,
    );
    const wide = await bench.call("read_file", { path: "wide.txt" });
    expect(Buffer.byteLength(textOf(wide))).toBeLessThan(MAX_READ_BYTES + 1_000);
    expect(textOf(wide)).toContain("of 100. To go on: start_line 52)");
    const long = textOf(await bench.call("read_file", { path: "long.txt" }));
    expect(long).toContain(
      `${"z".repeat(MAX_LINE_CHARACTERS)} … (line cut, ${MAX_LINE_CHARACTERS + 1} characters)\n2 | short`,
    );
  });

  test.each([
    ["UTF-8 with a mark", Buffer.from("\ufeffä→\r\nb\r\n")],
    ["UTF-16 little endian", Buffer.from("\ufeffä→\r\nb\r\n", "utf16le")],
    ["UTF-16 big endian", Buffer.from("\ufeffä→\r\nb\r\n", "utf16le").swap16()],
  ])("reads %s without its mark and carriage returns", async (_name, bytes) => {
    const bench = await workbench();
    await bench.file("a.txt", bytes);
    expect(textOf(await bench.call("read_file", { path: "a.txt" }))).toBe("1 | ä→\n2 | b\n\n(all 2 lines)");
  });

  test("reads what is not UTF-8 as Latin-1", async () => {
    const bench = await workbench();
    await bench.file("a.txt", Buffer.from("636166e90a", "hex"));
    expect(textOf(await bench.call("read_file", { path: "a.txt" }))).toContain("1 | café");
  });

  test("refuses binary data and says what it is", async () => {
    const bench = await workbench();
    await bench.file("a.png", Buffer.from("89504e470d0a1a0a0000000d", "hex"));
    await bench.file("a.bin", Buffer.from([1, 0, 2]));
    expect(await refusal(bench.call("read_file", { path: "a.png" }))).toMatchObject({
      code: "binary_file",
      message: expect.stringContaining("PNG image"),
    });
    expect(await refusal(bench.call("read_file", { path: "a.bin" }))).toMatchObject({ code: "binary_file" });
  });

  test("says that a file is not there", async () => {
    const bench = await workbench();
    await bench.file("a", "");
    expect(await refusal(bench.call("read_file", { path: "nope.txt" }))).toMatchObject({
      code: "not_found",
      message: expect.stringContaining("nope.txt"),
    });
    expect(await refusal(bench.call("read_file", { path: "a/b" }))).toMatchObject({ code: "not_found" });
  });

  test("reads names with blanks, quotes and letters of any script", async () => {
    const bench = await workbench();
    const name = 'sub dir/näm\'é 日本 "x".txt';
    await bench.file(name, "hello\n");
    expect(textOf(await bench.call("read_file", { path: name }))).toContain("1 | hello");
  });

  test("reads a character that lies on the seam of two pieces", async () => {
    const bench = await workbench();
    for (const before of [1, 2, 3]) {
      await bench.file("a.txt", `${"\n".repeat(READ_CHUNK_BYTES - before)}😀é\n`);
      const line = READ_CHUNK_BYTES - before + 1;
      const text = textOf(await bench.call("read_file", { path: "a.txt", start_line: line }));
      expect(text).toBe(`${line} | 😀é\n\n(lines ${line}-${line} of ${line})`);
    }
  });

  test("reads no more of a huge file than it needs", async () => {
    const bench = await workbench();
    const handle = await open(join(bench.root, "huge.txt"), "w");
    await handle.write("first\nsecond\n");
    // A sparse file of 4 GB: reading it to its end would take seconds and count its NULs as binary.
    await handle.truncate(4 * 1024 ** 3);
    await handle.write(Buffer.alloc(2 * 1024 * 1024, "a\n"), 0, 2 * 1024 * 1024, 13);
    await handle.close();
    const result = await bench.call("read_file", { path: "huge.txt", start_line: 1, end_line: 2 });
    expect(textOf(result)).toBe(
      `1 | first\n2 | second\n\n(lines 1-2; the file goes on, ${4 * 1024 ** 3} bytes in all. To go on: start_line 3)`,
    );
    expect(result.meta?.hash).toBeUndefined();
  });

  test("shows any range of any text as its lines", async () => {
    const bench = await workbench();
    const line = fc.string({ unit: fc.constantFrom("a", "é", "日", "😀", " ", "|"), maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), fc.nat(11), fc.nat(11), async (lines, a, b) => {
        const first = Math.min(a % lines.length, b % lines.length);
        const last = Math.max(a % lines.length, b % lines.length);
        await bench.file("a.txt", `${lines.join("\n")}\n`);
        const text = textOf(
          await bench.call("read_file", { path: "a.txt", start_line: first + 1, end_line: last + 1 }),
        );
        const shown = text.split("\n").slice(0, -2);
        expect(shown).toEqual(
          lines.slice(first, last + 1).map((content, index) => `${first + index + 1} | ${content}`),
        );
      }),
      { numRuns: 100 },
    );
  });
});
