import type { Clock } from "../../src/clock.js";

interface Timer {
  at: number;
  callback: () => void;
}

/** Time that stands still until it is moved. Its timers fire in order, each at its own time. */
export class TestClock implements Clock {
  #now = 1_000_000;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#now;
  }

  monotonic(): number {
    return this.#now;
  }

  timer(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Timers that are set: 0 when nothing waits for time. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Milliseconds until each timer that is set. */
  get due(): number[] {
    return [...this.#timers].map(({ at }) => at - this.#now).sort((a, b) => a - b);
  }

  /** The process is away for so long: then all timers that are due fire at once, late, as after a stop or a sleep. */
  async jump(ms: number): Promise<void> {
    this.#now += ms;
    const due = [...this.#timers].filter(({ at }) => at <= this.#now).sort((a, b) => a.at - b.at);
    for (const timer of due) if (this.#timers.delete(timer)) timer.callback();
    await settled();
  }

  /** Moves on; after each timer that fires, what waited for it gets its turn. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#now = next.at;
      this.#timers.delete(next);
      next.callback();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** Everything that can go on without time or input has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
