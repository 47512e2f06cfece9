import type { Clock } from "./clock.js";
import { PHASE_NEWS_MS, type Timers } from "./limits.js";
import { ModelError, type RequestPhase } from "./model-error.js";

/** What is known of a request while it is waited for. Milliseconds. */
export interface PhaseNews {
  phase: Exclude<RequestPhase, "connect">;
  limitMs: number;
  /** Since the request was sent. */
  sinceMs: number;
  serverAlive: boolean;
}

export interface PhaseTimersOptions {
  clock: Clock;
  timers: Timers;
  provider: string;
  /** Called once when a phase took too long; nothing is called after it. */
  onTimeout: (error: ModelError) => void;
  /** Called when a phase begins and, at most once a second, when a keep-alive shows that the server lives. */
  onNews: (news: PhaseNews) => void;
}

/**
 * Watches one request for silence: until its first byte, until its first content, then between chunks. A keep-alive
 * re-arms whichever timer runs, but silence without content ends at `keepAlivesOnly`. A chunk costs one look at the
 * clock; timers are set once a phase and again only when one fires early.
 */
export class PhaseTimers {
  readonly #options: PhaseTimersOptions;
  readonly #startedAt: number;
  #phase: PhaseNews["phase"] = "first-byte";
  #heardAt: number;
  #contentAt: number;
  #firstByteAt: number | undefined;
  #firstContentAt: number | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void = () => {};

  constructor(options: PhaseTimersOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
    this.#heardAt = this.#startedAt;
    this.#contentAt = this.#startedAt;
    this.#enter("first-byte");
  }

  /** Something came that is not content: the server lives. */
  keepAlive(): void {
    this.#heardAt = this.#options.clock.monotonic();
    this.#firstByteAt ??= this.#heardAt;
    if (this.#phase === "first-byte") this.#enter("first-content");
    else if (this.#heardAt - this.#toldAt >= PHASE_NEWS_MS) this.#tell(true);
  }

  content(): void {
    this.#heardAt = this.#options.clock.monotonic();
    this.#contentAt = this.#heardAt;
    if (this.#phase === "stream") return;
    this.#firstByteAt ??= this.#heardAt;
    this.#firstContentAt = this.#heardAt;
    this.#enter("stream");
  }

  /** No timer runs after this. */
  stop(): void {
    this.#cancel();
  }

  /** Milliseconds from sending the request. */
  timings(): { firstByteMs?: number; firstContentMs?: number; totalMs: number } {
    return {
      ...(this.#firstByteAt === undefined ? {} : { firstByteMs: this.#firstByteAt - this.#startedAt }),
      ...(this.#firstContentAt === undefined ? {} : { firstContentMs: this.#firstContentAt - this.#startedAt }),
      totalMs: this.#options.clock.monotonic() - this.#startedAt,
    };
  }

  #enter(phase: PhaseNews["phase"]): void {
    this.#phase = phase;
    this.#cancel();
    this.#arm();
    this.#tell(phase !== "first-byte");
  }

  #tell(serverAlive: boolean): void {
    this.#toldAt = this.#options.clock.monotonic();
    this.#options.onNews({
      phase: this.#phase,
      limitMs: this.#options.timers[this.#phase],
      sinceMs: this.#toldAt - this.#startedAt,
      serverAlive,
    });
  }

  #arm(): void {
    const { clock, timers } = this.#options;
    const now = clock.monotonic();
    const left = Math.min(this.#heardAt + timers[this.#phase], this.#contentAt + timers.keepAlivesOnly) - now;
    if (left <= 0) this.#expire(now);
    else this.#cancel = clock.timer(left, () => this.#arm());
  }

  #expire(now: number): void {
    const seconds = Math.round((now - this.#contentAt) / 1_000);
    const what = {
      "first-byte": `No answer began within ${seconds} s.`,
      "first-content": `The server is there, but no content came within ${seconds} s.`,
      stream: `The answer stopped: nothing more came for ${seconds} s.`,
    }[this.#phase];
    this.#options.onTimeout(
      new ModelError(what, {
        kind: "timeout",
        phase: this.#phase,
        retryable: true,
        provider: this.#options.provider,
        remedy: "See whether the server is busy or still loading the model; a longer limit can be set for this phase.",
      }),
    );
  }
}
