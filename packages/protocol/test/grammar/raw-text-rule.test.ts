import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Grammar } from "../../src/grammar/gbnf.js";
import { type RawText, rawText } from "../../src/grammar/raw-text-rule.js";
import { acceptsText } from "./accepts-text.js";
import { parseGbnf } from "./gbnf-grammar.js";
import { TextSampler } from "./sample-text.js";

const TAGS = ["path", "paths", "pa", "tool_call", "｜DSML｜invoke"];
const ANY: RawText = { tags: TAGS, min: 0, max: undefined, solidEnds: false, isWord: false };

function grammarOf(bounds: Partial<RawText> = {}) {
  const grammar = new Grammar();
  return parseGbnf(grammar.write(rawText(grammar, { ...ANY, ...bounds })));
}

/** A tag of one of the names, as lenient as any reader is. */
const ANY_TAG = new RegExp(`<[/ \\t]*(?:${TAGS.join("|")})(?![\\w.:\\-\\u0080-\\u{10FFFF}])`, "iu");

describe("raw text", () => {
  test("holds no tag of the names, whatever is written", () => {
    const sampler = new TextSampler(grammarOf());
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(sampler.sample(seed)).not.toMatch(ANY_TAG);
      }),
      { numRuns: 1000 },
    );
  });

  const pieces = fc.array(
    fc.constantFrom(
      "<",
      "</",
      "< ",
      "pa",
      "th",
      "path",
      "PATH",
      "s",
      ">",
      "=",
      "x",
      "\n",
      " ",
      "tool_",
      "call",
      "｜DSML｜",
    ),
    { maxLength: 7 },
  );

  test("is any text without such a tag that does not end where one may have begun", () => {
    const grammar = grammarOf();
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join("");
        // Behind `!` no tag goes on, so what is judged is the text itself.
        expect(acceptsText(grammar, `${text}!`)).toBe(!ANY_TAG.test(`${text}!`));
      }),
      { numRuns: 2000 },
    );
  });

  test.each(["<", "a </", "< tool_cal", "<path", "\r", "\0"])("is not %j", (text) => {
    expect(acceptsText(grammarOf(), text)).toBe(false);
  });

  test.each(["", "if (a < b) {", "<p>x</p>", "<pathological>", "a <<<b", "<paths2/>", "é🎉"])("is %j", (text) => {
    expect(acceptsText(grammarOf(), text)).toBe(true);
  });

  test("with solid ends does not begin or end with blanks", () => {
    const grammar = grammarOf({ solidEnds: true });
    expect(["", "a", "a b", "a\n\nb", "a < b", "é"].filter((text) => !acceptsText(grammar, text))).toEqual([]);
    expect([" a", "a ", "\n", "a\n", " ", "\uFEFFa", "a\u2028"].filter((text) => acceptsText(grammar, text))).toEqual(
      [],
    );
  });

  test("that is a word does not begin like a number, an array or an object", () => {
    const grammar = grammarOf({ isWord: true });
    expect(["", "a1", "true", ".5"].filter((text) => !acceptsText(grammar, text))).toEqual([]);
    expect(["1", "-a", "[]", "{", " 1"].filter((text) => acceptsText(grammar, text))).toEqual([]);
  });

  test.each([
    { solidEnds: false, isWord: false },
    { solidEnds: false, isWord: true },
    { solidEnds: true, isWord: false },
    { solidEnds: true, isWord: true },
  ])("has as many characters as it is told: %j", (ends) => {
    for (const [min, max] of [
      [0, 1],
      [1, 1],
      [1, 3],
      [2, 2],
      [3, 5],
    ] as const) {
      const grammar = grammarOf({ ...ends, min, max });
      const lengths = [0, 1, 2, 3, 4, 5, 6].filter((length) => acceptsText(grammar, "x".repeat(length)));
      expect(lengths).toEqual([0, 1, 2, 3, 4, 5, 6].filter((length) => min <= length && length <= max));
    }
  });
});
