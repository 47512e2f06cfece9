import type { Repair } from "../block.js";
import { MAX_JSON_DEPTH } from "../limits.js";
import { CR, DOUBLE_QUOTE, isBlank, LF, SINGLE_QUOTE } from "../scan/characters.js";
import { Rope } from "../scan/rope.js";
import type { JsonHandler } from "./json-handler.js";
import { MemberText } from "./member-text.js";
import { type PythonBracket, PythonLiteral } from "./python-literal.js";
import { readPythonScalar } from "./python-scalar.js";
import { PythonString } from "./python-string.js";
import { ReaderRecord } from "./reader-record.js";

const HASH = 35;
const OPEN_PAREN = 40;
const STAR = 42;
const COMMA = 44;
const COLON = 58;
const EQUALS = 61;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
/** Place of what began in an earlier piece. */
const BEFORE = -1;

/** ASCII characters that end a word and begin none. */
const delimiters: Uint8Array = (() => {
  const table = new Uint8Array(128);
  for (const character of " \t\n\r\"'#,:=*()[]{}") table[character.charCodeAt(0)] = 1;
  return table;
})();

/** `-` is for parameters whose names are no Python. */
const NAME = /^[\p{L}_][\p{L}\p{N}\p{M}_-]*$/u;

/** Letters before a string's quote, in lower case, and what becomes of its backslashes. */
const PREFIXES: ReadonlyMap<string, "escaped" | "raw"> = new Map([
  ["u", "escaped"],
  ["f", "escaped"],
  ["r", "raw"],
  ["rf", "raw"],
  ["fr", "raw"],
]);
const BYTES_PREFIX = /^(?:b|br|rb)$/i;

/** What each opening bracket opens where a value is expected. */
const BRACKETS: ReadonlyMap<number, PythonBracket> = new Map([
  [OPEN_PAREN, "paren"],
  [OPEN_BRACKET, "list"],
  [OPEN_BRACE, "brace"],
]);

/** Calls that only spell a value. */
const CONSTRUCTORS: ReadonlyMap<string, PythonBracket> = new Map([
  ["dict", "dict-call"],
  ["list", "list-call"],
  ["tuple", "list-call"],
  ["set", "list-call"],
]);

type State =
  | "argument"
  | "value"
  | "item"
  | "key"
  | "colon"
  | "next"
  | "word"
  | "behind-word"
  | "prefix"
  | "string"
  | "behind-string"
  | "star"
  | "double-star"
  | "comment";

/** What is expected first in each bracket, and behind its commas. */
const FIRST_IN: Readonly<Record<PythonBracket, State>> = {
  arguments: "argument",
  "dict-call": "argument",
  "list-call": "item",
  paren: "item",
  list: "item",
  brace: "item",
  set: "item",
  dict: "key",
  unpacked: "key",
};

/**
 * Reads the arguments of a Python call that arrive in pieces, from behind its `(` to and including its `)`, and builds
 * them while it reads. Only literals are values: strings in all their forms (adjacent ones join), numbers, `True`,
 * `False`, `None` or JSON's words for them, lists, tuples and sets (arrays), dicts, `dict(a=1)`, `list([1])`. Names,
 * other calls, operators, comprehensions, bytes, infinite numbers and broken quoting make the reader `broken`. It never
 * throws. Amortised O(1) per character, memory O(arguments).
 *
 * Mended, and said in `repairs`: arguments without names, line breaks in strings, f-strings (plain text), sets, integers
 * that a double cannot hold (kept as text), `**{…}`. Of names written twice the first counts. Nothing is invented: what
 * is not closed stays open.
 *
 * @example
 * const reader = new PythonArguments(handler, ["city"]);
 * reader.write("'Ro"); // onKey("city"), onText("city", "Ro")
 * reader.write("me', days=3), g()"); // …, onClose(); gives 12
 * reader.value; // { city: "Rome", days: 3 }
 */
export class PythonArguments {
  readonly #handler: JsonHandler;
  readonly #positional: readonly string[];
  readonly #record = new ReaderRecord("The Python arguments");
  readonly #members: MemberText;
  readonly #literal = new PythonLiteral();
  readonly #string = new PythonString((what) => this.#record.mend(what));
  /** What was read of the string at hand, and of those that it joins. */
  readonly #text = new Rope();
  /** What was read of the word at hand. */
  readonly #word = new Rope();
  #state: State = "argument";
  #stateBehindComment: State = "argument";
  /** What the word, string or value at hand is. */
  #role: "name-or-value" | "value" | "key" = "value";
  /** Where, in the piece being read, the word at hand began; `BEFORE` it. */
  #wordFrom = 0;
  /** How many arguments had no name; none may follow one that has. */
  #unnamed = 0;
  #hasNamed = false;
  #value: unknown;

  /** `positional` are the names of arguments that are written without one, in order. */
  constructor(handler: JsonHandler, positional: readonly string[]) {
    this.#handler = handler;
    this.#positional = positional;
    this.#members = new MemberText(handler);
  }

  /** The `)` was read. */
  get closed(): boolean {
    return this.#record.status === "closed";
  }

  /** What was fed are no such arguments, or too much of them. Why is the last of `repairs`; the value never closes. */
  get broken(): boolean {
    return this.#record.status === "broken";
  }

  /** How many characters were read in all: once closed, where the `)` ends. */
  get consumed(): number {
    return this.#record.consumed;
  }

  /** The arguments by name, once `closed`; `undefined` before. No key reaches a prototype. */
  get value(): unknown {
    return this.#value;
  }

  /** What was mended, each once, in the order found. */
  get repairs(): readonly Repair[] {
    return this.#record.repairs;
  }

  /**
   * Reads on. Gives how many characters of `text` were read: fewer than all if the arguments closed or broke in it; what
   * is behind is the caller's.
   */
  write(text: string): number {
    if (text === "" || this.#record.status !== "open") return 0;
    const piece = this.#record.fitting(text);
    let at = 0;
    this.#wordFrom = BEFORE;
    while (at < piece.length && this.#record.status === "open") {
      at = this.#state === "string" ? this.#readString(piece, at) : this.#readFrame(piece, at);
    }
    this.#members.endPiece(piece, this.#safeEnd(at), at);
    this.#record.advance(at, text);
    return at;
  }

  /** Up to where what was read, to `end`, cannot turn out to be half of something. */
  #safeEnd(end: number): number {
    if (this.#state === "string") return this.#string.safeEnd;
    return this.#state === "word" || this.#state === "prefix" ? this.#wordFrom : end;
  }

  #readString(text: string, from: number): number {
    const end = this.#string.read(text, from);
    this.#text.append(this.#string.piece);
    this.#members.tellDecoded(this.#string.piece);
    if (this.#string.closed) this.#state = "behind-string";
    return end;
  }

  /** Reads what is around strings: brackets, commas, names, words, comments. */
  #readFrame(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (this.#state === "word" || this.#state === "prefix") return this.#readWord(text, at);
    if (this.#state === "comment") {
      if (code === LF || code === CR) this.#state = this.#stateBehindComment;
      return at + 1;
    }
    if (this.#state === "star") return this.#expect(code, STAR, "double-star", at);
    if (isBlank(code)) return at + 1;
    if (code === HASH) {
      this.#stateBehindComment = this.#state;
      this.#state = "comment";
      return at + 1;
    }
    switch (this.#state) {
      case "colon":
        return this.#expect(code, COLON, "value", at);
      case "double-star":
        return this.#unpack(code, at);
      case "behind-word":
        return this.#readBehindWord(code, text, at);
      case "behind-string":
        return this.#readBehindString(code, text, at);
      case "next":
        return this.#readNext(code, text, at);
      default:
        return this.#readValue(code, text, at);
    }
  }

  #expect(code: number, expected: number, state: State, at: number): number {
    if (code !== expected) return this.#unexpected(code, at);
    this.#state = state;
    return at + 1;
  }

  /** The dict behind `**`: its items are arguments. */
  #unpack(code: number, at: number): number {
    if (code !== OPEN_BRACE) return this.#unexpected(code, at);
    this.#record.mend("a dict was unpacked into the arguments");
    this.#hasNamed = true;
    return this.#open("unpacked", at);
  }

  /** The beginning of an argument, an item, a key or a value. */
  #readValue(code: number, text: string, at: number): number {
    if (this.#state !== "value" && code === this.#literal.closer) return this.#close(text, at);
    if (code === STAR && this.#state === "argument" && this.#literal.bracket === "arguments") {
      this.#state = "star";
      return at + 1;
    }
    this.#role = this.#state === "argument" ? "name-or-value" : this.#state === "key" ? "key" : "value";
    if (!isDelimiter(code)) {
      this.#state = "word";
      this.#wordFrom = at;
      return this.#readWord(text, at);
    }
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.#startString(code, "escaped", at);
    const bracket = BRACKETS.get(code);
    if (bracket === undefined || this.#role === "key") return this.#unexpected(code, at);
    if (!this.#settleName()) return at;
    // Whether parentheses hold a string or something else shows at their end.
    if (bracket !== "paren") this.#startMember("written", "", at);
    else if (this.#literal.isArgument) this.#members.hold(at);
    return this.#open(bracket, at);
  }

  /** What is read next is a value: if it has no name, it gets the next of those for it. False if it cannot. */
  #settleName(): boolean {
    if (this.#role !== "name-or-value") return true;
    this.#role = "value";
    const name = this.#literal.bracket === "arguments" ? this.#positional[this.#unnamed] : undefined;
    if (name === undefined || this.#hasNamed) {
      const why = this.#hasNamed ? "follows one that has a name" : "is one more than there are parameters";
      this.#record.break("json-syntax", `cannot be read: a value without a name ${why}`);
      return false;
    }
    this.#unnamed++;
    this.#record.mend(`a value without a name was taken as "${name}"`);
    this.#record.leaveOut(this.#literal.setKey(name), name);
    return true;
  }

  #startMember(told: "decoded" | "written", begun: string, at: number): void {
    const isMember = this.#role === "value" && this.#literal.isArgument;
    if (isMember) this.#members.start(this.#literal.argument, told, begun, at);
  }

  #startString(quote: number, escapes: "escaped" | "raw", at: number): number {
    if (!this.#settleName()) return at;
    this.#startMember("decoded", "", at);
    return this.#openString(quote, escapes, at);
  }

  #openString(quote: number, escapes: "escaped" | "raw", at: number): number {
    this.#string.begin(quote, escapes, at + 1);
    this.#state = "string";
    return at + 1;
  }

  /** A name, a number, the prefix of a string: up to a delimiter, which says which. */
  #readWord(text: string, from: number): number {
    let at = from;
    while (at < text.length && !isDelimiter(text.charCodeAt(at))) at++;
    this.#word.append(text.slice(from, at));
    if (at === text.length) return at;
    const code = text.charCodeAt(at);
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.#endPrefix(code, at);
    if (this.#state === "prefix") {
      this.#record.breakAtWord(this.#takeWord(), "value");
      return at;
    }
    if (this.#role !== "name-or-value") return this.#endWord(code, text, at);
    this.#state = "behind-word";
    return at;
  }

  /** Behind a word where an argument begins: is it the argument's name, or its value? */
  #readBehindWord(code: number, text: string, at: number): number {
    if (code !== EQUALS) return this.#settleName() ? this.#endWord(code, text, at) : at;
    const name = this.#takeWord();
    if (!NAME.test(name)) {
      this.#record.breakAtWord(name, "key");
      return at;
    }
    if (this.#literal.bracket === "arguments") this.#hasNamed = true;
    this.#record.leaveOut(this.#literal.setKey(name), name);
    this.#state = "value";
    return at + 1;
  }

  /** A word directly before a quote. */
  #endPrefix(quote: number, at: number): number {
    const prefix = this.#takeWord();
    const escapes = PREFIXES.get(prefix.toLowerCase());
    if (escapes === undefined) {
      if (BYTES_PREFIX.test(prefix)) this.#record.break("json-syntax", "cannot be read: bytes are no JSON");
      else this.#record.breakAtWord(prefix, "value");
      return at;
    }
    if (/f/i.test(prefix)) this.#record.mend("an f-string was read as plain text");
    return this.#state === "prefix" ? this.#openString(quote, escapes, at) : this.#startString(quote, escapes, at);
  }

  /** A word that is no prefix ended before `code`: a scalar, or the name of a constructor that is called. */
  #endWord(code: number, text: string, at: number): number {
    const word = this.#takeWord();
    const called = code === OPEN_PAREN && this.#role === "value" ? CONSTRUCTORS.get(word) : undefined;
    if (called !== undefined) {
      this.#startMember("written", word, at);
      return this.#open(called, at);
    }
    const scalar = readPythonScalar(word);
    if (scalar === undefined) {
      this.#record.breakAtWord(word, this.#role === "key" ? "key" : "value");
      return at;
    }
    if (typeof scalar.value === "string") this.#record.mend("an integer too large for a number was kept as text");
    this.#startMember("written", word, at);
    this.#endValue(scalar.value, text, at);
    return at;
  }

  /** Behind a string: another one joins it, anything else ends it. */
  #readBehindString(code: number, text: string, at: number): number {
    if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) return this.#openString(code, "escaped", at);
    if (!isDelimiter(code)) {
      this.#state = "prefix";
      this.#wordFrom = at;
      return this.#readWord(text, at);
    }
    const string = this.#text.toString();
    this.#text.clear();
    this.#endValue(string, text, at);
    return at;
  }

  #readNext(code: number, text: string, at: number): number {
    if (code === this.#literal.closer) return this.#close(text, at);
    if (code === COLON && this.#literal.bracket === "brace") {
      this.#endKey(this.#literal.turnIntoDict());
      return at;
    }
    if (code !== COMMA) return this.#unexpected(code, at);
    this.#literal.comma();
    this.#state = FIRST_IN[this.#literal.bracket];
    return at + 1;
  }

  #open(bracket: PythonBracket, at: number): number {
    if (this.#literal.depth >= MAX_JSON_DEPTH) {
      this.#record.break("too-long", `are nested deeper than ${MAX_JSON_DEPTH} levels and were not read further`);
      return at;
    }
    this.#literal.open(bracket);
    this.#state = FIRST_IN[bracket];
    return at + 1;
  }

  #close(text: string, at: number): number {
    const { bracket } = this.#literal;
    const closed = this.#literal.close();
    this.#state = "next";
    if (bracket === "unpacked") return at + 1;
    if (closed === undefined) {
      this.#record.break("json-syntax", "cannot be read: a list is made of something that is no list");
      return at;
    }
    if (this.#literal.depth === 0) {
      this.#value = closed.value;
      this.#record.status = "closed";
      this.#handler.onClose();
      return at + 1;
    }
    const isSet = bracket === "set" || (bracket === "brace" && Array.isArray(closed.value));
    if (isSet) this.#record.mend("a set was read as a list");
    this.#role = "value";
    this.#endValue(closed.value, text, at + 1);
    return at + 1;
  }

  #endValue(value: unknown, text: string, end: number): void {
    if (this.#role === "key") {
      this.#endKey(value);
      return;
    }
    this.#state = "next";
    this.#literal.add(value);
    if (!this.#literal.isArgument) return;
    const held = this.#members.takeHeld(text, end);
    if (held !== undefined) {
      const isString = typeof value === "string";
      this.#startMember(isString ? "decoded" : "written", held, end);
      if (isString) this.#members.tellDecoded(value);
    }
    this.#members.end(value, text, end);
  }

  #endKey(key: unknown): void {
    if (typeof key !== "string" && typeof key !== "number") {
      this.#record.break("json-syntax", "cannot be read: a key is neither a string nor a number");
      return;
    }
    this.#record.leaveOut(this.#literal.setKey(String(key)), String(key));
    this.#state = "colon";
  }

  #takeWord(): string {
    const word = this.#word.toString();
    this.#word.clear();
    return word;
  }

  #unexpected(code: number, at: number): number {
    this.#record.breakAtCharacter(code);
    return at;
  }
}

function isDelimiter(code: number): boolean {
  return code < 128 && delimiters[code] === 1;
}
