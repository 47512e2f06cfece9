import type { Usage } from "@millrace/protocol";
import { asSentence } from "./as-sentence.js";
import type { AskDesk } from "./ask-desk.js";
import type { Clock } from "./clock.js";
import type { EventStream } from "./event-stream.js";
import { MAX_RETRIES } from "./limits.js";
import type { ModelError } from "./model-error.js";
import { knownUsage } from "./request-record.js";
import { decideRetry } from "./retry-policy.js";
import { waitToRetry } from "./retry-wait.js";

/** The request that failed, for the records. */
export interface FailedRequest {
  requestId: string;
  /** Hands over what it cost all the same: called once, when that is told. */
  takeUsage(): Usage;
  /** Content was shown from this event on: readers are told to drop it when the request is sent again. */
  fromSeq?: number;
}

/** The failures of one request, or of one message in its middle: how often it may be sent again, and when to ask. */
export class RetryBudget {
  readonly #clock: Clock;
  readonly #events: EventStream;
  readonly #desk: AskDesk;
  #failures = 0;

  constructor(needs: { clock: Clock; events: EventStream; desk: AskDesk }) {
    this.#clock = needs.clock;
    this.#events = needs.events;
    this.#desk = needs.desk;
  }

  /** What was counted counts no more: the request went well. */
  reset(): void {
    this.#failures = 0;
  }

  /**
   * After a failure: returns when the request may be sent again, i.e. after its wait or the user's yes. Throws the
   * error where that cannot help or nobody wants it, and the signal's reason on abort.
   */
  async spend(error: ModelError, request: FailedRequest, signal: AbortSignal): Promise<void> {
    this.#failures++;
    const decision = decideRetry(error, this.#failures, Math.random());
    if (decision.action === "fail") throw error;
    if (decision.action === "ask") {
      const asked = error.retryAfterMs === undefined ? "" : ` The server asks to wait ${wordWait(error.retryAfterMs)}.`;
      const tried = this.#failures > 1 ? ` It was sent ${this.#failures} times.` : "";
      await this.ask(error, `${tried}${asked} Send it again now?`, signal);
    }
    return this.#sendAgain(error, request, decision.action === "wait" ? decision.delayMs : 0, signal);
  }

  /** Asks whether to go on after a failure, in words that follow it. A yes begins the count anew, a no throws the error. */
  async ask(error: ModelError, question: string, signal: AbortSignal): Promise<void> {
    const message = `The request failed: ${asSentence(error.message)}${question}`;
    const { answer } = await this.#desk.ask({ kind: "retry", message }, signal);
    if (answer === "no") throw error;
    this.#failures = 0;
  }

  async #sendAgain(error: ModelError, request: FailedRequest, delayMs: number, signal: AbortSignal): Promise<void> {
    const { requestId, fromSeq } = request;
    if (fromSeq !== undefined) this.#events.emit({ type: "request-restarted", requestId, fromSeq, why: error.message });
    const retry = {
      requestId,
      attempt: this.#failures,
      max: MAX_RETRIES,
      delayMs,
      kind: error.kind,
      message: error.message,
      ...knownUsage(request.takeUsage()),
    };
    await waitToRetry(retry, this.#clock, this.#events, signal);
  }
}

function wordWait(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
