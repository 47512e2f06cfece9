import { CR, DOUBLE_QUOTE, LF, SINGLE_QUOTE, SPACE, TAB } from "../scan/characters.js";
import { LONGEST_HEX_ESCAPE } from "./hex-escapes.js";
import { decodeYamlEscape, yamlEscapeLength } from "./yaml-escapes.js";
import { foldBreaks } from "./yaml-folding.js";

const BACKSLASH = 92;

/**
 * Reads a quoted YAML scalar that arrives in pieces, from behind its opening quote to its close: `'…'` with `''` for a
 * quote, `"…"` with escapes. Line breaks fold, as YAML has it. O(1) per character.
 *
 * @example
 * quoted.begin(SINGLE_QUOTE);
 * quoted.read("it''s' # note", 0); // gives 6; piece "it's", closed
 */
export class YamlQuoted {
  /** What the last `read` decoded. */
  piece = "";
  /** The closing quote was read. */
  closed = false;
  readonly #mend: (what: string) => void;
  #quote = DOUBLE_QUOTE;
  /** Blanks and line breaks that were read and mean something only if more text follows on the line. */
  #blanks = "";
  #breaks = 0;
  /** The first of the breaks was escaped. */
  #joins = false;
  /** A single quote was read: the close, or the first half of `''`. */
  #hasQuote = false;
  /** The beginning of an escape that the last text cut. */
  #cutEscape = "";

  /** `mend` is called for everything that is read although it may not be what was meant. */
  constructor(mend: (what: string) => void) {
    this.#mend = mend;
  }

  /** Begins another scalar, that ends with `quote` (a character code). */
  begin(quote: number): void {
    this.#quote = quote;
    this.closed = false;
  }

  /** Reads from `from` to the end of the scalar or of the text; gives where that is. */
  read(text: string, from: number): number {
    this.piece = "";
    let at = from;
    while (at < text.length && !this.closed) {
      const code = text.charCodeAt(at);
      if (this.#cutEscape !== "") at = this.#readEscape(text, at);
      else if (this.#hasQuote) {
        if (code !== SINGLE_QUOTE) {
          this.#close();
          return at;
        }
        this.#hasQuote = false;
        this.#take("'");
        at++;
      } else if (code === this.#quote) {
        this.#hasQuote = true;
        if (code === DOUBLE_QUOTE) this.#close();
        at++;
      } else if (code === BACKSLASH && this.#quote === DOUBLE_QUOTE) {
        at = this.#readEscape(text, at);
      } else if (isInLine(code)) {
        this.#blanks += text.charAt(at);
        at++;
      } else if (code === LF) {
        this.#blanks = "";
        this.#breaks++;
        at++;
      } else at = this.#readRun(text, at);
    }
    return at;
  }

  /** The text ended: a quote that was read last is the close. */
  end(): void {
    this.piece = "";
    if (this.#hasQuote) this.#close();
  }

  #close(): void {
    this.#hasQuote = false;
    this.#take("");
    this.closed = true;
  }

  #readRun(text: string, from: number): number {
    let at = from + 1;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === this.#quote || code === BACKSLASH || code === LF || isInLine(code)) break;
    }
    this.#take(text.slice(from, at));
    return at;
  }

  #readEscape(text: string, from: number): number {
    const begun = this.#cutEscape.length;
    const written = this.#cutEscape + text.slice(from, from + LONGEST_HEX_ESCAPE - begun);
    const length = yamlEscapeLength(written, 0);
    this.#cutEscape = length === 0 ? written : "";
    if (length === 0) return text.length;
    const whole = written.slice(0, length);
    if (whole.endsWith("\n")) {
      // An escaped line break joins the lines.
      this.#take("");
      this.#breaks = 1;
      this.#joins = true;
    } else {
      const decoded = decodeYamlEscape(whole);
      if (decoded === undefined) this.#mend("a backslash that escapes nothing was kept");
      this.#take(decoded ?? whole);
    }
    return from + length - begun;
  }

  /** More text, behind the blanks and breaks that are held. */
  #take(text: string): void {
    if (this.#breaks > 0) {
      const isJoin = this.#joins && this.#breaks === 1;
      if (!this.#joins) this.#mend("line breaks in a quoted value were folded");
      this.piece += isJoin ? "" : foldBreaks(this.#breaks);
    } else this.piece += this.#blanks;
    this.piece += text;
    this.#blanks = "";
    this.#breaks = 0;
    this.#joins = false;
  }
}

/** A blank that is dropped before a line break. */
function isInLine(code: number): boolean {
  return code === SPACE || code === TAB || code === CR;
}
