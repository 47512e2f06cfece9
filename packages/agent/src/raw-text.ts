/** Characters that the growing end may hold before it is sealed. */
const TAIL = 4_096;

/**
 * Text that grows by small pieces: amortised O(1) a piece, without the deep chain of pieces that plain `+=` leaves
 * behind for a megabyte of four-character deltas.
 */
export class RawText {
  readonly #sealed: string[] = [];
  #tail = "";

  append(piece: string): void {
    this.#tail += piece;
    if (this.#tail.length >= TAIL) {
      this.#sealed.push(this.#tail);
      this.#tail = "";
    }
  }

  toString(): string {
    return this.#sealed.join("") + this.#tail;
  }
}
