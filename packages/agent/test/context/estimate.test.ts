import { describe, expect, it } from "vitest";
import { TokenEstimator } from "../../src/context/estimate.js";

describe("the token estimator", () => {
  it("starts with the profile's bytes per token", () => {
    expect(new TokenEstimator(4).estimate(4_001)).toBe(1_001);
  });

  it("comes near to what the server reports", () => {
    const estimator = new TokenEstimator(4);
    for (let turn = 0; turn < 10; turn++) estimator.learn(10_000, { inputTokens: 4_000 });
    expect(estimator.estimate(10_000)).toBeGreaterThan(3_950);
    expect(estimator.estimate(10_000)).toBeLessThan(4_050);
  });

  it.each([
    ["an estimate of our own", 10_000, { inputTokens: 4_000, estimated: true }],
    ["no count", 10_000, { outputTokens: 5 }],
    ["a very small request", 300, { inputTokens: 150 }],
    ["a prompt that the server cut (ctx-007)", 63_000, { inputTokens: 2_051 }],
    ["a count of something else", 1_000, { inputTokens: 50_000 }],
  ] as const)("does not learn from %s", (_, bytes, usage) => {
    const estimator = new TokenEstimator(4);
    estimator.learn(bytes, usage);
    expect(estimator.bytesPerToken).toBe(4);
  });
});
