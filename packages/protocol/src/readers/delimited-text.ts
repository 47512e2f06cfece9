/**
 * Reads a text between two equal delimiters that arrives in pieces, from behind the first to the end of the second.
 * Everything in it stands for itself. Amortised O(1) per character for delimiters of a few characters.
 *
 * @example
 * text.begin("<escape>");
 * text.read("Rome<esc", 0); // piece "Rome"; the rest is held
 * text.read("ape>,", 0); // gives 4, closed
 */
export class DelimitedText {
  /** What the last `read` found to be text. */
  piece = "";
  /** The second delimiter was read. */
  closed = false;
  #delimiter = "";
  /** The end of what was read, where it may be the beginning of the delimiter. */
  #held = "";

  /** Begins another text, that ends with `delimiter` (not empty). */
  begin(delimiter: string): void {
    this.#delimiter = delimiter;
    this.#held = "";
    this.closed = false;
  }

  /** Reads from `from` to behind the delimiter or to the end of `text`; gives where that is. */
  read(text: string, from: number): number {
    const known = this.#held + text.slice(from);
    const end = known.indexOf(this.#delimiter);
    this.closed = end >= 0;
    if (this.closed) {
      this.piece = known.slice(0, end);
      return from + end + this.#delimiter.length - this.#held.length;
    }
    let held = Math.min(known.length, this.#delimiter.length - 1);
    while (!this.#delimiter.startsWith(known.slice(known.length - held))) held--;
    this.piece = known.slice(0, known.length - held);
    this.#held = known.slice(known.length - held);
    return text.length;
  }
}
