import { Rope } from "../scan/rope.js";
import { foldBreaks } from "./yaml-folding.js";
import { withoutComment } from "./yaml-line.js";

/** Marks that mean something at the beginning of a value, but nothing that is read here. */
const MARK = /^[|>&*!%@`]/;
/** What makes text a key where a value may begin. */
const KEY = /:(?:[ \t]|$)/;

/**
 * A scalar without quotes, line by line. Lines below fold into it, as YAML has it. Amortised O(1) per character.
 *
 * @example
 * const plain = new YamlPlain("two words # note", mend);
 * plain.takeLine("and more"); // true
 * plain.toString(); // "two words and more"
 */
export class YamlPlain {
  readonly #text = new Rope();
  readonly #mend: (what: string) => void;
  readonly #hasKey: boolean;
  #breaks = 1;

  /** `first` is the rest of the first line; `mend` is called for what YAML would read in another way. */
  constructor(first: string, mend: (what: string) => void) {
    this.#mend = mend;
    this.#hasKey = KEY.test(first);
    if (this.#hasKey) mend("a value without quotes has a colon");
    if (MARK.test(first)) mend("a value without quotes begins with a mark of YAML");
    this.#take(first);
  }

  /** A blank line. */
  takeBreak(): void {
    this.#breaks++;
  }

  /** A line that is indented further. False where it cannot be text: below what looks like a key. */
  takeLine(content: string): boolean {
    this.#text.append(foldBreaks(this.#breaks));
    this.#breaks = 1;
    this.#take(content);
    return !this.#hasKey && !KEY.test(content);
  }

  toString(): string {
    return this.#text.toString();
  }

  #take(content: string): void {
    const text = withoutComment(content);
    if (text !== content.trim()) this.#mend("a comment behind a value was left out");
    this.#text.append(text);
  }
}
