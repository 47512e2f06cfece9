import type { Usage } from "@millrace/protocol";
import type { RequestTimings } from "./events/session-event.js";
import type { PreparedRequest } from "./prepare-request.js";

/** What became known of a request: also when it is closed early or breaks. */
export interface RequestRecord {
  /** Of the last attempt, as far as no event has told it: that of a discarded one is in its `request-retrying`. */
  usage: Usage;
  /** What the server has, undefined while nothing is under way. */
  sent: PreparedRequest | undefined;
  timings: RequestTimings;
}

/** Usage as events have it: absent where nothing is known of it. */
export function knownUsage(usage: Usage): { usage?: Usage } {
  return Object.keys(usage).length === 0 ? {} : { usage };
}

/** What a try cost, for the one event that tells it. */
export function takeUsage(record: RequestRecord): Usage {
  const { usage } = record;
  record.usage = {};
  return usage;
}

/** The server counted something of a request. */
export function isReported({ inputTokens, outputTokens }: Usage): boolean {
  return inputTokens !== undefined || outputTokens !== undefined;
}

/** Usage with what is missing, or older than the answer, put in by our own count, and marked so where that was needed. */
export function estimatedUsage(usage: Usage, { tokensEstimated }: PreparedRequest, answerTokens: number): Usage {
  const { inputTokens, outputTokens } = usage;
  if (inputTokens !== undefined && outputTokens !== undefined && outputTokens >= answerTokens) return usage;
  return {
    ...usage,
    inputTokens: inputTokens ?? tokensEstimated,
    outputTokens: Math.max(outputTokens ?? 0, answerTokens),
    estimated: true,
  };
}
