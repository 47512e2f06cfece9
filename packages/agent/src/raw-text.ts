/** Characters that the growing end may hold before it is sealed. */
const TAIL = 4_096;

/**
 * Text that grows by small pieces: amortised O(1) a piece, without the deep chain of pieces that plain `+=` leaves
 * behind for a megabyte of four-character deltas.
 */
export class RawText {
  readonly #onSealed: (text: string) => void;
  readonly #sealed: string[] = [];
  #tail = "";

  /** `onSealed` is told each stretch once, in order, when it is sealed: every 4,096 characters, and on `seal`. */
  constructor(onSealed: (text: string) => void) {
    this.#onSealed = onSealed;
  }

  append(piece: string): void {
    this.#tail += piece;
    if (this.#tail.length >= TAIL) this.seal();
  }

  /** What came so far is told now. */
  seal(): void {
    if (this.#tail === "") return;
    this.#sealed.push(this.#tail);
    this.#onSealed(this.#tail);
    this.#tail = "";
  }

  toString(): string {
    return this.#sealed.join("") + this.#tail;
  }
}
