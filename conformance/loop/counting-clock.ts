import type { Clock } from "@millrace/agent";

/** A clock that knows how many of its timers still run. */
export class CountingClock implements Clock {
  readonly #clock: Clock;
  #running = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  timer(ms: number, callback: () => void): () => void {
    this.#running++;
    let isOver = false;
    const over = () => {
      if (!isOver) this.#running--;
      isOver = true;
    };
    const cancel = this.#clock.timer(ms, () => {
      over();
      callback();
    });
    return () => {
      over();
      cancel();
    };
  }
}
