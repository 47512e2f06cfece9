import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitSections } from "../../src/prompt/fit-sections.js";

const section = (text: string, source = "AGENTS.md") => ({ title: "Rules", text, source });
const bytesOf = (texts: readonly { text: string }[]) =>
  texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);

describe("sections that must fit", () => {
  it("stay as they are where they do", () => {
    const sections = [section("a\n"), section("bb\n")];
    for (const [at, one] of fitSections(sections, 5).entries()) expect(one).toBe(sections[at]);
  });

  it("are cut behind a line, and say how much is missing", () => {
    expect(fitSections([section("one\ntwo\nthree\n")], 10)).toEqual([{ ...section("one\ntwo\n"), leftOut: 6 }]);
  });

  it("are cut within a line that is too long for what there is, never within a character", () => {
    expect(fitSections([section("ää")], 3)).toEqual([{ ...section("ä"), leftOut: 2 }]);
  });

  it("that are short stay whole beside one that is long", () => {
    const [short, long] = fitSections([section("short\n"), section("x\n".repeat(1000))], 106);
    expect(short).toEqual(section("short\n"));
    expect(long).toEqual({ ...section("x\n".repeat(50)), leftOut: 1900 });
  });

  it("take no more than there is, lose no byte uncounted, and what is missing adds up when they are cut again", () => {
    const sections = fc.array(
      fc
        .array(fc.string({ unit: "grapheme", maxLength: 12 }), { maxLength: 30 })
        .map((lines) => section(lines.join("\n"))),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(sections, fc.nat(400), fc.nat(200), (given, first, second) => {
        let now: readonly (ReturnType<typeof section> & { leftOut?: number })[] = given;
        for (const room of [first, second]) {
          now = fitSections(now, room);
          expect(bytesOf(now)).toBeLessThanOrEqual(room);
        }
        for (const [at, { text, leftOut = 0 }] of now.entries()) {
          const before = given[at]?.text ?? "";
          expect(before.startsWith(text)).toBe(true);
          expect(Buffer.byteLength(text) + leftOut).toBe(Buffer.byteLength(before));
        }
      }),
    );
  });
});
