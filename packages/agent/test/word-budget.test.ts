import { describe, expect, it } from "vitest";
import { wordUse } from "../src/word-budget.js";

describe("how much of a limit is used", () => {
  it.each([
    [{ budget: "seconds", used: 0.45, limit: 0.4 }, "0.4 of 0.4 seconds"],
    [{ budget: "seconds", used: 59.9, limit: 60 }, "59 of 60 seconds"],
    [{ budget: "tokens", used: 16_288, limit: 20_000, estimated: true }, "about 16,288 of 20,000 tokens"],
    [{ budget: "cost", used: 0.0086, limit: 0.01 }, "$0.0086 of $0.0100"],
  ] as const)("%j is said as %s", (use, words) => {
    expect(wordUse(use)).toBe(words);
  });
});
