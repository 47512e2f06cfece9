import { StringDecoder } from "node:string_decoder";

/**
 * One escape sequence at the place where the search stands. Source: ECMA-48 (CSI, OSC, DCS/SOS/PM/APC, two-character
 * escapes).
 * `\x1b\[…` colours and movement · `\x1b]…` titles and links, up to BEL or ST · `\x1bP…` device strings · `\x1b(B` and
 * the like.
 */
const SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
  /\x1b(?:\[[0-?]{0,200}[ -/]{0,20}[@-~]|\][^\x07\x1b\n]{0,4000}(?:\x07|\x1b\\)|[PX^_][^\x1b\n]{0,4000}\x1b\\|[ -/]{0,20}[0-OQ-WYZ\\`-~])/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
const UNUSUAL = /[\x00-\x08\x0b-\x1f\x7f]/;
/**
 * No sequence above is longer, and none goes over a line break: what is has an escape sign that is dropped, and is
 * text.
 */
const MAX_SEQUENCE = 4_010;
/** A line longer than this is passed on before it ends; a carriage return can no longer fold what went out. */
const MAX_OPEN_LINE = 64 * 1024;

/**
 * Turns what a command prints, in pieces, into what a reader would see at the end: escape sequences gone, a line
 * overwritten by `\r` once, backspaces applied, other control characters dropped, bytes that are not UTF-8 replaced. A
 * line goes out when it is complete. Amortised O(1) per character.
 */
export class OutputCleaner {
  readonly #decoder = new StringDecoder("utf8");
  /** An escape sequence that is not complete yet. */
  #held = "";
  /** The line that is being written. */
  #line = "";
  /** A carriage return was read: a line break after it is one line end, anything else overwrites the line. */
  #returned = false;

  /** What became certain by this piece. */
  push(bytes: Buffer): string {
    return this.#clean(this.#held + this.#decoder.write(bytes));
  }

  /** The rest: the last line, if it has no line break. */
  end(): string {
    const cleaned = this.#clean(this.#held + this.#decoder.end(), true) + this.#line;
    this.#line = "";
    return cleaned;
  }

  #clean(text: string, last = false): string {
    this.#held = "";
    if (!this.#returned && !UNUSUAL.test(text)) return this.#plain(text);
    let out = "";
    let start = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= 0x20 ? code !== 0x7f : code === 0x09 || code === 0x0a) continue;
      out += this.#plain(text.slice(start, at));
      start = at + 1;
      if (code === 0x0d) this.#returned = true;
      else if (code === 0x08) this.#line = this.#line.slice(0, -1);
      else if (code === 0x1b) {
        SEQUENCE.lastIndex = at;
        if (SEQUENCE.test(text)) {
          start = SEQUENCE.lastIndex;
          at = start - 1;
        } else if (!last && text.length - at < MAX_SEQUENCE && !text.includes("\n", at)) {
          this.#held = text.slice(at);
          return out;
        }
      }
    }
    return out + this.#plain(text.slice(start));
  }

  /** Text without control characters but tabs and line breaks: all complete lines go out. */
  #plain(text: string): string {
    if (text === "") return "";
    if (this.#returned) {
      this.#returned = false;
      if (text[0] !== "\n") this.#line = "";
    }
    const end = text.lastIndexOf("\n");
    if (end === -1) this.#line += text;
    if (end === -1 && this.#line.length <= MAX_OPEN_LINE) return "";
    const complete = end === -1 ? this.#line : this.#line + text.slice(0, end + 1);
    this.#line = end === -1 ? "" : text.slice(end + 1);
    return complete;
  }
}
