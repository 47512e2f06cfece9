import { MAX_RETRIES, MAX_RETRY_AFTER_MS, RETRY_BASE_MS, RETRY_JITTER } from "./limits.js";
import type { ModelError } from "./model-error.js";

/**
 * What to do about a failed request.
 * - `wait`: send it again after `delayMs`.
 * - `ask`: waiting alone will not do: the user decides.
 * - `fail`: sending it again cannot help.
 */
export type RetryDecision = { action: "wait"; delayMs: number } | { action: "ask" } | { action: "fail" };

/**
 * Decides by the facts of the error. `failures` counts those of this request so far, this one included. `random` is in
 * [0, 1). A wait is 2, 4, 8 s, or what the server asked for where that is longer, plus up to a tenth: never less than
 * asked for. A server that wants more than a minute is not waited for.
 */
export function decideRetry(error: ModelError, failures: number, random: number): RetryDecision {
  if (!error.retryable) return { action: "fail" };
  const asked = error.retryAfterMs ?? 0;
  if (failures > MAX_RETRIES || asked > MAX_RETRY_AFTER_MS) return { action: "ask" };
  const backoff = RETRY_BASE_MS * 2 ** (failures - 1);
  return { action: "wait", delayMs: Math.round(Math.max(backoff, asked) * (1 + RETRY_JITTER * random)) };
}
