import { Capture } from "./capture.js";
import {
  DOUBLE_QUOTE,
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

const MAX_BLANKS = 3;
const MAX_ATTRIBUTES = 1000;

/** What one more character made of a token. */
export const MORE = 0;
export const DONE = 1;
const FAILED = 2;

const IDLE = 0;
const BEFORE_NAME = 1;
const IN_NAME = 2;
const BEHIND_NAME = 3;

/**
 * One tag, read a character at a time: `<` `/`? blanks{0,3} name (blank attributes)? `/`? `>`.
 *
 * It fails as soon as it cannot become a tag that matters: a character that fits nowhere, a first letter or a name that
 * nobody knows, more than 1,000 characters of attributes, or another `<`. Its raw text is kept by itself, so that a
 * failed token can be handed back as plain text.
 */
export class TagToken {
  readonly raw = new Capture();
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
  /** Place of its `<`. */
  start = 0;
  /** Whether only blanks stand before it on its line. */
  firstOnLine = false;
  isClose = false;

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
    this.raw.begin(start);
    this.start = start;
    this.firstOnLine = firstOnLine;
    this.#firstLetter = firstLetter;
    this.#otherFirstLetter = otherFirstLetter;
    this.isClose = false;
    this.#slash = false;
    this.#sawBlank = false;
    this.#blanks = 0;
    this.#quote = 0;
    this.#state = BEFORE_NAME;
  }

  /** Takes the character at place `at`. On DONE and FAILED the token is at rest; a failing character is not part of it. */
  feed(code: number, at: number, input: Input): number {
    if (this.#state === BEFORE_NAME) return this.#beforeName(code, at);
    if (this.#state === IN_NAME) {
      if (isNameCharacter(code)) return at - this.#nameFrom < this.#longestName ? MORE : this.#fail();
      this.#nameTo = at;
      this.#state = BEHIND_NAME;
      if (code !== GREATER_THAN && !this.#knows(this.name(input))) return this.#fail();
    }
    return this.#behindName(code, at);
  }

  /** Its name as written. */
  name(input: Input): string {
    return this.raw.peek(input, this.#nameTo).slice(this.#nameFrom - this.start);
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

  /** The text ended inside it: what was read of its name. */
  unfinishedName(input: Input): string {
    const end = input.base + input.text.length;
    if (this.#state === BEFORE_NAME) return "";
    return this.raw.peek(input, this.#state === IN_NAME ? end : this.#nameTo).slice(this.#nameFrom - this.start);
  }

  reset(): void {
    this.#state = IDLE;
    this.raw.clear();
  }

  /** What stands between the name and the end of a whole tag. */
  #attributeText(input: Input): string {
    const text = this.raw.peek(input, this.#end).slice(this.#nameTo - this.start);
    return this.#slash ? text.slice(0, text.lastIndexOf("/")) : text;
  }

  #beforeName(code: number, at: number): number {
    if (code === SLASH && !this.isClose && this.#blanks === 0) {
      this.isClose = true;
      return MORE;
    }
    if ((code === SPACE || code === TAB) && this.#blanks < MAX_BLANKS) {
      this.#blanks++;
      this.#sawBlank = true;
      return MORE;
    }
    if (!isNameCharacter(code)) return this.#fail();
    const letter = code | 32;
    if (this.#firstLetter !== 0 && letter !== this.#firstLetter && letter !== this.#otherFirstLetter)
      return this.#fail();
    this.#nameFrom = at;
    this.#state = IN_NAME;
    return MORE;
  }

  #behindName(code: number, at: number): number {
    if (code === LESS_THAN || at - this.#nameTo > MAX_ATTRIBUTES) return this.#fail();
    if (this.#quote !== 0) {
      if (code === this.#quote) this.#quote = 0;
      return MORE;
    }
    if (code === GREATER_THAN) {
      this.#end = at;
      this.#state = IDLE;
      return DONE;
    }
    if (this.#slash && !isBlank(code)) return this.#fail();
    if (code === SLASH) {
      this.#slash = true;
      return this.isClose ? this.#fail() : MORE;
    }
    if (at === this.#nameTo && !isBlank(code)) return this.#fail();
    if (isBlank(code)) {
      this.#sawBlank = true;
      return MORE;
    }
    if (this.isClose) return this.#fail();
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) this.#quote = code;
    return MORE;
  }

  #fail(): number {
    this.#state = IDLE;
    return FAILED;
  }
}
