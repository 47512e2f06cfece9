import { describe, expect, test } from "vitest";
import { playContext } from "../../conformance/context/play-context.js";
import { brokenPair, sentMessages } from "../../conformance/context/sent-messages.js";
import type { Line } from "../../conformance/kind.js";
import { CONTEXT } from "../../conformance/kinds/context.js";

const run = async (given: object, expected: object) => CONTEXT.run({ id: "own", given, expect: expected } as Line, "");

const TALK = [
  { role: "user", text: "TASK: mind legacy/" },
  { role: "assistant", text: "step 1", calls: ["a1", "a2"] },
  { role: "tool", results: ["a1", "a2"] },
  { role: "assistant", text: "step 2", calls: ["b1"] },
  { role: "tool", results: ["b1"] },
  { role: "user", text: "go on" },
] as const;
const ORPHAN = [
  { role: "user", text: "t" },
  { role: "assistant", calls: ["a1"] },
  { role: "user", text: "next" },
] as const;

describe("a conversation in smaller and smaller windows", () => {
  test("is sent in some of them, and in some with less of it", async () => {
    const plays = await playContext({ messages: TALK });
    expect(plays.length).toBeGreaterThan(8);
    const bodies = plays.map(({ requests }) => requests[0]?.body ?? "");
    expect(bodies.some((body) => body.includes("result of a1"))).toBe(true);
    expect(bodies.some((body) => body.includes("TASK") && !body.includes("result of a1"))).toBe(true);
    expect(bodies.filter((body) => body === "").length).toBeLessThan(bodies.length / 2);
  });

  test.each([
    [{ invariant: "pairs" }, "passed"],
    [{ keepsFirst: true, containsText: "TASK: mind legacy/" }, "passed"],
    [{ containsText: "TASK: mind something" }, "failed"],
    [{ containsText: "result of a1" }, "failed"],
    [{ compactionsAtMost: 0 }, "failed"],
    [{ somethingElse: true }, "failed"],
  ])("with %j has %s", async (expected, status) => {
    expect(await run({ messages: TALK }, expected)).toMatchObject({ status });
  });
});

test.each([
  [{ insertedResultFor: ["a1"], placedRightAfterCall: true, isError: true, persisted: false }, "passed"],
  [{ insertedResultFor: ["a2"] }, "failed"],
  [{ insertedResultFor: ["a1"], isError: false }, "failed"],
  [{ insertedResultFor: ["a1"], persisted: true }, "failed"],
])("a call without a result, with %j has %s", async (expected, status) => {
  expect(await run({ messages: ORPHAN }, expected)).toMatchObject({ status });
});

test.each([
  [
    "a fixed part",
    { window: 10_000, systemTokens: 9_900, historyTokens: 50 },
    { compactionsAtMost: 1, stops: true, message: "fixed part too large" },
    { stops: false },
  ],
  [
    "a fixed part that fits",
    { window: 10_000, systemTokens: 100, historyTokens: 50 },
    { stops: false, compactions: 0 },
    { stops: true },
  ],
  [
    "a summary that would not fit",
    { window: 20_000, usedTokens: 18_000, summaryOutputBudget: 3_000 },
    { fitsBeforeSending: true, fallback: "drop oldest" },
    { fitsBeforeSending: false },
  ],
  [
    "a summary that is never wanted",
    { window: 20_000, usedTokens: 1_000, summaryOutputBudget: 3_000 },
    { fitsBeforeSending: true },
    { fallback: "drop oldest" },
  ],
  [
    "an answer that is longer than what is left",
    { window: 20_000, promptTokens: 14_000, maxOutput: 6_000 },
    { maxOutputSentAtMost: 5_999, compactions: 0 },
    { maxOutputSentAtMost: 5_998 },
  ],
  [
    "a silent cut",
    { provider: "ollama", estimatedInput: 9_000, usage: { input: 2_051 } },
    { warns: "input was cut by the server", treatAs: "context_overflow" },
    { treatAs: "overloaded" },
  ],
  [
    "no cut",
    { provider: "ollama", estimatedInput: 9_000, usage: { input: 9_000 } },
    {},
    { warns: "input was cut by the server" },
  ],
  [
    "a long result",
    { window: 8_000, toolResultChars: 100_000 },
    { resultCharsAtMost: 8_000, marker: true, keepsHeadAndTail: true },
    { resultCharsAtMost: 5_000 },
  ],
  [
    "a short result",
    { window: 8_000, toolResultChars: 1_000 },
    { marker: false, keepsHeadAndTail: true },
    { marker: true },
  ],
  [
    "a smaller window",
    { usedTokens: 9_000, newWindow: 6_000 },
    { shrinksBeforeFirstRequest: true },
    { compactions: 0 },
  ],
  [
    "a window that is large enough",
    { usedTokens: 9_000, newWindow: 60_000 },
    { shrinksBeforeFirstRequest: false },
    { shrinksBeforeFirstRequest: true },
  ],
])("%s is judged by what was sent", async (_what, given, right, wrong) => {
  expect(await run(given, right)).toEqual({ status: "passed" });
  expect(await run(given, { ...right, ...wrong })).toMatchObject({ status: "failed" });
});

test("a call that is parted from its result is seen", () => {
  const use = { role: "assistant", content: [{ type: "tool_use", id: "1", input: { path: "a" } }] };
  const answer = { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: "r" }] };
  const words = { role: "user", content: [{ type: "text", text: "x" }] };
  const broken = (...messages: Record<string, unknown>[]) => brokenPair(sentMessages({ messages }));
  expect(broken(words, use, answer)).toBeUndefined();
  expect(broken(words, use)).toBeDefined();
  expect(broken(words, use, words, answer)).toBeDefined();
  expect(broken(answer)).toBeDefined();
});
