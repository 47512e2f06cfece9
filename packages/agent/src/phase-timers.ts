import type { Clock } from "./clock.js";
import { AFTER_FINISH_MS, AWAY_MS, PHASE_NEWS_MS, type Timers } from "./limits.js";
import { ModelError, type RequestPhase } from "./model-error.js";

/** What is known of a request while it is waited for. Milliseconds. */
interface PhaseNews {
  phase: RequestPhase;
  /** How long the server may be silent in this phase. */
  limitMs: number;
  /** How long it has been, since its last sign of life. */
  silentMs: number;
  /** Since the last content, or since the request was sent where none came yet. */
  sinceMs: number;
  serverAlive: boolean;
}

/** What one request is watched with. */
export interface PhaseTimersOptions {
  clock: Clock;
  timers: Timers;
  provider: string;
  /** Called once when a phase took too long; nothing is called after it. */
  onTimeout: (error: ModelError) => void;
  /** Called when a phase begins, and once a second while nothing of the answer comes. */
  onNews: (news: PhaseNews) => void;
}

/**
 * Watches one request for silence: until its first byte, until its first content, then between chunks, as far as more
 * is asked for: a reader that takes its time is no silence of the server. A keep-alive re-arms whichever timer runs, but
 * silence without content ends at `keepAlivesOnly`. A chunk costs one look at the clock; one timer runs, which looks once
 * a second.
 *
 * A timer that comes late by more than `AWAY_MS` says that the process was stopped or the machine asleep: then nobody
 * was there to hear, and that time counts for nothing. Whatever made it late, what came meanwhile waits in the socket and
 * is read before the silence is judged. So a process that is late again and again hears all there is, and still ends a
 * silence.
 */
export class PhaseTimers {
  readonly #options: PhaseTimersOptions;
  #startedAt: number;
  #phase: RequestPhase = "first-byte";
  #heardAt: number;
  #contentAt: number;
  #firstByteMs: number | undefined;
  #firstContentMs: number | undefined;
  #finishedAt: number | undefined;
  #stoppedAt: number | undefined;
  /** Whoever reads the answer has what came and asks for no more yet. `late`: for longer than a look at the clock. */
  #held: "shortly" | "late" | undefined;
  #cancel: () => void = () => {};

  constructor(options: PhaseTimersOptions) {
    this.#options = options;
    this.#startedAt = options.clock.monotonic();
    this.#heardAt = this.#startedAt;
    this.#contentAt = this.#startedAt;
    this.#enter("first-byte");
  }

  /** The client says that a connection is being made, then that it stands. Both belong to the wait for the first byte. */
  connection(phase: "connect" | "first-byte"): void {
    if (phase === this.#phase || this.#firstByteMs !== undefined || this.#stoppedAt !== undefined) return;
    this.#phase = phase;
    this.#tell();
  }

  /** Something came that is not content: the server lives. */
  keepAlive(): void {
    this.#heardAt = this.#options.clock.monotonic();
    if (this.#firstByteMs !== undefined) return;
    this.#firstByteMs = this.#heardAt - this.#startedAt;
    this.#enter("first-content");
  }

  content(): void {
    this.#heardAt = this.#options.clock.monotonic();
    this.#contentAt = this.#heardAt;
    if (this.#firstContentMs !== undefined) return;
    this.#firstContentMs = this.#heardAt - this.#startedAt;
    this.#firstByteMs ??= this.#firstContentMs;
    this.#enter("stream");
  }

  /** What came was handed on. Until more is asked for, the server's silence is ours. */
  handOn(): void {
    this.#held = "shortly";
  }

  /** More is asked for. */
  askFor(): void {
    if (this.#held === "late") {
      this.#heardAt = this.#options.clock.monotonic();
      this.#contentAt = this.#heardAt;
    }
    this.#held = undefined;
  }

  /** The answer is whole. What may follow is waited for only a little, whatever shows that the server lives. */
  finished(): void {
    this.#finishedAt ??= this.#options.clock.monotonic();
    this.#cancel();
    this.#arm(this.#options.clock.monotonic());
  }

  /** No timer runs after this, and nothing is told. A second time it changes nothing. */
  stop(): void {
    this.#stoppedAt ??= this.#options.clock.monotonic();
    this.#cancel();
  }

  /** Milliseconds from sending the request, less what the process was away; to its stop where it was stopped. */
  timings(): { firstByteMs?: number; firstContentMs?: number; totalMs: number } {
    return {
      ...(this.#firstByteMs === undefined ? {} : { firstByteMs: this.#firstByteMs }),
      ...(this.#firstContentMs === undefined ? {} : { firstContentMs: this.#firstContentMs }),
      totalMs: (this.#stoppedAt ?? this.#options.clock.monotonic()) - this.#startedAt,
    };
  }

  /** The wait for a connection and for the first byte is one. */
  get #limitMs(): number {
    return this.#options.timers[this.#phase === "connect" ? "first-byte" : this.#phase];
  }

  #enter(phase: RequestPhase): void {
    this.#phase = phase;
    this.#cancel();
    this.#arm(this.#options.clock.monotonic());
    this.#tell();
  }

  #tell(): void {
    const now = this.#options.clock.monotonic();
    this.#options.onNews({
      phase: this.#phase,
      limitMs: this.#limitMs,
      silentMs: now - this.#heardAt,
      sinceMs: now - this.#contentAt,
      serverAlive: this.#firstByteMs !== undefined,
    });
  }

  /** When the silence has lasted too long, as things stand. */
  get #endsAt(): number {
    if (this.#finishedAt !== undefined) return this.#finishedAt + AFTER_FINISH_MS;
    return Math.min(this.#heardAt + this.#limitMs, this.#contentAt + this.#options.timers.keepAlivesOnly);
  }

  #arm(now: number): void {
    const due = Math.min(this.#endsAt, now + PHASE_NEWS_MS);
    this.#cancel = this.#options.clock.timer(due - now, () => this.#look(due));
  }

  #look(due: number): void {
    const now = this.#options.clock.monotonic();
    if (this.#held !== undefined) {
      this.#held = "late";
      this.#cancel = this.#options.clock.timer(PHASE_NEWS_MS, () => this.#look(now + PHASE_NEWS_MS));
      return;
    }
    const late = now - due;
    if (late > AWAY_MS) {
      this.#startedAt += late;
      this.#contentAt = Math.min(this.#contentAt + late, now);
      this.#heardAt = Math.min(this.#heardAt + late, now);
    }
    if (this.#endsAt <= now) {
      // Timers come before sockets are read: once around the event loop shows whether the server was silent or we were.
      this.#cancel = this.#options.clock.timer(0, () => this.#judge());
      return;
    }
    this.#arm(now);
    if (now - this.#contentAt >= PHASE_NEWS_MS) this.#tell();
  }

  #judge(): void {
    const now = this.#options.clock.monotonic();
    if (this.#endsAt <= now) this.#expire(now);
    else this.#arm(now);
  }

  #expire(now: number): void {
    const seconds = Math.round((now - this.#contentAt) / 1_000);
    const what = {
      connect: `No connection was made within ${seconds} s.`,
      "first-byte": `No answer began within ${seconds} s.`,
      "first-content": `The server is there, but no content came within ${seconds} s.`,
      stream: `The answer stopped: nothing more came for ${seconds} s.`,
    }[this.#phase];
    const remedy =
      this.#phase === "connect"
        ? "Check the address, the network and the proxy; a server behind a firewall that drops packets looks like this."
        : "See whether the server is busy or still loading the model; the configuration can give it more time.";
    this.#options.onTimeout(
      new ModelError(what, {
        kind: "timeout",
        phase: this.#phase,
        retryable: true,
        provider: this.#options.provider,
        remedy,
      }),
    );
  }
}
