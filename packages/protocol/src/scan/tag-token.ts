import { MAX_BLANKS_IN_TAG, MAX_TAG_ATTRIBUTES } from "../limits.js";
import {
  COLON,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER_THAN,
  isBlank,
  isNameCharacter,
  LESS_THAN,
  SINGLE_QUOTE,
  SLASH,
  SPACE,
  TAB,
} from "./characters.js";
import type { Input } from "./input.js";

const IDLE = 0;
const BEFORE_NAME = 1;
const IN_NAME = 2;
const BEHIND_NAME = 3;

/**
 * One tag, read a character at a time: `<` `/`? blanks{0,3} name (blank attributes)? `/`? `>`, or `<name=value>` where
 * `name=` is known. A close tag has attributes where its name ends with a colon.
 *
 * It fails as soon as it cannot become a tag that matters: a character that fits nowhere, a first letter or a name that
 * nobody knows, more than 1,000 characters of attributes, or another `<`. Its raw text is kept by itself, so that a
 * failed token can be handed back as plain text.
 */
export class TagToken {
  /** Its raw text in earlier pieces: short, so it needs no sealing. */
  #kept = "";
  readonly #knows: (name: string) => boolean;
  readonly #longestName: number;
  #state = IDLE;
  #firstLetter = 0;
  #otherFirstLetter = 0;
  #nameFrom = 0;
  #nameTo = 0;
  /** Place of its `>`. */
  #end = 0;
  #blanks = 0;
  #quote = 0;
  #slash = false;
  #sawBlank = false;
  #isAssigned = false;
  /** Place of its `<`. */
  start = 0;
  /** Whether only blanks stand before it on its line. */
  firstOnLine = false;
  isClose = false;
  /** The last `read` came to its end. */
  isWhole = false;
  /** Its name as written, once that has ended. */
  name = "";

  /** `knows`: is this (any case) the name of anything? `longestName`: of the names that it knows. */
  constructor(knows: (name: string) => boolean, longestName: number) {
    this.#knows = knows;
    this.#longestName = longestName;
  }

  /** Of a whole tag: the place behind its `>`. */
  get end(): number {
    return this.#end + 1;
  }

  get active(): boolean {
    return this.#state !== IDLE;
  }

  /** `<tag/>`. */
  get selfClosing(): boolean {
    return this.#slash && !this.isClose;
  }

  /** Begins behind a `<` at place `start`. The letters, lower case, are the only ones that matter here; 0: all do. */
  begin(start: number, firstOnLine: boolean, firstLetter = 0, otherFirstLetter = 0): void {
    this.#kept = "";
    this.start = start;
    this.firstOnLine = firstOnLine;
    this.#firstLetter = firstLetter;
    this.#otherFirstLetter = otherFirstLetter;
    this.isClose = false;
    this.#slash = false;
    this.#sawBlank = false;
    this.#isAssigned = false;
    this.#blanks = 0;
    this.#quote = 0;
    this.#state = BEFORE_NAME;
  }

  /**
   * Reads on in the present piece, from index `from`. Returns where it stopped: at `to` with more to come (it is still
   * active), behind its `>` (`isWhole`), or at the character that makes it no tag, which is not part of it.
   */
  read(input: Input, from: number, to: number): number {
    const { text, base } = input;
    this.isWhole = false;
    for (let at = from; at < to; at++) {
      if (this.#state === IN_NAME) {
        const tooLong = this.#nameFrom + this.#longestName - base;
        for (; at < to && isNameCharacter(text.charCodeAt(at)); at++) if (at === tooLong) return this.#fail(at);
        if (at === to) return to;
        this.#endName(input, at);
        if (!this.#mayGoOn(text.charCodeAt(at))) return this.#fail(at);
      }
      const code = text.charCodeAt(at);
      if (
        !(this.#state === BEFORE_NAME ? this.#takeBeforeName(code, base + at) : this.#takeBehindName(code, base + at))
      ) {
        return this.#fail(at);
      }
      if (this.#state === IDLE) return at + 1;
    }
    return to;
  }

  /** The piece ends: keeps what was read of it. */
  keep(input: Input): void {
    const known = this.start + this.#kept.length;
    this.#kept += input.text.slice(Math.max(0, known - input.base));
  }

  /** Its raw text up to place `to`. */
  raw(input: Input, to: number): string {
    const known = this.start + this.#kept.length;
    if (to <= known) return this.#kept.slice(0, to - this.start);
    return this.#kept + input.text.slice(Math.max(0, known - input.base), to - input.base);
  }

  /** Blanks stand where none belong: `< name>`, `</name >`. */
  hasBlanks(input: Input): boolean {
    return this.#sawBlank && this.#attributeText(input).trim() === "";
  }

  /** Something but blanks stands behind its name. */
  hasAttributes(input: Input): boolean {
    return this.#sawBlank && this.#attributeText(input).trim() !== "";
  }

  /** Its attributes; undefined if what stands behind the name is no list of `name="value"`. */
  attributes(input: Input): readonly (readonly [name: string, value: string])[] | undefined {
    const text = this.#attributeText(input);
    const found: [string, string][] = [];
    const attribute = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
    for (let at = 0; ; at = attribute.lastIndex) {
      attribute.lastIndex = at;
      const match = attribute.exec(text);
      if (match === null) return text.slice(at).trim() === "" ? found : undefined;
      found.push([match[1] ?? "", match[2] ?? match[3] ?? ""]);
    }
  }

  /** `<name=value>`. */
  get isAssignment(): boolean {
    return this.#isAssigned;
  }

  /** Of `<name=value>`: the value, less blanks and quotes around it. */
  assigned(input: Input): string | undefined {
    if (!this.#isAssigned) return undefined;
    const value = this.raw(input, this.#end)
      .slice(this.#nameTo + 1 - this.start)
      .trim();
    return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
  }

  /** The message ended inside it: what was read of its name. */
  get unfinishedName(): string {
    if (this.#state === BEFORE_NAME) return "";
    return this.#state === IN_NAME ? this.#kept.slice(this.#nameFrom - this.start) : this.name;
  }

  reset(): void {
    this.#state = IDLE;
  }

  /** What stands between the name and the end of a whole tag. */
  #attributeText(input: Input): string {
    const text = this.raw(input, this.#end).slice(this.#nameTo - this.start);
    return this.#slash ? text.slice(0, text.lastIndexOf("/")) : text;
  }

  #endName(input: Input, at: number): void {
    const { text, base } = input;
    this.#nameTo = base + at;
    this.name =
      this.#kept === ""
        ? text.slice(this.#nameFrom - base, at)
        : this.raw(input, base + at).slice(this.#nameFrom - this.start);
    this.#state = BEHIND_NAME;
  }

  /** Whether the name that has just ended is one that matters, before this character. */
  #mayGoOn(code: number): boolean {
    if (code === EQUALS && !this.isClose) {
      this.#isAssigned = this.#knows(`${this.name}=`);
      return this.#isAssigned;
    }
    return code === GREATER_THAN || this.#knows(this.name);
  }

  /** False where the character makes it no tag. */
  #takeBeforeName(code: number, at: number): boolean {
    if (code === SLASH && !this.isClose && this.#blanks === 0) {
      this.isClose = true;
      return true;
    }
    if ((code === SPACE || code === TAB) && this.#blanks < MAX_BLANKS_IN_TAG) {
      this.#blanks++;
      this.#sawBlank = true;
      return true;
    }
    const letter = code | 32;
    const isWanted = this.#firstLetter === 0 || letter === this.#firstLetter || letter === this.#otherFirstLetter;
    if (!isWanted || !isNameCharacter(code)) return false;
    this.#nameFrom = at;
    this.#state = IN_NAME;
    return true;
  }

  /** False where the character makes it no tag. */
  #takeBehindName(code: number, at: number): boolean {
    if (code === LESS_THAN || at - this.#nameTo > MAX_TAG_ATTRIBUTES) return false;
    if (this.#isAssigned && code !== GREATER_THAN) return true;
    if (this.#quote !== 0) {
      if (code === this.#quote) this.#quote = 0;
      return true;
    }
    if (code === GREATER_THAN) {
      this.#end = at;
      this.#state = IDLE;
      this.isWhole = true;
      return true;
    }
    if (isBlank(code)) {
      this.#sawBlank = true;
      return true;
    }
    // Behind the name a blank comes first, and nothing but `>` behind a slash.
    if (this.#slash || (this.isClose && this.name.charCodeAt(this.name.length - 1) !== COLON)) return false;
    if (code === SLASH) {
      this.#slash = true;
      return true;
    }
    if (at === this.#nameTo) return false;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) this.#quote = code;
    return true;
  }

  #fail(at: number): number {
    this.#state = IDLE;
    return at;
  }
}
