import { Rope } from "../scan/rope.js";
import { type JsonHandler, MemberTeller } from "./json-handler.js";

/** Below every place in a piece: what was held before may not be told either. */
const BEFORE = -1;

/**
 * Tells a handler of one member after the other, also where a value's first characters do not show yet whether it is a
 * string (told decoded) or something else (told as written). Amortised O(1) per character.
 *
 * @example
 * // Behind `a=r`, where a quote showed that the `r` was a prefix:
 * members.start("a", "decoded", "", at); // onKey("a")
 * members.tellDecoded("x"); // onText("a", "x")
 * members.end("x", text, end); // onValueEnd("a", "x")
 */
export class MemberText {
  readonly #teller: MemberTeller;
  #telling: "nothing" | "held" | "decoded" | "written" = "nothing";
  /** Where, in the piece being read, the text begins that was not taken yet. */
  #from = 0;
  readonly #held = new Rope();

  constructor(handler: JsonHandler) {
    this.#teller = new MemberTeller(handler);
  }

  /** A value begins at `at`, and how it is told shows only at its end: its text is kept until `takeHeld`. */
  hold(at: number): void {
    this.#telling = "held";
    this.#from = at;
  }

  /** The text that is held, to `end` of the piece; `undefined` if none is. */
  takeHeld(text: string, end: number): string | undefined {
    if (this.#telling !== "held") return undefined;
    const held = this.#held.toString() + text.slice(this.#from, end);
    this.#held.clear();
    this.#telling = "nothing";
    return held;
  }

  /** The value of `key` began with `begun`, which is safe to tell, and goes on at `at`. Without a key it is not told. */
  start(key: string | undefined, told: "decoded" | "written", begun: string, at: number): void {
    if (key === undefined) return;
    this.#telling = told;
    this.#from = at;
    this.#teller.start(key, told === "written", 0);
    if (told === "written") this.#teller.endPiece(begun, begun.length, begun.length);
  }

  /** More of a string. Ignored in a value that is told as written. */
  tellDecoded(piece: string): void {
    if (this.#telling === "decoded") this.#teller.tellDecoded(piece, false);
  }

  /** The piece was read to `end`; from `safeEnd` on it may turn out to be half of something. */
  endPiece(text: string, safeEnd: number, end: number): void {
    const rest = text.slice(this.#from, end);
    if (this.#telling === "held") this.#held.append(rest);
    if (this.#telling === "written") {
      // What was held before is whole, even where something else begins with this piece.
      if (safeEnd >= 0) this.#teller.endPiece("", 0, 0);
      this.#teller.endPiece(rest, safeEnd < 0 ? BEFORE : Math.max(safeEnd - this.#from, 0), rest.length);
    }
    this.#from = 0;
  }

  /** The value at hand is complete at `end` of the piece. Ignored where none is told. */
  end(value: unknown, text: string, end: number): void {
    const rest = text.slice(this.#from, end);
    if (this.#telling === "decoded") this.#teller.tellDecoded("", true);
    if (this.#telling === "written") this.#teller.endPiece(rest, rest.length, rest.length);
    this.#telling = "nothing";
    // Nothing where no member is told.
    this.#teller.end(value, "", 0);
  }
}
