import { longestSpelling, tagKey } from "../scan/tag-key.js";

/** The names that a tag may have in a frame. A look-up is O(1). */
export class TagNames {
  /** Length of the longest of them, in its longest spelling. */
  readonly longest: number;
  readonly #names: ReadonlySet<string>;

  /** `names`: as they are looked up, see `tagKey`; `function=` for `<function=F>`. */
  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
    this.longest = Math.max(0, ...[...this.#names].map(longestSpelling));
  }

  /** It is one of them, in whatever spelling. */
  knows(name: string): boolean {
    return this.#names.has(tagKey(name));
  }
}
