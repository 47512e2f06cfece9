import type { EventOf } from "@millrace/agent";

/** `Trying again in 4 s (2 of 3): Ollama answered 503: busy`. */
export function wordRetry({ delayMs, attempt, max, message }: EventOf<"request-retrying">): string {
  return `Trying again in ${Math.round(delayMs / 1_000)} s (${attempt} of ${max}): ${message}`;
}
