import type { StreamChunk } from "@millrace/protocol";
import { AskDesk } from "./ask-desk.js";
import { attemptApiRequest } from "./attempt-api-request.js";
import { type Clock, systemClock } from "./clock.js";
import { answerTokens } from "./context/answer-tokens.js";
import { EventStream } from "./event-stream.js";
import type { SessionEvent } from "./events/session-event.js";
import { completeProfile } from "./freeze-config.js";
import { noJournal } from "./journal.js";
import { LOCAL_TIMERS, REMOTE_TIMERS, type Timers } from "./limits.js";
import type { ModelClient } from "./model-client.js";
import type { ModelProfile } from "./model-profile.js";
import type { PreparedRequest } from "./prepare-request.js";
import { PromptSpeed } from "./prompt-speed.js";
import type { RequestRecord } from "./request-record.js";
import { RetryBudget } from "./retry-budget.js";

/** What a connection is made of. */
export interface ModelConnectionOptions {
  model: ModelClient;
  /** What is known of the model. Default: nothing. */
  profile?: Partial<ModelProfile>;
  /** In place of those that suit the model: a local one gets more time. */
  timers?: Partial<Timers>;
  /** Default: the system's. */
  clock?: Clock;
}

/** Around one request. */
export interface ConnectionRequestOptions {
  signal: AbortSignal;
  /** Told what happens: `request-started`, `request-phase`, `request-retrying`, `retry-countdown`. Must not throw. */
  onEvent?: (event: SessionEvent) => void;
}

/**
 * A model asked again and again by somebody who has no session, e.g. a gateway: the same retries, timers and probe as in
 * a task, and nobody there to be asked. It learns how fast a local model reads prompts, and asks for a context that holds
 * prompt and answer where that is a request's matter (Ollama).
 *
 * @example
 * const connection = new ModelConnection({ model: client, profile });
 * const prepared = shapeRequest(shape, history, { system, tools: [] });
 * for await (const chunk of connection.stream(prepared, { signal })) reader.push(chunk);
 */
export class ModelConnection {
  readonly profile: ModelProfile;
  readonly #model: ModelClient;
  readonly #timers: Timers;
  readonly #clock: Clock;
  readonly #speed: PromptSpeed;

  constructor({ model, profile, timers, clock = systemClock }: ModelConnectionOptions) {
    this.profile = completeProfile(model.id, profile);
    this.#model = model;
    this.#timers = { ...(this.profile.local === true ? LOCAL_TIMERS : REMOTE_TIMERS), ...timers };
    this.#clock = clock;
    this.#speed = new PromptSpeed(this.profile);
  }

  /**
   * Sends a request and yields its answer: content as it arrives, then `usage` where the server told it, `finish` last. A
   * failure before content is retried by its facts; after that, or where it cannot help, it is thrown (ModelError), as is
   * the signal's reason. Closing the generator closes the connection. While nothing is asked of the generator the server
   * is not read: back-pressure reaches it, and its timers stand still.
   */
  async *stream(
    prepared: PreparedRequest,
    { signal, onEvent }: ConnectionRequestOptions,
  ): AsyncGenerator<Exclude<StreamChunk, { type: "keep-alive" }>, void, void> {
    const events = new EventStream(this.#clock, noJournal);
    if (onEvent) events.subscribe(onEvent);
    const record: RequestRecord = { usage: {}, sent: undefined, timings: { totalMs: 0 } };
    const chunks = attemptApiRequest({
      requestId: "request",
      turn: 1,
      model: this.#model,
      timersFor: (tokens) => this.#speed.timersFor(this.#timers, tokens),
      clock: this.#clock,
      events,
      budget: new RetryBudget({ clock: this.#clock, events, desk: new AskDesk(events, undefined) }),
      signal,
      prepare: () => Promise.resolve(this.#sized(prepared)),
      record,
    });
    try {
      for await (const chunk of chunks) {
        if (chunk.type === "finish" && Object.keys(record.usage).length > 0) {
          yield { type: "usage", usage: record.usage };
        }
        yield chunk;
      }
    } finally {
      this.#speed.learn(record.usage, record.timings);
    }
  }

  /** A server that is told no size cuts a prompt that is longer than its own, and does not say so. */
  #sized(prepared: PreparedRequest): PreparedRequest {
    const window = this.profile.window?.value ?? Number.POSITIVE_INFINITY;
    const contextTokens = Math.min(prepared.tokensEstimated + answerTokens(this.profile), window);
    return { ...prepared, request: { contextTokens, ...prepared.request } };
  }
}
