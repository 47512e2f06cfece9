import { untilAborted } from "./abortable.js";
import { asModelError } from "./as-model-error.js";
import { asSentence } from "./as-sentence.js";
import type { Clock } from "./clock.js";
import { OVERFLOW_REMEDY } from "./context/overflow-remedy.js";
import { describeSizes } from "./describe-sizes.js";
import type { EventStream } from "./event-stream.js";
import { type ContentChunk, Exchange } from "./exchange.js";
import { MAX_RETRIES, type Timers } from "./limits.js";
import type { ModelClient } from "./model-client.js";
import { ModelError } from "./model-error.js";
import type { PreparedRequest } from "./prepare-request.js";
import { knownUsage, type RequestRecord, takeUsage } from "./request-record.js";
import type { RetryBudget } from "./retry-budget.js";

/** What one request is sent with, whatever it takes. */
export interface RequestAttempt {
  requestId: string;
  turn: number;
  model: ModelClient;
  /** For a prompt of so many tokens. */
  timersFor(tokens: number): Timers;
  clock: Clock;
  events: EventStream;
  budget: RetryBudget;
  signal: AbortSignal;
  /** Makes the request. */
  prepare(): Promise<PreparedRequest>;
  /**
   * Makes it fit so many bytes, as the server refused a longer one. Rejects where nothing can be left out any more.
   * Absent: nothing is left out, and what the server said is thrown.
   */
  fit?(roomBytes: number): Promise<PreparedRequest>;
  /** Waited for before each try. Rejects where it may not be sent. Absent: any may. */
  mayTry?(sized: PreparedRequest): Promise<void>;
  /** Filled while the request runs, for whoever accounts for it. */
  record: RequestRecord;
}

/** What was sent is said to be too long: fit to this share of it where the server does not say how much it takes. */
const BLIND_FIT = 0.7;

/**
 * Sends one request and yields its answer: prepares it, opens the stream, probes for the first content, then passes
 * everything through, `finish` last.
 *
 * A failure before content leaves no trace but its usage and is retried by its facts; an overflow is fitted to the
 * window the server names and sent once more, a second time only if the user says so. A failure after content is never
 * retried here: it is thrown, as is what retries could not mend (ModelError) and the signal's reason on abort. An end
 * without `finish` is such a failure. Closing the generator closes the connection. No timer is left running.
 */
export async function* attemptApiRequest(attempt: RequestAttempt): AsyncGenerator<ContentChunk, void, void> {
  const { requestId, turn, events, record, signal } = attempt;
  // What is not sent yet costs nothing, and a stopped run waits for no journal.
  let sized = await untilAborted(attempt.prepare(), signal);
  await attempt.mayTry?.(sized);
  events.emit({
    type: "request-started",
    requestId,
    turn,
    tokensEstimated: sized.tokensEstimated,
    bytes: sized.bytes,
  });
  let fitted = false;
  for (;;) {
    const exchange = new Exchange({ ...attempt, timers: attempt.timersFor(sized.tokensEstimated) }, sized.request);
    try {
      signal.throwIfAborted();
      record.sent = sized;
      for (;;) {
        const chunk = exchange.take(await exchange.next());
        if (chunk === undefined) continue;
        yield chunk;
        if (chunk.type === "finish") return;
      }
    } catch (error) {
      // Before any wait: nothing of a failed try runs on.
      record.timings = exchange.close();
      if (signal.aborted) throw signal.reason;
      if (exchange.whole !== undefined) {
        // A connection that breaks behind the end of an answer took nothing with it.
        yield exchange.whole;
        return;
      }
      const failure = asModelError(error, exchange.provider);
      if (exchange.hadContent) throw failure;
      record.sent = undefined;
      if (failure.kind === "context_overflow" && attempt.fit !== undefined) {
        if (fitted) await askToFitAgain(attempt, failure, sized);
        fitted = true;
        sized = await fitSmaller(attempt, attempt.fit, failure, sized);
      } else {
        await attempt.budget.spend(failure, { requestId, takeUsage: () => takeUsage(record) }, signal);
      }
      await attempt.mayTry?.(sized);
    } finally {
      record.timings = exchange.close();
    }
  }
}

/** The request made to fit the window that the server named, by the bytes that were too many for it. */
async function fitSmaller(
  attempt: RequestAttempt,
  fit: Required<RequestAttempt>["fit"],
  { kind, message, limitTokens, usedTokens }: ModelError,
  { bytes, tokensEstimated }: PreparedRequest,
): Promise<PreparedRequest> {
  const { requestId, events, record, signal } = attempt;
  const named = limitTokens === undefined ? undefined : (limitTokens / (usedTokens ?? tokensEstimated)) * bytes;
  // A server that counts the answer it was asked for may name more than the prompt took.
  const roomBytes = Math.floor(named !== undefined && named < bytes ? named : bytes * BLIND_FIT);
  const smaller = await untilAborted(fit(roomBytes), signal).catch((error: unknown) => {
    if (!(error instanceof ModelError)) throw error;
    // Our count of its window is not the server's: both are said.
    throw new ModelError(`${asSentence(message)} ${error.message}`, error, { cause: error });
  });
  events.emit({
    type: "notice",
    level: "info",
    message: `The conversation was longer than the model's window${limitTokens === undefined ? "" : ` of ${limitTokens} tokens`}. It was fitted from about ${tokensEstimated} to ${smaller.tokensEstimated} tokens, is kept below from now on, and is sent again.`,
  });
  events.emit({
    type: "request-retrying",
    requestId,
    attempt: 0,
    max: MAX_RETRIES,
    delayMs: 0,
    kind,
    message,
    ...knownUsage(takeUsage(record)),
  });
  return smaller;
}

/** Fitted, and refused all the same: what is left out next is the user's to say. Throws where it is not to be. */
async function askToFitAgain(attempt: RequestAttempt, failure: ModelError, sized: PreparedRequest): Promise<void> {
  const told = new ModelError(
    `${asSentence(failure.message)} What was sent: ${describeSizes(sized)}.`,
    { ...failure, remedy: OVERFLOW_REMEDY },
    { cause: failure },
  );
  await attempt.budget.ask(
    told,
    " It had been fitted once already. Leave out more of it and send it again?",
    attempt.signal,
  );
}
