import type { AnswerEvent } from "./answer-event.js";

/**
 * Puts blocks one after the other: native calls may be written side by side, and no client's format has that. What comes of
 * a later block waits until all before it have ended. O(1) per event.
 */
export class BlocksInOrder {
  readonly #emit: (event: AnswerEvent) => void;
  /** The block whose turn it is. */
  #turn = 0;
  /** Of blocks whose turn has not come. */
  readonly #waiting = new Map<number, { events: AnswerEvent[]; ended: boolean }>();

  /** @param emit is given the events in order, synchronously; must not throw */
  constructor(emit: (event: AnswerEvent) => void) {
    this.#emit = emit;
  }

  /** @param block number of the block, from 0, without gaps, in the order in which they begin */
  push(block: number, event: AnswerEvent): void {
    if (block === this.#turn) this.#emit(event);
    else this.#of(block).events.push(event);
  }

  /** The block has ended: its last event was pushed. */
  end(block: number): void {
    if (block !== this.#turn) {
      this.#of(block).ended = true;
      return;
    }
    for (let ended = true; ended; ) {
      this.#turn++;
      const next = this.#waiting.get(this.#turn);
      this.#waiting.delete(this.#turn);
      next?.events.forEach(this.#emit);
      ended = next?.ended === true;
    }
  }

  #of(block: number): { events: AnswerEvent[]; ended: boolean } {
    const known = this.#waiting.get(block);
    if (known) return known;
    const made = { events: [], ended: false };
    this.#waiting.set(block, made);
    return made;
  }
}
