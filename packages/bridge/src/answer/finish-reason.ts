import type { FinishReason } from "@millrace/protocol";
import type { CallCounts } from "./answer-source.js";

/**
 * Why an answer ended, as a client is to act on it. Calls decide where the upstream did not cut the answer: servers say
 * `stop` behind calls, and a model that writes calls as text ends like any other text.
 */
export function finishReasonFor(reason: FinishReason, { whole, cut }: Pick<CallCounts, "whole" | "cut">): FinishReason {
  if (reason === "length" || reason === "content-filter" || reason === "error") return reason;
  if (cut > 0) return "length";
  if (whole > 0) return "tool-calls";
  return reason === "tool-calls" ? "stop" : reason;
}
