import type { StreamChunk } from "@millrace/protocol";
import type { Clock } from "./clock.js";
import type { EventStream } from "./event-stream.js";
import type { RequestTimings } from "./events/session-event.js";
import type { Timers } from "./limits.js";
import { isMalformedCall } from "./malformed-call.js";
import type { ModelClient, ModelRequest } from "./model-client.js";
import { ModelError } from "./model-error.js";
import { OpenStream } from "./open-stream.js";
import { PhaseTimers } from "./phase-timers.js";
import type { RequestRecord } from "./request-record.js";

/** What a consumer gets: content, and last how the answer ended. Usage and keep-alives stay here. */
export type ContentChunk = Exclude<StreamChunk, { type: "usage" | "keep-alive" }>;

type Finish = Extract<StreamChunk, { type: "finish" }>;

/** The server gave up in the middle of the answer. A call that it could not read is the model's doing. */
function isServerError({ reason, raw }: Finish): boolean {
  return reason === "error" && !isMalformedCall(raw);
}

/** What a try is made with. */
export interface ExchangeNeeds {
  requestId: string;
  model: ModelClient;
  clock: Clock;
  timers: Timers;
  events: EventStream;
  signal: AbortSignal;
  /** Gets the usage as it is reported. */
  record: Pick<RequestRecord, "usage">;
}

/** One try of a request: its connection and its timers. Nothing is sent before the first `next`. */
export class Exchange {
  readonly #stream: OpenStream;
  readonly #timers: PhaseTimers;
  readonly #record: ExchangeNeeds["record"];
  readonly provider: string;
  hadContent = false;
  /** How the answer ended, once the wire has said it. */
  #finish: Finish | undefined;

  constructor({ requestId, model, clock, timers, events, signal, record }: ExchangeNeeds, request: ModelRequest) {
    this.#record = record;
    this.provider = model.id.split("/", 1)[0] ?? model.id;
    this.#stream = new OpenStream(model, request, signal, (phase) => this.#timers.connection(phase));
    this.#timers = new PhaseTimers({
      clock,
      timers,
      provider: this.provider,
      onTimeout: (error) => this.#stream.abort(error),
      onNews: (news) => events.emit({ type: "request-phase", requestId, ...news }),
    });
  }

  /** How the answer ended where it is whole, whatever becomes of the connection. */
  get whole(): Finish | undefined {
    return this.#finish === undefined || isServerError(this.#finish) ? undefined : this.#finish;
  }

  next(): Promise<IteratorResult<StreamChunk, unknown>> {
    this.#timers.askFor();
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
        this.#finish = chunk;
        this.#timers.finished();
        return undefined;
      default:
        this.hadContent = true;
        this.#timers.content();
        this.#timers.handOn();
        return chunk;
    }
  }

  /** Lets go of the connection and says how long it took. A second time it changes nothing. */
  close(): RequestTimings {
    this.#timers.stop();
    this.#stream.close();
    return this.#timers.timings();
  }

  #ended(): ContentChunk {
    const phase = this.hadContent ? "stream" : "first-content";
    if (this.#finish === undefined) {
      throw new ModelError("The connection ended before the answer did.", {
        kind: "network",
        phase,
        retryable: true,
        provider: this.provider,
        remedy: "See whether the server or a proxy before it ends long answers.",
      });
    }
    if (isServerError(this.#finish)) {
      const { raw = "no more is known" } = this.#finish;
      throw new ModelError(`The server ended the answer with an error (${raw}).`, {
        kind: "unknown",
        phase,
        retryable: true,
        provider: this.provider,
        remedy: "See the log of the server.",
      });
    }
    return this.#finish;
  }
}
