import type { SessionEvent } from "./session-event.js";

/** Sums over all requests of a session, failed ones included. */
export interface UsageTotals {
  requests: number;
  /** Tokens of all prompts, those from a cache included. */
  inputTokens: number;
  /** Tokens. */
  outputTokens: number;
  /** Tokens of `inputTokens`. Absent where no server reported any, which says nothing of its cache. */
  cacheReadTokens?: number;
  /** Tokens of `inputTokens`. Absent where no server reported any. */
  cacheWriteTokens?: number;
  /** Some of the tokens are our own guess: the server reported none. */
  estimated?: true;
  /** UTF-8 bytes of all requests but the last one. */
  previousBytes: number;
  /** UTF-8 bytes of these that began the request behind them. */
  cachePrefixBytes: number;
}

/** The sums before the first event. */
export function emptyUsage(): UsageTotals {
  return { requests: 0, inputTokens: 0, outputTokens: 0, previousBytes: 0, cachePrefixBytes: 0 };
}

/**
 * Takes one more event into the sums, which it changes. O(1). Events that tell of no cost are passed over.
 *
 * @example
 * const totals = emptyUsage();
 * task.subscribe((event) => addUsage(totals, event));
 */
export function addUsage(totals: UsageTotals, event: SessionEvent): void {
  if (event.type === "request-finished") {
    totals.previousBytes += event.previousBytes;
    totals.cachePrefixBytes += event.cachePrefixBytes;
  } else if (event.type !== "request-retrying" && event.type !== "request-failed") return;
  const { usage } = event;
  if (usage === undefined) return;
  totals.requests++;
  totals.inputTokens += usage.inputTokens ?? 0;
  totals.outputTokens += usage.outputTokens ?? 0;
  if (usage.cacheReadTokens !== undefined) {
    totals.cacheReadTokens = (totals.cacheReadTokens ?? 0) + usage.cacheReadTokens;
  }
  if (usage.cacheWriteTokens !== undefined) {
    totals.cacheWriteTokens = (totals.cacheWriteTokens ?? 0) + usage.cacheWriteTokens;
  }
  if (usage.estimated) totals.estimated = true;
}

/** The share of the requests that began the one behind them, 0 to 1; undefined where only one was sent. */
export function prefixShare({ previousBytes, cachePrefixBytes }: UsageTotals): number | undefined {
  return previousBytes === 0 ? undefined : cachePrefixBytes / previousBytes;
}
