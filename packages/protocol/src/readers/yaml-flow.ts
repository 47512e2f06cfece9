import { DOUBLE_QUOTE, isBlank, SINGLE_QUOTE, SPACE, TAB } from "../scan/characters.js";
import { Rope } from "../scan/rope.js";
import { JsonTree } from "./json-tree.js";
import type { ReaderRecord } from "./reader-record.js";
import { YamlQuoted } from "./yaml-quoted.js";
import { readYamlScalar } from "./yaml-scalar.js";

const HASH = 35;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** Characters that end a scalar without quotes. */
const FLOW_MARKS: ReadonlySet<number> = new Set([COMMA, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE]);
/** What stands behind the colon that ends a key. */
const ENDS_KEY: ReadonlySet<number> = new Set([SPACE, TAB, ...FLOW_MARKS]);

type State = "key" | "colon" | "value" | "next" | "quoted";

/**
 * Reads a flow collection of YAML (`[a, 'b', {c: 1}]`), whole lines at a time, from its opening bracket to its close.
 * Scalars are typed by YAML's core schema. What cannot be read breaks the record. O(1) per character.
 *
 * @example
 * const flow = new YamlFlow(record, 256);
 * flow.readLine("[a, 1] # note"); // gives 6
 * flow.value; // ["a", 1]
 */
export class YamlFlow {
  /** The closing bracket was read. */
  closed = false;
  /** The collection, once `closed`. */
  value: unknown;
  readonly #record: ReaderRecord;
  readonly #maxDepth: number;
  readonly #tree = new JsonTree();
  readonly #quoted: YamlQuoted;
  readonly #text = new Rope();
  #state: State = "value";
  /** The scalar at hand is a key. */
  #inKey = false;
  /** Behind a comma, or an opening bracket: a close may follow. */
  #mayClose = false;

  /** What is mended is said in `record`, and why it breaks; it may be nested `maxDepth` levels deep. */
  constructor(record: ReaderRecord, maxDepth: number) {
    this.#record = record;
    this.#maxDepth = maxDepth;
    this.#quoted = new YamlQuoted((what) => record.mend(what));
  }

  /** Reads a line, without its break. Gives how much of it was read: all, or up to where the collection ends. */
  readLine(line: string): number {
    let at = 0;
    while (at < line.length && !this.closed && this.#record.status === "open") {
      const code = line.charCodeAt(at);
      if (this.#state === "quoted") at = this.#readQuoted(line, at);
      else if (isBlank(code)) at++;
      else if (code === HASH && (at === 0 || isBlank(line.charCodeAt(at - 1)))) return line.length;
      else at = this.#readFrame(code, line, at);
    }
    // A quoted scalar may go on in the next line.
    if (this.#state === "quoted" && !this.closed) this.#readQuoted("\n", 0);
    return at;
  }

  #readQuoted(line: string, from: number): number {
    const end = this.#quoted.read(line, from);
    this.#text.append(this.#quoted.piece);
    if (this.#quoted.closed) {
      const text = this.#text.toString();
      this.#text.clear();
      this.#endScalar(text, text);
    }
    return end;
  }

  #readFrame(code: number, line: string, at: number): number {
    const { inArray } = this.#tree;
    if (this.#state === "colon" && code === COLON) {
      this.#state = "value";
      this.#mayClose = false;
      return at + 1;
    }
    const hasKey = this.#state === "colon" || (this.#state === "value" && !inArray && this.#tree.depth > 0);
    if (hasKey && (code === COMMA || code === CLOSE_BRACE)) {
      // `{a, b: }`: keys without values.
      this.#endValue(null);
      return at;
    }
    const isClose = code === (inArray ? CLOSE_BRACKET : CLOSE_BRACE) && this.#tree.depth > 0;
    if (isClose && (this.#state === "next" || this.#mayClose)) {
      this.#endValue(this.#tree.close());
      return at + 1;
    }
    if (this.#state === "next" && code === COMMA) {
      this.#expectItem();
      return at + 1;
    }
    if (this.#state === "key" || this.#state === "value") return this.#readItem(code, line, at);
    this.#record.breakAtCharacter(code);
    return at;
  }

  #expectItem(): void {
    this.#state = this.#tree.inArray ? "value" : "key";
    this.#mayClose = true;
  }

  #readItem(code: number, line: string, at: number): number {
    this.#inKey = this.#state === "key";
    this.#mayClose = false;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) {
      this.#quoted.begin(code);
      this.#state = "quoted";
      return at + 1;
    }
    if (!this.#inKey && (code === OPEN_BRACKET || code === OPEN_BRACE)) {
      if (this.#tree.depth >= this.#maxDepth) {
        this.#record.break("too-long", "are nested too deeply and were not read further");
        return at;
      }
      this.#tree.open(code === OPEN_BRACE ? {} : []);
      this.#expectItem();
      return at + 1;
    }
    let end = at;
    while (end < line.length && !this.#endsPlain(line, end)) end++;
    const plain = line.slice(at, end).trim();
    if (plain === "") this.#record.breakAtCharacter(code);
    else this.#endScalar(plain, readYamlScalar(plain));
    return end;
  }

  #endsPlain(line: string, at: number): boolean {
    const code = line.charCodeAt(at);
    if (code === COLON) return this.#inKey && (at + 1 === line.length || ENDS_KEY.has(line.charCodeAt(at + 1)));
    if (code === HASH) return isBlank(line.charCodeAt(at - 1));
    return FLOW_MARKS.has(code);
  }

  #endScalar(text: string, value: unknown): void {
    if (!this.#inKey) {
      this.#endValue(value);
      return;
    }
    this.#record.leaveOut(this.#tree.setKey(text), text);
    this.#state = "colon";
  }

  #endValue(value: unknown): void {
    this.#state = "next";
    this.#mayClose = false;
    if (this.#tree.depth > 0) {
      this.#tree.add(value);
      return;
    }
    this.value = value;
    this.closed = true;
  }
}
