import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Grammar } from "../../src/grammar/gbnf.js";
import { integerRule, numberRule } from "../../src/grammar/number-rule.js";
import { acceptsText } from "./accepts-text.js";
import { parseGbnf } from "./gbnf-grammar.js";
import { TextSampler } from "./sample-text.js";

function grammarOf(rule: ReturnType<typeof integerRule>) {
  return parseGbnf(new Grammar().write(rule));
}

const bounds = fc
  .tuple(
    fc.option(fc.integer({ min: -3000, max: 3000 }), { nil: undefined }),
    fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
  )
  .map(([min, span]) => ({ min, max: span === undefined ? undefined : (min ?? 0) + span }));

describe("the rule of whole numbers", () => {
  test("allows a number if and only if it is within the bounds", () => {
    fc.assert(
      fc.property(bounds, fc.integer({ min: -6000, max: 10_000 }), (within, number) => {
        const { min = -Infinity, max = Infinity } = within;
        const isWithin = min <= number && number <= max;
        expect(acceptsText(grammarOf(integerRule(within)), String(number))).toBe(isWithin);
      }),
      { numRuns: 1000 },
    );
  });

  test.each(["-0", "007", "1.0", "1e3", "", "-", "1234567890123456"])("does not allow %j", (text) => {
    expect(acceptsText(grammarOf(integerRule({ min: undefined, max: undefined })), text)).toBe(false);
  });

  test("allows any number where no number is within the bounds", () => {
    expect(acceptsText(grammarOf(integerRule({ min: 5, max: 4 })), "17")).toBe(true);
  });
});

describe("the rule of numbers", () => {
  test("allows nothing out of the bounds", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -50, max: 50, noNaN: true }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.nat(),
        (min, span, seed) => {
          const number = Number(new TextSampler(grammarOf(numberRule({ min, max: min + span }))).sample(seed));
          const nothingFits = /e/.test(`${min}${min + span}`);
          expect(nothingFits || (min <= number && number <= min + span)).toBe(true);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each(["0", "-0.5", "3.25", "12e5", "1.5E-7"])("allows %s where there are no bounds", (text) => {
    expect(acceptsText(grammarOf(numberRule({ min: undefined, max: undefined })), text)).toBe(true);
  });

  test.each([
    [{ min: 0, max: 1 }, ["0", "0.5", "1"], ["1.5", "-0.5", "2", "1.0001"]],
    [{ min: -1.5, max: undefined }, ["-1.5", "-1", "-0.25", "3.75"], ["-1.75", "-2"]],
    [{ min: 0.5, max: 0.7 }, ["0.5", "0.7"], ["0.8", "1"]],
  ])("within %j allows %j and not %j", (within, allowed, refused) => {
    const grammar = grammarOf(numberRule(within));
    expect(allowed.filter((text) => !acceptsText(grammar, text))).toEqual([]);
    expect(refused.filter((text) => acceptsText(grammar, text))).toEqual([]);
  });
});
