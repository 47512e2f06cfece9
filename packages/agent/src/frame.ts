import type { Clock } from "./clock.js";
import { FRAME_MS } from "./limits.js";

/**
 * Joins pieces of text that come at any rate into at most one a frame. A piece after a quiet frame goes out at once; a
 * timer runs only while something waits. Call `end` when no more comes: it sends what waits, and later pieces go nowhere.
 */
export class Frame {
  readonly #clock: Clock;
  readonly #send: (text: string) => void;
  #waiting = "";
  #sentAt = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;
  #ended = false;

  constructor(clock: Clock, send: (text: string) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  add(text: string): void {
    if (text === "" || this.#ended) return;
    this.#waiting += text;
    if (this.#cancel !== undefined) return;
    const since = this.#clock.monotonic() - this.#sentAt;
    if (since >= FRAME_MS) this.flush();
    else this.#cancel = this.#clock.timer(FRAME_MS - since, () => this.flush());
  }

  end(): void {
    this.flush();
    this.#ended = true;
  }

  /** What waits goes out now. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#waiting === "") return;
    const text = this.#waiting;
    this.#waiting = "";
    this.#sentAt = this.#clock.monotonic();
    this.#send(text);
  }
}
