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
      tier: "full",
      tools: [],
      rules: [],
      parallelToolCalls: true,
      limits: DEFAULT_LIMITS,
      timers: REMOTE_TIMERS,
      profile: { server: "a", model: "b", reasoning: { form: "none", back: "drop" }, bytesPerToken: 4, prices },
    },
  });
}

function requestOf(usage: Usage, bytes: number, cachePrefixBytes: number): SessionEvent {
  return event({
    type: "request-finished",
    requestId: "r",
    usage,
    reason: "stop",
    timings: { totalMs: 1 },
    bytes,
    cachePrefixBytes,
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
      requestOf({ inputTokens: 1_234_567, outputTokens: 5 }, 100, 0),
      event({ type: "turn-finished", turn: 1, calls: 0, reason: "stop" }),
    ]);
    expect(line).toMatch(/^1 turn · 1,234,567 tokens in, 5 out · \d+\.\d s$/);
    expect(lineOf([requestOf({ inputTokens: 1, outputTokens: 1, estimated: true }, 1, 0)])).toContain("about 1 tokens");
  });

  test("says what it cost where prices are known: cached input at its own price", () => {
    const prices = { input: 10, output: 20, cacheRead: 1 };
    const usage = { inputTokens: 1_000_000, cacheReadTokens: 900_000, outputTokens: 100_000 };
    expect(lineOf([configWith(prices), requestOf(usage, 1, 0)])).toContain("· $3.9000 ·");
    expect(lineOf([requestOf(usage, 1, 0)])).not.toContain("$");
  });

  test("says how much of each request began as the one before it", () => {
    const requests = [requestOf({}, 100, 0), requestOf({}, 300, 100), requestOf({}, 400, 150)];
    expect(lineOf(requests)).toContain("· 62 % prefix kept ·");
    expect(lineOf(requests.slice(0, 2))).toContain("· 100 % prefix kept ·");
    expect(lineOf(requests.slice(0, 1))).not.toContain("prefix");
  });
});
