import type { StreamChunk, Usage } from "@millrace/protocol";
import { untilAborted } from "./abortable.js";
import { asModelError } from "./as-model-error.js";
import { asSentence } from "./as-sentence.js";
import type { Clock } from "./clock.js";
import { OVERFLOW_REMEDY } from "./context/overflow-remedy.js";
import { describeSizes } from "./describe-sizes.js";
import type { EventStream } from "./event-stream.js";
import type { RequestTimings } from "./events/session-event.js";
import { MAX_RETRIES, type Timers } from "./limits.js";
import { isMalformedCall } from "./malformed-call.js";
import type { ModelClient } from "./model-client.js";
import { ModelError } from "./model-error.js";
import { OpenStream } from "./open-stream.js";
import { PhaseTimers } from "./phase-timers.js";
import type { PreparedRequest } from "./prepare-request.js";
import type { RetryBudget } from "./retry-budget.js";

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
  /**
   * Makes the request; `roomBytes` is what it must fit where the server refused a longer one. Rejects where
   * nothing can be left out any more.
   */
  prepare(roomBytes?: number): Promise<PreparedRequest>;
  /** Filled while the request runs, for whoever accounts for it. */
  record: RequestRecord;
}

/** What became known of a request: also when it is closed early or breaks. */
export interface RequestRecord {
  /** Of the last attempt, as far as no event has told it: that of a discarded one is in its `request-retrying`. */
  usage: Usage;
  /** What the server has, undefined while nothing is under way. */
  sent: PreparedRequest | undefined;
  timings: RequestTimings;
}

/** What was sent is said to be too long: fit to this share of it where the server does not say how much it takes. */
const BLIND_FIT = 0.7;

/** What a consumer gets: content, and last how the answer ended. Usage and keep-alives stay here. */
export type ContentChunk = Exclude<StreamChunk, { type: "usage" | "keep-alive" }>;

/**
 * Sends one request and yields its answer: prepares it, opens the stream, probes for the first content, then passes
 * everything through, `finish` last.
 *
 * A failure before content leaves no trace but its usage and is retried by its facts; an overflow is fitted to the
 * window the server names and sent once more, a second time only if the user says so. A failure after content is never
 * retried here: it is thrown, as is what retries could not mend (ModelError) and the signal's reason on abort. An end without `finish` is such a failure.
 * Closing the generator closes the connection. No timer is left running.
 */
export async function* attemptApiRequest(attempt: RequestAttempt): AsyncGenerator<ContentChunk, void, void> {
  const { requestId, turn, events, record, signal } = attempt;
  // What is not sent yet costs nothing, and a stopped run waits for no journal.
  let sized = await untilAborted(attempt.prepare(), signal);
  events.emit({
    type: "request-started",
    requestId,
    turn,
    tokensEstimated: sized.tokensEstimated,
    bytes: sized.bytes,
  });
  let fitted = false;
  for (;;) {
    const exchange = new Exchange(attempt, sized);
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
      if (exchange.finish !== undefined && !isServerError(exchange.finish)) {
        // The answer was whole already: a connection that breaks behind its end took nothing with it.
        yield exchange.finish;
        return;
      }
      const failure = asModelError(error, providerOf(attempt.model));
      if (exchange.hadContent) throw failure;
      record.sent = undefined;
      if (failure.kind === "context_overflow") {
        if (fitted) await askToFitAgain(attempt, failure, sized);
        fitted = true;
        sized = await fitSmaller(attempt, failure, sized);
        continue;
      }
      await attempt.budget.spend(failure, { requestId, takeUsage: () => takeUsage(record) }, signal);
    } finally {
      record.timings = exchange.close();
    }
  }
}

type Finish = Extract<StreamChunk, { type: "finish" }>;

/** The server gave up in the middle of the answer. A call that it could not read is the model's doing. */
function isServerError({ reason, raw }: Finish): boolean {
  return reason === "error" && !isMalformedCall(raw);
}

/** One try: its connection and its timers. */
class Exchange {
  readonly #stream: OpenStream;
  readonly #timers: PhaseTimers;
  readonly #record: RequestRecord;
  readonly #provider: string;
  hadContent = false;
  /** How the answer ended, once the wire has said it. */
  finish: Finish | undefined;

  constructor(attempt: RequestAttempt, { request, tokensEstimated: tokens }: PreparedRequest) {
    this.#record = attempt.record;
    this.#provider = providerOf(attempt.model);
    this.#stream = new OpenStream(attempt.model, request, attempt.signal, (phase) => this.#timers.connection(phase));
    this.#timers = new PhaseTimers({
      clock: attempt.clock,
      timers: attempt.timersFor(tokens),
      provider: this.#provider,
      onTimeout: (error) => this.#stream.abort(error),
      onNews: (news) => attempt.events.emit({ type: "request-phase", requestId: attempt.requestId, ...news }),
    });
  }

  next(): Promise<IteratorResult<StreamChunk, unknown>> {
    return this.#stream.next();
  }

  /**
   * Takes what came. Gives content; `finish` only when the stream has ended behind it, as usage may follow a finish on
   * the wire; undefined for all else. Throws a ModelError where the stream ended in the middle.
   */
  take(step: IteratorResult<StreamChunk, unknown>): ContentChunk | undefined {
    if (step.done === true) return this.#ended();
    const chunk = step.value;
    switch (chunk.type) {
      case "usage":
        this.#record.usage = { ...this.#record.usage, ...chunk.usage };
        this.#timers.keepAlive();
        return undefined;
      case "keep-alive":
        this.#timers.keepAlive();
        return undefined;
      case "finish":
        this.finish = chunk;
        return undefined;
      default:
        this.hadContent = true;
        this.#timers.content();
        return chunk;
    }
  }

  close(): RequestTimings {
    this.#timers.stop();
    this.#stream.close();
    return this.#timers.timings();
  }

  #ended(): ContentChunk {
    const phase = this.hadContent ? "stream" : "first-content";
    if (this.finish === undefined) {
      throw new ModelError("The connection ended before the answer did.", {
        kind: "network",
        phase,
        retryable: true,
        provider: this.#provider,
        remedy: "See whether the server or a proxy before it ends long answers.",
      });
    }
    if (isServerError(this.finish)) {
      const { raw = "no more is known" } = this.finish;
      this.finish = undefined;
      throw new ModelError(`The server ended the answer with an error (${raw}).`, {
        kind: "unknown",
        phase,
        retryable: true,
        provider: this.#provider,
        remedy: "See the log of the server.",
      });
    }
    return this.finish;
  }
}

function providerOf(model: ModelClient): string {
  return model.id.split("/", 1)[0] ?? model.id;
}

/** What a try cost, for the one event that tells it. */
function takeUsage(record: RequestRecord): Usage {
  const { usage } = record;
  record.usage = {};
  return usage;
}

/** The request made to fit the window that the server named, by the bytes that were too many for it. */
async function fitSmaller(
  attempt: RequestAttempt,
  { kind, message, limitTokens, usedTokens }: ModelError,
  { bytes, tokensEstimated }: PreparedRequest,
): Promise<PreparedRequest> {
  const { requestId, events, record, signal } = attempt;
  const named = limitTokens === undefined ? undefined : (limitTokens / (usedTokens ?? tokensEstimated)) * bytes;
  // A server that counts the answer it was asked for may name more than the prompt took.
  const roomBytes = Math.floor(named !== undefined && named < bytes ? named : bytes * BLIND_FIT);
  const smaller = await untilAborted(attempt.prepare(roomBytes), signal);
  const usage = takeUsage(record);
  const spent = Object.keys(usage).length === 0 ? {} : { usage };
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
    ...spent,
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
