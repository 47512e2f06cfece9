import type { Clock, EventOf } from "@millrace/agent";
import type { FinishReason, Usage } from "@millrace/protocol";
import type { AnswerEvent } from "../answer/answer-event.js";
import type { CallCounts } from "../answer/answer-source.js";
import type { ClientFailure } from "../client-failure.js";
import type { ClientRequest } from "../client-request.js";
import type { ClientWire } from "../client-wire.js";
import type { BridgeMode } from "../upstream/mode.js";
import type { Plan } from "../upstream/plan.js";

/** Why a try was given up: the upstream failed, said nothing, or made no call where one was wanted. */
type RetryKind = EventOf<"request-retrying">["kind"] | "no-call";

/** What became of one request, for logs and metrics. Holds nothing that was said. */
export interface RequestSummary {
  /** The answer's id, as the client sees it behind its prefix. */
  id: string;
  wire: ClientWire["name"];
  /** As the client named it. */
  model: string;
  stream: boolean;
  /** Tools that the client asked for and the model was not offered. */
  leftOut: readonly string[];
  /** How the upstream was asked, where it came to that. */
  mode?: BridgeMode;
  dialect?: string;
  /** The answer was held to the dialect's grammar. */
  constrained?: true;
  /** `client-closed`: the client hung up before the end. */
  end: "answered" | "failed" | "client-closed";
  /** Of HTTP, as the client saw it. */
  status: number;
  reason?: FinishReason;
  failure?: { kind: ClientFailure["kind"]; message: string };
  usage: Usage;
  calls: CallCounts;
  /** Tries of the upstream that were given up. */
  retries: readonly RetryKind[];
  /** Milliseconds from the request to the first content, and to the end. */
  firstContentMs?: number;
  totalMs: number;
}

const NO_CALLS: CallCounts = { whole: 0, cut: 0, mended: 0, salvaged: 0 };

/** Takes down what becomes of a request, and tells it once. */
export class SummaryKeeper {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #onSummary: (summary: RequestSummary) => void;
  readonly #known: Pick<RequestSummary, "id" | "wire">;
  #request: Pick<RequestSummary, "model" | "stream" | "leftOut"> = { model: "", stream: false, leftOut: [] };
  #plan: Pick<RequestSummary, "mode" | "dialect" | "constrained"> = {};
  #calls = NO_CALLS;
  #firstContentMs: number | undefined;
  readonly #retries: RetryKind[] = [];
  #finish: Extract<AnswerEvent, { type: "finish" }> | undefined;
  #isTold = false;

  constructor(
    known: Pick<RequestSummary, "id" | "wire">,
    { clock, onSummary }: { clock: Clock; onSummary: (summary: RequestSummary) => void },
  ) {
    this.#known = known;
    this.#clock = clock;
    this.#onSummary = onSummary;
    this.#startedAt = clock.monotonic();
  }

  /** There was content. */
  get isBegun(): boolean {
    return this.#firstContentMs !== undefined;
  }

  understood({ model, stream, leftOut = [] }: ClientRequest): void {
    this.#request = { model, stream, leftOut };
  }

  planned({ mode, dialect, constrained }: Pick<Plan, "mode" | "dialect" | "constrained">): void {
    this.#plan = { mode, dialect, ...(constrained && { constrained }) };
  }

  /** The counts of whoever reads the answer: they grow as it comes. */
  counts(calls: CallCounts): void {
    this.#calls = calls;
  }

  retrying(kind: RetryKind): void {
    this.#retries.push(kind);
  }

  told(events: readonly AnswerEvent[]): void {
    this.#firstContentMs ??= this.#clock.monotonic() - this.#startedAt;
    const last = events.at(-1);
    if (last?.type === "finish") this.#finish = last;
  }

  /** It is over. Only the first time counts. */
  ended(end: RequestSummary["end"], status: number, failure?: ClientFailure): void {
    if (this.#isTold) return;
    this.#isTold = true;
    this.#onSummary({
      ...this.#known,
      ...this.#request,
      ...this.#plan,
      end,
      status,
      ...(this.#finish && { reason: this.#finish.reason }),
      ...(failure && { failure: { kind: failure.kind, message: failure.message } }),
      usage: this.#finish?.usage ?? {},
      calls: { ...this.#calls },
      retries: this.#retries,
      ...(this.#firstContentMs !== undefined && { firstContentMs: this.#firstContentMs }),
      totalMs: this.#clock.monotonic() - this.#startedAt,
    });
  }
}
