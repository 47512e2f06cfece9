import { JsonTree } from "./json-tree.js";

/**
 * A bracket that is open. `brace`: a dict or a set, not known yet; `paren`: a group or a tuple; `unpacked`: the dict
 * behind `**`, whose items go to the arguments.
 */
export type PythonBracket =
  | "arguments"
  | "unpacked"
  | "dict"
  | "brace"
  | "set"
  | "list"
  | "paren"
  | "dict-call"
  | "list-call";

/** What closes each bracket: `)`, `]` or `}`. */
const CLOSERS: Readonly<Record<PythonBracket, number>> = {
  arguments: 41,
  "dict-call": 41,
  "list-call": 41,
  paren: 41,
  list: 93,
  unpacked: 125,
  dict: 125,
  brace: 125,
  set: 125,
};

/**
 * The Python literal that is being read: its open brackets, and the JSON value that they come to. Tuples and sets become
 * arrays. O(1) per step.
 *
 * @example
 * const literal = new PythonLiteral();
 * literal.setKey("a");
 * literal.open("paren");
 * literal.add(1);
 * literal.comma();
 * literal.close(); // { value: [1] }
 */
export class PythonLiteral {
  readonly #tree = new JsonTree();
  readonly #brackets: { kind: PythonBracket; commas: number }[] = [];

  /** Begins with the arguments open. */
  constructor() {
    this.open("arguments");
  }

  /** The innermost open bracket. */
  get bracket(): PythonBracket {
    return this.#top.kind;
  }

  get depth(): number {
    return this.#brackets.length;
  }

  /** What closes the innermost bracket, as a character code. */
  get closer(): number {
    return CLOSERS[this.#top.kind];
  }

  /** The value read next is one of an argument, not inside one. */
  get isArgument(): boolean {
    return this.#tree.depth === 1;
  }

  /** The name of the argument at hand; `undefined` where it is left out. */
  get argument(): string | undefined {
    return this.#tree.outermostKey;
  }

  open(kind: PythonBracket): void {
    this.#brackets.push({ kind, commas: 0 });
    const isObject = kind === "arguments" || kind === "dict" || kind === "dict-call";
    if (kind !== "unpacked") this.#tree.open(isObject ? {} : []);
  }

  /** A comma behind an item. */
  comma(): void {
    this.#top.commas++;
    if (this.#top.kind === "brace") this.#top.kind = "set";
  }

  /** The next value goes to this key. If it may not (said why), the value is left out. */
  setKey(key: string): "kept" | "unsafe" | "repeated" {
    return this.#tree.setKey(key);
  }

  add(value: unknown): void {
    this.#tree.add(value);
  }

  /** The first item of a brace turned out to be a key: the brace is a dict. Gives that item. */
  turnIntoDict(): unknown {
    const items = this.#tree.close();
    this.#brackets.pop();
    this.open("dict");
    return Array.isArray(items) ? items[0] : undefined;
  }

  /** Closes the innermost bracket. Gives a box with what it comes to; `undefined` if that is no JSON value. */
  close(): { value: unknown } | undefined {
    const { kind, commas } = this.#top;
    this.#brackets.pop();
    if (kind === "unpacked") return undefined;
    const value = this.#tree.close();
    if (!Array.isArray(value)) return { value };
    if (kind === "brace" && value.length === 0) return { value: {} };
    if (kind === "paren" && value.length === 1 && commas === 0) return { value: value[0] };
    if (kind !== "list-call" || value.length === 0) return { value };
    return value.length === 1 && Array.isArray(value[0]) ? { value: value[0] } : undefined;
  }

  get #top(): { kind: PythonBracket; commas: number } {
    return this.#brackets[this.#brackets.length - 1] ?? { kind: "arguments", commas: 0 };
  }
}
