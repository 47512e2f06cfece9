import type { EventOf, SessionEvent } from "@millrace/agent";
import type { Terminal } from "../output/terminal.js";

/** A wait before the answer, and a pause in it, that are worth showing on a screen. */
const SHOWN_WAIT_MS = 2_000;
const SHOWN_PAUSE_MS = 10_000;
/** Where lines stay (a file, a pipe) a wait is told at this time and then once a minute. */
const TOLD_WAIT_MS = 10_000;
const MINUTE_MS = 60_000;

/**
 * Tells how long the model is waited for: on a screen as one line that changes and goes, elsewhere as a line now and
 * then. Has no timer: each line is made of an event.
 */
export class WaitReport {
  readonly #terminal: Terminal;
  readonly #idle: () => string | undefined;
  #openAsks = 0;
  /** The request's wait that was told last, in steps of `TOLD_WAIT_MS` and minutes. */
  #toldMs = 0;

  /** @param idle what the screen's line says while no wait is worth showing; default: nothing */
  constructor(terminal: Terminal, idle: () => string | undefined = () => undefined) {
    this.#terminal = terminal;
    this.#idle = idle;
  }

  /** Takes every event, in order. O(1). */
  add(event: SessionEvent): void {
    switch (event.type) {
      case "ask-opened":
        this.#openAsks++;
        this.#terminal.status(undefined);
        break;
      case "ask-answered":
        this.#openAsks--;
        break;
      case "request-phase":
        if (this.#openAsks === 0) this.#phase(event);
        break;
      case "retry-countdown":
        this.#terminal.status(`Sending again in ${seconds(event.leftMs)} s (${event.attempt} of ${event.max})`);
        break;
      case "request-retrying":
      case "request-finished":
      case "request-failed":
      case "run-finished":
        this.#terminal.status(this.#idle());
        break;
    }
  }

  #phase(event: EventOf<"request-phase">): void {
    const shownFrom = event.phase === "stream" ? SHOWN_PAUSE_MS : SHOWN_WAIT_MS;
    if (this.#terminal.isScreen) {
      this.#terminal.status(event.sinceMs < shownFrom ? this.#idle() : wordWait(event));
      return;
    }
    if (event.sinceMs < TOLD_WAIT_MS) {
      this.#toldMs = 0;
      return;
    }
    const step = Math.max(TOLD_WAIT_MS, Math.floor(event.sinceMs / MINUTE_MS) * MINUTE_MS);
    if (step > this.#toldMs) this.#terminal.note(this.#terminal.colours.dim(`${wordWait(event)}.`));
    this.#toldMs = step;
  }
}

/** How long it has been, and of how long it may be: `Waiting for the first byte, 12 s of 30`. */
function wordWait({ phase, silentMs, sinceMs, limitMs }: EventOf<"request-phase">): string {
  // What came since the last content shows that someone is there.
  if (silentMs < sinceMs) return `Waiting, server alive, ${minutes(sinceMs)}`;
  const what = {
    connect: "Waiting for a connection",
    "first-byte": "Waiting for the first byte",
    "first-content": "Waiting for the first word",
    stream: "The answer has paused",
  }[phase];
  return `${what}, ${seconds(silentMs)} s of ${seconds(limitMs)}`;
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}

/** `3:10`. */
function minutes(ms: number): string {
  const whole = seconds(ms);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
