import { wait } from "./abortable.js";
import type { Clock } from "./clock.js";
import type { EventStream } from "./event-stream.js";
import type { EventOf } from "./events/session-event.js";
import { PHASE_NEWS_MS } from "./limits.js";

/** What is told of a request that is sent again. */
export type Retry = Omit<EventOf<"request-retrying">, "v" | "seq" | "at" | "type">;

/** Node's timers come up to this much before their time: that is no second more to tell of. */
const EARLY_MS = 1;

/**
 * Tells that a request is sent again, then once a second how long it still is, and resolves when it is time. A process
 * that was stopped meanwhile goes on at once where the time is over. Rejects with the signal's reason on abort.
 */
export async function waitToRetry(retry: Retry, clock: Clock, events: EventStream, signal: AbortSignal): Promise<void> {
  const { requestId, attempt, max, delayMs } = retry;
  const until = clock.monotonic() + delayMs;
  events.emit({ type: "request-retrying", ...retry });
  for (let leftMs = delayMs; leftMs > EARLY_MS; leftMs = until - clock.monotonic()) {
    if (leftMs < delayMs) events.emit({ type: "retry-countdown", requestId, attempt, max, leftMs });
    // On whole seconds, so that a screen counts 3, 2, 1.
    const next = Math.ceil((leftMs - EARLY_MS) / PHASE_NEWS_MS) - 1;
    await wait(clock, leftMs - next * PHASE_NEWS_MS, signal);
  }
}
