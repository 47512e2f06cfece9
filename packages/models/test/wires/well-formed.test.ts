import fc from "fast-check";
import { expect, test } from "vitest";
import { wellFormed } from "../../src/wires/well-formed.js";

test("halves of surrogate pairs become U+FFFD, and nothing else is changed", () => {
  const half = fc.constantFrom("\ud83d", "\ude00", "\\ud83d", "\\\\ud83d", "\\", "ud83d", "😀", "\ufffd", '"', "a");
  fc.assert(
    fc.property(fc.array(half), (pieces) => {
      const text = pieces.join("");
      const whole = text.replace(/\p{Surrogate}/gu, "\ufffd");
      expect(JSON.parse(wellFormed(JSON.stringify({ [text]: text })))).toEqual({ [whole]: whole });
    }),
  );
});
