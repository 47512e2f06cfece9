import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OutputCleaner } from "../../src/commands/clean-output.js";

function clean(...pieces: (string | Buffer)[]): string {
  const cleaner = new OutputCleaner();
  return pieces.map((piece) => cleaner.push(Buffer.from(piece))).join("") + cleaner.end();
}

const SAMPLES: [name: string, printed: string, seen: string][] = [
  ["colours and titles", "\x1b[31mred\x1b[0m \x1b]0;title\x07ok\n", "red ok\n"],
  ["links", "\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\\n", "text\n"],
  ["device strings and charsets", "a\x1bP1$r0m\x1b\\b\x1b(Bc\x1b=d\x1b7e\n", "abcde\n"],
  ["overwritten lines", "10%\r50%\r100%\ndone\n", "100%\ndone\n"],
  ["CRLF", "a\r\nb\r\n\r\n", "a\nb\n\n"],
  ["a return at the end", "a\r", "a"],
  ["erased lines", "working\r\x1b[Kdone\n", "done\n"],
  ["backspaces", "abc\b\bX\n", "aX\n"],
  ["other control characters", "a\0b\x07c\x7fd\te\n", "abcd\te\n"],
  ["an escape that never ends", "a\x1b", "a"],
  ["an escape that is none", "a\x1b\nb\n", "a\nb\n"],
  ["letters of any script", "grün 日本 😀\n", "grün 日本 😀\n"],
];

describe("the output of a command", () => {
  test.each(SAMPLES)("is shown without the tricks of a terminal: %s", (_name, printed, seen) => {
    expect(clean(printed)).toBe(seen);
  });

  test.each(SAMPLES)("is the same whatever the pieces it comes in: %s", (_name, printed, seen) => {
    const bytes = Buffer.from(printed);
    expect(clean(...[...bytes].map((byte) => Buffer.from([byte])))).toBe(seen);
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(clean(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(seen);
  });

  test("has a sign in place of bytes that are no UTF-8", () => {
    expect(clean(Buffer.from([0xff, 0xfe, 0x61, 0x0a]))).toBe("\ufffd\ufffda\n");
  });

  test("does not wait without end for a sequence or a line to end", () => {
    const cleaner = new OutputCleaner();
    cleaner.push(Buffer.from("\x1b]0;"));
    let seen = "";
    for (let piece = 0; piece < 100; piece += 1) seen += cleaner.push(Buffer.from("x".repeat(10_000)));
    expect(seen.length).toBeGreaterThan(900_000);
  });

  test("never holds a control character, and never depends on the pieces", () => {
    const piece = fc.string({
      unit: fc.constantFrom("a", "\n", "\r", "\x1b", "[", "3", "m", "]", "\x07", "\\", "\b", "é", "\0"),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const whole = clean(pieces.join(""));
        expect(clean(...pieces)).toBe(whole);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: that there is none is what is tested.
        expect(whole).not.toMatch(/[\0-\x08\x0b-\x1f\x7f]/);
      }),
      { numRuns: 5_000 },
    );
  });
});
