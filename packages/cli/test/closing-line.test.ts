import { DEFAULT_LIMITS, type Prices, REMOTE_TIMERS, type SessionEvent, type SessionEventBody } from "@millrace/agent";
import type { Usage } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { RunTotals } from "../src/run/closing-line.js";

const event = (body: SessionEventBody): SessionEvent => ({ v: 1, seq: 1, at: 0, ...body });

function configWith(prices: Prices): SessionEvent {
  return event({
    type: "config-frozen",
    turn: 1,
    config: {
      mode: "ask",
      model: "a/b",
      protocol: "native",
      dialect: "cline",
      reads: "cline",
      tier: "full",
      tools: [],
      rules: [],
      parallelToolCalls: true,
      limits: DEFAULT_LIMITS,
      timers: REMOTE_TIMERS,
      profile: {
        server: "a",
        model: "b",
        reasoning: { form: "none", back: "drop" },
        prices: { value: prices, from: "user", at: "" },
      },
    },
  });
}

/** `kept` of the bytes of the request before began it. */
function requestOf(usage: Usage, previousBytes = 0, kept = previousBytes): SessionEvent {
  return event({
    type: "request-finished",
    requestId: "r",
    usage,
    reason: "stop",
    timings: { totalMs: 1 },
    bytes: previousBytes + 1,
    previousBytes,
    cachePrefixBytes: kept,
  });
}

function lineOf(events: readonly SessionEvent[]): string {
  const totals = new RunTotals();
  for (const one of events) totals.add(one);
  return totals.line();
}

describe("the closing line", () => {
  test("adds up turns and tokens, and marks a guess as one", () => {
    const line = lineOf([
      requestOf({ inputTokens: 1_234_567, outputTokens: 5 }),
      event({ type: "turn-finished", turn: 1, calls: 0, reason: "stop" }),
    ]);
    expect(line).toMatch(/^1 turn · 1,234,567 tokens in, 5 out · \d+\.\d s$/);
    expect(lineOf([requestOf({ inputTokens: 1, outputTokens: 1, estimated: true })])).toContain("about 1 tokens");
  });

  test("says what it cost where prices are known: cached input at its own price", () => {
    const prices = { input: 10, output: 20, cacheRead: 1 };
    const usage = { inputTokens: 1_000_000, cacheReadTokens: 900_000, outputTokens: 100_000 };
    expect(lineOf([configWith(prices), requestOf(usage)])).toContain("· $3.9000 ·");
    expect(lineOf([requestOf(usage)])).not.toContain("$");
  });

  test("counts what failed attempts cost, too", () => {
    const failed = event({
      type: "request-retrying",
      requestId: "r",
      attempt: 1,
      max: 3,
      delayMs: 1,
      kind: "network",
      message: "It broke.",
      usage: { inputTokens: 1_000, outputTokens: 20 },
    });
    expect(lineOf([failed, requestOf({ inputTokens: 500, outputTokens: 3 })])).toContain("1,500 tokens in, 23 out");
  });

  test("says how much of the prompt came from the server's cache where the server says so, and not where it does not", () => {
    const usage = { inputTokens: 1_000, cacheReadTokens: 928, outputTokens: 1 };
    expect(lineOf([requestOf(usage)])).toContain("1,000 tokens in (92 % from cache), 1 out");
    expect(lineOf([requestOf({ ...usage, cacheReadTokens: 0 })])).toContain("1,000 tokens in (0 % from cache), 1 out");
    expect(lineOf([requestOf({ inputTokens: 0, cacheReadTokens: 0 })])).toContain("0 tokens in (0 % from cache)");
    expect(lineOf([requestOf({ inputTokens: 1_000 })])).not.toContain("from cache");
  });

  test("says how much of each request began the one behind it, and 100 % only where it was all", () => {
    const requests = [requestOf({}), requestOf({}, 100), requestOf({}, 300, 150)];
    expect(lineOf(requests)).toContain("· 62 % prefix kept ·");
    expect(lineOf([...requests.slice(0, 2), requestOf({}, 10_000, 9_999)])).toContain("· 99 % prefix kept ·");
    expect(lineOf(requests.slice(0, 2))).toContain("· 100 % prefix kept ·");
    expect(lineOf(requests.slice(0, 1))).not.toContain("prefix");
  });
});
