/** A half of a character that stands alone. */
const LONE = /\p{Surrogate}/gu;

/**
 * A text in pieces, so that no piece ends inside a character: codex, like all that is written in Rust, drops an event
 * with half a character in it, and two halves that came apart are never one again in Python. A half that stays alone
 * becomes U+FFFD, as it would in UTF-8. O(1) per character.
 */
export class WholeCharacters {
  #half = "";

  /** What can go out now; may be empty. */
  push(piece: string): string {
    const text = this.#half + piece;
    const isCut = /[\ud800-\udbff]$/.test(text.slice(-1));
    this.#half = isCut ? text.slice(-1) : "";
    return wholeCharacters(isCut ? text.slice(0, -1) : text);
  }

  /** What was held back. */
  end(): string {
    const half = this.#half;
    this.#half = "";
    return wholeCharacters(half);
  }
}

/** A text in which every half of a character is U+FFFD. */
export function wholeCharacters(text: string): string {
  return text.replace(LONE, "\ufffd");
}
