import { expect, test } from "vitest";
import { decideRetry } from "../../src/retry-policy.js";
import { modelError } from "./scripted-model.js";

test("waits double from 2 s, longer by a tenth at most", () => {
  const delays = (random: number) =>
    [1, 2, 3].map((failures) => {
      const decision = decideRetry(modelError(), failures, random);
      return decision.action === "wait" ? decision.delayMs : undefined;
    });
  expect(delays(0)).toEqual([2_000, 4_000, 8_000]);
  expect(delays(0.999_999)).toEqual([2_200, 4_400, 8_800]);
});

test("what the server asks for is a lower bound, a shorter one changes nothing", () => {
  expect(decideRetry(modelError({ retryAfterMs: 20_000 }), 1, 0)).toEqual({ action: "wait", delayMs: 20_000 });
  expect(decideRetry(modelError({ retryAfterMs: 10 }), 2, 0)).toEqual({ action: "wait", delayMs: 4_000 });
  expect(decideRetry(modelError({ retryAfterMs: 60_000 }), 1, 0)).toEqual({ action: "wait", delayMs: 60_000 });
  expect(decideRetry(modelError({ retryAfterMs: 60_001 }), 1, 0)).toEqual({ action: "ask" });
});

test("the fact decides, not the kind: what may not be sent again is not", () => {
  expect(decideRetry(modelError({ kind: "overloaded", retryable: false }), 1, 0)).toEqual({ action: "fail" });
  expect(decideRetry(modelError({ kind: "unknown", retryable: true }), 4, 0)).toEqual({ action: "ask" });
});
