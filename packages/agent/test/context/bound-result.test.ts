import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundResult } from "../../src/context/bound-result.js";
import { textResult } from "../../src/tool.js";

const shown = (result: ReturnType<typeof boundResult>) =>
  result.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
const bytes = (text: string) => Buffer.byteLength(text);

describe("a result larger than the limit", () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at}`);

  it("keeps its head and tail on whole lines and says what is missing and how to get it", () => {
    const bounded = boundResult(textResult(lines.join("\n"), { meta: { path: "log.txt" } }), 4_000);
    const kept = shown(bounded).split("\n");
    const notice = kept.findIndex((line) => line.startsWith("["));
    expect(kept.slice(0, notice)).toEqual(lines.slice(0, notice));
    expect(kept.slice(notice + 1)).toEqual(lines.slice(-(kept.length - notice - 1)));
    expect(kept[notice]).toMatch(/^\[\d+ of \d+ bytes left out here; .*log\.txt.*\]$/);
    expect(Number(/\d+/.exec(kept[notice] ?? "")?.[0])).toBe(bounded.meta?.bytesDropped);
    expect(bounded.meta?.path).toBe("log.txt");
  });

  it("keeps half a line where lines are long", () => {
    const bounded = shown(boundResult(textResult("x".repeat(50_000)), 5_000));
    expect(bounded).toMatch(/^x{2000,}\n\[\d+ of 50000 bytes.*\]\nx{1500,}$/);
  });

  it("of a whole window shrinks to the limit (ctx-008)", () => {
    const bounded = boundResult(textResult("0123456789".repeat(3_500_000)), 100 * 1024);
    expect(bytes(shown(bounded))).toBeLessThanOrEqual(100 * 1024);
    expect(shown(bounded)).toMatch(/^0123.*6789$/s);
  });

  it("keeps images and status", () => {
    const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const bounded = boundResult({ status: "error", content: [{ type: "text", text: lines.join("\n") }, image] }, 2_000);
    expect(bounded.status).toBe("error");
    expect(bounded.content[1]).toEqual(image);
  });

  it("adds up what a tool left out before", () => {
    const bounded = boundResult(textResult(lines.join("\n"), { meta: { bytesDropped: 1_000_000 } }), 2_000);
    expect(bounded.meta?.bytesDropped).toBeGreaterThan(1_000_000);
  });
});

it("a result that fits is returned as it is", () => {
  const result = textResult("é".repeat(500));
  expect(boundResult(result, 1_000)).toBe(result);
});

it("a bounded result is within the limit and made of whole characters of the beginning and the end", () => {
  const piece = fc.oneof(
    fc.constantFrom("a", "é", "€", "😀", "\n", "a line of some length\n", "\ud800"),
    fc.string({ unit: "grapheme" }),
  );
  const text = fc.array(piece, { minLength: 50, maxLength: 400 }).map((pieces) => pieces.join("").repeat(40));
  fc.assert(
    fc.property(text, fc.integer({ min: 1_000, max: 4_000 }), (whole, limit) => {
      const bounded = shown(boundResult(textResult(whole), limit));
      if (bytes(whole) <= limit) return expect(bounded).toBe(whole);
      expect(bytes(bounded)).toBeLessThanOrEqual(limit);
      const match = /^(.*?)\n?\[(\d+) of (\d+) bytes left out here; [^\]]*\]\n(.*)$/s.exec(bounded);
      const [, head = "?", dropped, , tail = "?"] = match ?? [];
      const plain = Buffer.from(whole).toString();
      expect(plain.startsWith(head)).toBe(true);
      expect(plain.endsWith(tail)).toBe(true);
      expect(bytes(head) + bytes(tail) + Number(dropped)).toBeLessThanOrEqual(bytes(whole));
      expect(bytes(head) + bytes(tail) + Number(dropped)).toBeGreaterThanOrEqual(bytes(whole) - 1);
    }),
    { numRuns: 300 },
  );
});

it("no part of a secret is kept, wherever a cut goes through it", () => {
  // No filler has a character of a secret.
  const secret = fc.string({ unit: fc.constantFrom("A", "B", "7", "_"), minLength: 9, maxLength: 300, size: "max" });
  const filler = fc.string({ unit: fc.constantFrom("x", "é", "€", "😀", "\n", " "), maxLength: 100, size: "max" });
  const text = fc.tuple(fc.array(secret, { minLength: 1, maxLength: 3 }), fc.array(filler, { minLength: 1 }));
  fc.assert(
    fc.property(text, fc.integer({ min: 1_000, max: 4_000 }), ([secrets, fillers], limit) => {
      const piece = fillers.map((words, at) => `${secrets[at % secrets.length]}x${words}`).join("");
      const whole = `${piece.repeat(Math.ceil((2 * limit) / piece.length))}x`;
      const longestFirst = [...secrets].sort((a, b) => b.length - a.length);
      const bounded = shown(boundResult(textResult(whole), limit, longestFirst));
      expect(bounded.replace(/\[\d+ of \d+ bytes left out here[^\]]*\]/, "")).not.toMatch(/[AB7_]/);
    }),
    { numRuns: 300 },
  );
});

describe("a result of 100 MB", () => {
  const HUGE = 100_000_000;

  it("without a line break keeps head and tail and says how much is missing", () => {
    const bounded = shown(boundResult(textResult("0123456789".repeat(HUGE / 10)), 8_000));
    expect(bytes(bounded)).toBeLessThanOrEqual(8_000);
    expect(bounded).toMatch(/^(0123456789)+\d*\n\[99\d{6} of 100000000 bytes left out here; .*\]\n\d*(0123456789)+$/);
  });

  it("has its secrets taken out where it is kept, not in all of it", () => {
    const secret = "A secret of 25 characters";
    const piece = `${secret}\n`;
    const bounded = shown(boundResult(textResult(piece.repeat(HUGE / piece.length)), 8_000, [secret]));
    expect(bounded).toMatch(/^(\[redacted\]\n)+\[\d+ of \d+ bytes left out here; .*\]\n(\[redacted\]\n)+$/);
  });

  it("of long and short lines in several parts keeps whole lines at both ends", () => {
    const line = `${"long ".repeat(20)}\n`;
    const half = { type: "text" as const, text: line.repeat(HUGE / 2 / line.length) };
    const bounded = shown(boundResult({ status: "ok", content: [half, { ...half, text: `é${half.text}` }] }, 8_000));
    const [head = "", tail = ""] = bounded.split(/\[\d+ of \d+ bytes left out here; .*\]\n/);
    expect(head.replaceAll(line, "")).toBe("");
    expect(tail.replaceAll(line, "")).toBe("");
    expect(bytes(bounded)).toBeGreaterThan(7_500);
  });
});
