/** A text that goes out in pieces, and once more as a whole when it is done. O(1) per character. */
export class WholeText {
  readonly #pieces: string[] = [];

  /** All that went out. */
  get text(): string {
    return this.#pieces.join("");
  }

  /** The same piece, kept. */
  push(piece: string): string {
    this.#pieces.push(piece);
    return piece;
  }
}
