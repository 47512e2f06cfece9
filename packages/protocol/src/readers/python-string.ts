import { CR, LF, SINGLE_QUOTE } from "../scan/characters.js";
import { LONGEST_HEX_ESCAPE } from "./hex-escapes.js";
import { decodePythonEscape, pythonEscapeLength } from "./python-escapes.js";

const BACKSLASH = 92;
/** Quotes that open and close a long string. */
const TRIPLE = 3;
/** Place of what began in an earlier piece. */
const BEFORE = -1;

/**
 * Reads a Python string literal that arrives in pieces, from behind its first quote to its close: `'…'`, `"…"`, and both
 * tripled, with escapes or raw. O(1) per character.
 *
 * @example
 * string.begin(SINGLE_QUOTE, "escaped", 1);
 * string.read("'a\\n", 1); // piece "a\n"; closed is false
 */
export class PythonString {
  /** What the last `read` decoded. */
  piece = "";
  /** The closing quote was read. */
  closed = false;
  /** Where, in the last text, an escape begins that is not complete: `-1` before it, its length if there is none. */
  safeEnd = 0;
  readonly #mend: (what: string) => void;
  #quote = SINGLE_QUOTE;
  #escapes: "escaped" | "raw" = "escaped";
  #form: "opening" | "short" | "long" = "opening";
  /** Quotes read one after the other: of the opening, or inside a long string. */
  #quotes = 0;
  /** The beginning of an escape that the last text cut. */
  #cutEscape = "";

  /** `mend` is called for everything that is read although Python would not. */
  constructor(mend: (what: string) => void) {
    this.#mend = mend;
  }

  /** Begins another string: it opened with `quote` (a character code), and its text goes on at `from`. */
  begin(quote: number, escapes: "escaped" | "raw", from: number): void {
    this.#quote = quote;
    this.#escapes = escapes;
    this.#form = "opening";
    this.#quotes = 1;
    this.closed = false;
    this.safeEnd = from;
  }

  /** Reads from `from` to the end of the string or of the text; gives where that is. */
  read(text: string, from: number): number {
    const at = this.#form === "opening" ? this.#readOpening(text, from) : from;
    if (this.closed || at >= text.length) return this.#stop("", "", text.length, at);
    return this.#form === "opening" ? at : this.#readContent(text, at);
  }

  #readOpening(text: string, from: number): number {
    let at = from;
    for (; at < text.length && this.#quotes < TRIPLE && text.charCodeAt(at) === this.#quote; at++) this.#quotes++;
    if (this.#quotes === TRIPLE) this.#form = "long";
    else if (at < text.length) {
      this.#form = "short";
      // Two quotes and then something else: the empty string.
      this.closed = this.#quotes === 2;
    }
    if (this.#form !== "opening") this.#quotes = 0;
    return at;
  }

  #readContent(text: string, from: number): number {
    let at = from;
    let decoded = "";
    if (this.#cutEscape !== "") {
      const begun = this.#cutEscape.length;
      const written = this.#cutEscape + text.slice(from, from + LONGEST_HEX_ESCAPE - begun);
      const length = this.#escapeLength(written, 0);
      if (length === 0) return this.#stop("", written, BEFORE, text.length);
      decoded = this.#decode(written.slice(0, length));
      at += length - begun;
      this.#cutEscape = "";
    }
    const quote = this.#quote;
    let run = at;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        decoded += text.slice(run, at);
        run = at + 1;
        this.#quotes++;
        if (this.#form === "short" || this.#quotes === TRIPLE) {
          this.closed = true;
          return this.#stop(decoded, "", text.length, at + 1);
        }
        continue;
      }
      if (this.#quotes > 0) {
        decoded += String.fromCharCode(quote).repeat(this.#quotes);
        this.#quotes = 0;
      }
      if (code === BACKSLASH) {
        decoded += text.slice(run, at);
        const length = this.#escapeLength(text, at);
        if (length === 0) return this.#stop(decoded, text.slice(at), at, text.length);
        decoded += this.#decode(text.slice(at, at + length));
        at += length - 1;
        run = at + 1;
      } else if (this.#form === "short" && (code === LF || code === CR)) {
        this.#mend("line breaks stood in a string that may have none");
      }
    }
    return this.#stop(decoded + text.slice(run), "", text.length, text.length);
  }

  #stop(decoded: string, cutEscape: string, safeEnd: number, end: number): number {
    this.piece = decoded;
    this.#cutEscape = cutEscape;
    this.safeEnd = safeEnd;
    return end;
  }

  /** In a raw string a backslash stands for itself, but the character behind it closes nothing. */
  #escapeLength(text: string, at: number): number {
    if (this.#escapes === "escaped") return pythonEscapeLength(text, at);
    return at + 1 < text.length ? 2 : 0;
  }

  #decode(written: string): string {
    return (this.#escapes === "escaped" ? decodePythonEscape(written) : undefined) ?? written;
  }
}
