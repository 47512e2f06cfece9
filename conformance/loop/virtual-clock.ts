import type { Clock } from "@millrace/agent";

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/** Time that stands still until it is moved: its timers fire in order, each at its own time. */
export class VirtualClock implements Clock {
  #now = 0;
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
    return () => this.#timers.delete(timer);
  }

  /** Moves on by so much; after each timer that fires, what waited for it gets its turn. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) await this.#fire(next);
    this.#now = end;
  }

  /** Moves on from timer to timer until `work` is done: for work that waits for nothing but this clock. */
  async runUntil(work: Promise<unknown>): Promise<void> {
    let done = false;
    const settle = () => {
      done = true;
    };
    work.then(settle, settle);
    await turn();
    while (!done) {
      const next = this.#next(Number.POSITIVE_INFINITY);
      if (next === undefined) throw new Error("The work is not done, and nothing is waited for.");
      await this.#fire(next);
    }
  }

  #next(until: number): Timer | undefined {
    const [next] = [...this.#timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
    return next;
  }

  async #fire(timer: Timer): Promise<void> {
    this.#now = timer.at;
    this.#timers.delete(timer);
    timer.callback();
    await turn();
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
