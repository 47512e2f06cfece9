import type { Clock } from "./clock.js";
import type { Limits } from "./limits.js";

/** What one run may still use up: turns, counted as they begin, and wall time, watched by one timer. */
export class RunBudgets {
  readonly #limits: Limits;
  #turns = 0;
  readonly #stop: () => void;

  /** `onTimeUp` is called once when the time is up, unless {@link RunBudgets.end} was called before. */
  constructor(limits: Limits, clock: Clock, onTimeUp: (message: string) => void) {
    this.#limits = limits;
    const { maxSeconds } = limits;
    this.#stop =
      maxSeconds === undefined
        ? () => {}
        : clock.timer(maxSeconds * 1_000, () => onTimeUp(`The run has lasted ${maxSeconds} s, its limit.`));
  }

  /** Counts one more turn; gives the reason where it is one too many. */
  takeTurn(): string | undefined {
    if (this.#turns >= this.#limits.maxTurns) return `The run has used its ${this.#limits.maxTurns} turns.`;
    this.#turns++;
    return undefined;
  }

  /** A turn that came to nothing does not count. */
  giveBackTurn(): void {
    this.#turns--;
  }

  /** No timer runs after this. */
  end(): void {
    this.#stop();
  }
}
