import { WholeCharacters } from "../../answer/whole-characters.js";

/** A text that goes out in pieces of whole characters, and once more as a whole when it is done. O(1) per character. */
export class WholeText {
  readonly #characters = new WholeCharacters();
  readonly #pieces: string[] = [];

  /** What can go out now; may be empty. */
  push(piece: string): string {
    return this.#keep(this.#characters.push(piece));
  }

  /** What was held back. */
  end(): string {
    return this.#keep(this.#characters.end());
  }

  /** All that went out. */
  get text(): string {
    return this.#pieces.join("");
  }

  #keep(piece: string): string {
    if (piece !== "") this.#pieces.push(piece);
    return piece;
  }
}
