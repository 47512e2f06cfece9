import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Grammar } from "../../src/grammar/gbnf.js";
import { textWithout } from "../../src/grammar/text-without-rule.js";
import { acceptsText } from "./accepts-text.js";
import { parseGbnf } from "./gbnf-grammar.js";

const MARKS = [
  ["<tool_call>"],
  ["<read>\n", "<read_all>\n", "<write>\n"],
  ["aabaac", "aac", "ba"],
  ["｜t▁c｜"],
  ["[T]"],
];

function grammarOf(marks: readonly string[]) {
  const grammar = new Grammar();
  return parseGbnf(grammar.write(textWithout(grammar, marks)));
}

describe.each(MARKS)("text without %j", (...marks) => {
  const grammar = grammarOf(marks);

  test("is any text in which no mark stands whole, whatever it ends with", () => {
    const piece = fc.oneof(
      fc.constantFrom(...marks.flatMap((mark) => [mark, ...mark])),
      fc.constantFrom(...marks.map((mark) => mark.slice(0, -1))),
      fc.constantFrom("x", "\n", "\u0000", "é", "🎉"),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        expect(acceptsText(grammar, text)).toBe(!marks.some((mark) => text.includes(mark)));
      }),
      { numRuns: 400 },
    );
  });

  test("has two rules at most for each beginning of a mark", () => {
    const beginnings = new Set(
      marks.flatMap((mark) => [...mark].map((_, length) => [...mark].slice(0, length).join(""))),
    );
    expect(grammar.size).toBeLessThanOrEqual(2 * beginnings.size + 2);
  });
});
