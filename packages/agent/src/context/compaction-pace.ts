import type { Message } from "../history/message.js";
import type { TokenEstimator } from "./estimate.js";
import { messageBytes } from "./measure.js";

/** How soon one compaction follows the other: where each turn needs one, nothing is gained by them. */
export class CompactionPace {
  #last: { length: number; room: number; isCramped: boolean } | undefined;

  /** The last compaction left no room for a turn such as the one before it. */
  get isCramped(): boolean {
    return this.#last?.isCramped ?? false;
  }

  /**
   * Tokens that the model and its tools added since the last compaction, where that was no more than one turn: what the
   * next one must leave room for. 0 where it was longer ago, or where the room has become smaller since.
   *
   * @param room what of the window is the prompt's, tokens
   */
  lastTurn(history: readonly Message[], room: number, estimator: TokenEstimator): number {
    if (this.#last === undefined || room < this.#last.room) return 0;
    let answers = 0;
    let bytes = 0;
    for (let at = this.#last.length; at < history.length && answers <= 1; at++) {
      const message = history[at];
      if (message === undefined || message.role === "user") continue;
      if (message.role === "assistant") answers++;
      bytes += messageBytes(message);
    }
    return answers > 1 ? 0 : estimator.estimate(bytes);
  }

  /** The history was compacted to this one. `isCramped`: it leaves less room than the last turn took. */
  compacted(history: readonly Message[], room: number, isCramped: boolean): void {
    this.#last = { length: history.length, room, isCramped };
  }

  /** The last compaction was undone. */
  forget(): void {
    this.#last = undefined;
  }
}
