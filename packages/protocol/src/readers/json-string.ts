import { DOUBLE_QUOTE, SPACE } from "../scan/characters.js";
import { decodeEscape, escapeLength } from "./json-escapes.js";

const BACKSLASH = 92;
const LONGEST_ESCAPE = 6;

/** Reads a JSON string that arrives in pieces, from behind its opening quote to its close. O(1) per character. */
export class JsonString {
  /** What the last `read` decoded. */
  piece = "";
  /** The closing quote was read. */
  closed = false;
  /** How far the last text was read but for an escape at its end that is not complete. */
  safeEnd = 0;
  readonly #mend: (what: string) => void;
  /** The character code that ends it. */
  quote = DOUBLE_QUOTE;
  /** The beginning of an escape that the last text cut. */
  #cutEscape = "";

  /** `mend` is called for everything that is read although it is no JSON. */
  constructor(mend: (what: string) => void) {
    this.#mend = mend;
  }

  /** Begins another string, that ends with `quote` (a character code) and whose text begins at `from`. */
  begin(quote: number, from: number): void {
    this.quote = quote;
    this.safeEnd = from;
  }

  /** Reads from `from` to a closing quote or to the end of the text; gives where that is. Behind the quote it may go on. */
  read(text: string, from: number): number {
    this.closed = false;
    let at = from;
    let decoded = "";
    if (this.#cutEscape !== "") {
      const begun = this.#cutEscape.length;
      const written = this.#cutEscape + text.slice(from, from + LONGEST_ESCAPE - begun);
      const length = escapeLength(written, 0);
      if (length === 0) return this.#stop(text, "", written, from);
      decoded = this.#decode(written.slice(0, length));
      at += length - begun;
      this.#cutEscape = "";
    }
    const quote = this.quote;
    let run = at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.closed = true;
        this.safeEnd = at + 1;
        this.piece = decoded + text.slice(run, at);
        return at + 1;
      }
      if (code === BACKSLASH) {
        decoded += text.slice(run, at);
        const length = escapeLength(text, at);
        if (length === 0) return this.#stop(text, decoded, text.slice(at), at);
        decoded += this.#decode(text.slice(at, at + length));
        at += length - 1;
        run = at + 1;
      } else if (code < SPACE) {
        this.#mend("line breaks or other control characters stood in a string");
      }
    }
    return this.#stop(text, decoded + text.slice(run), "", text.length);
  }

  #stop(text: string, decoded: string, cutEscape: string, safeEnd: number): number {
    this.piece = decoded;
    this.#cutEscape = cutEscape;
    this.safeEnd = safeEnd;
    return text.length;
  }

  #decode(written: string): string {
    if (written === "\\'" && this.quote === DOUBLE_QUOTE) this.#mend("a single quote was escaped");
    const decoded = decodeEscape(written);
    if (decoded === undefined) this.#mend("a backslash that escapes nothing was kept");
    return decoded ?? written;
  }
}
