import type { Repair } from "../block.js";
import { MAX_JSON_DEPTH } from "../limits.js";
import { DOUBLE_QUOTE, isBlank } from "../scan/characters.js";
import { Rope } from "../scan/rope.js";
import { DelimitedText } from "./delimited-text.js";
import type { JsonHandler } from "./json-handler.js";
import { readScalar } from "./json-scalar.js";
import { JsonString } from "./json-string.js";
import { JsonTree } from "./json-tree.js";
import { MemberText } from "./member-text.js";
import { ReaderRecord } from "./reader-record.js";

const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
/** What is around keys and values. */
const FRAME: ReadonlySet<number> = new Set([COMMA, COLON, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE]);
/** Place of what began in an earlier piece. */
const BEFORE = -1;

const KEY_START = /[A-Za-z_]/;
const BARE_KEY = /^[A-Za-z_][\w.-]*$/;
const INTEGER = /^-?\d+$/;

type State = "key" | "colon" | "value" | "next" | "mark" | "word" | "bare-key" | "text" | "quoted";

/**
 * Reads the arguments of a call as the Gemma models write them, from behind their `{` to and including their `}`:
 * `city:<escape>Rome<escape>,days:3,at:[{x:<escape>1<escape>}]}`. Text stands between two equal delimiters and is raw;
 * keys are bare or delimited; numbers, `true`, `false` and `null` are bare. It arrives in pieces and is built while it is
 * read. Any text can be fed: what is no such thing makes the reader `broken`, it never throws. Amortised O(1) per
 * character, memory O(arguments).
 *
 * Mended, and said in `repairs`: missing and trailing commas, JSON strings in place of delimited text, bare text. Of
 * keys that are written twice the first counts. Nothing is invented: what is not closed stays open.
 *
 * @example
 * const reader = new DelimitedArguments(handler, ["<escape>"]);
 * reader.write("city:<escape>Ro"); // onKey("city"), onText("city", "Ro")
 * reader.write("me<escape>,days:3} and more"); // …, onClose(); gives 18
 * reader.value; // { city: "Rome", days: 3 }
 */
export class DelimitedArguments {
  readonly #handler: JsonHandler;
  readonly #delimiters: readonly string[];
  readonly #frameClose: string | undefined;
  readonly #record = new ReaderRecord("The arguments");
  readonly #members: MemberText;
  readonly #tree = new JsonTree();
  readonly #delimited = new DelimitedText();
  readonly #quoted = new JsonString((what) => this.#record.mend(what));
  /** What was read of the text, word or delimiter at hand. */
  readonly #text = new Rope();
  #state: State = "key";
  /** What is at hand is a key. */
  #inKey = false;
  /** Behind a comma: a close here makes it a trailing one. */
  #behindComma = false;
  /** Where, in the piece being read, the word or the like at hand began; `BEFORE` it. */
  #wordFrom = BEFORE;
  #value: unknown;

  /** `delimiters` are the marks that text may stand between, none empty; `frameClose` ends a call whose `}` is missing. */
  constructor(handler: JsonHandler, delimiters: readonly string[], frameClose?: string) {
    this.#handler = handler;
    this.#delimiters = delimiters;
    this.#frameClose = frameClose;
    this.#members = new MemberText(handler);
    this.#tree.open({});
  }

  /** The `}` was read. */
  get closed(): boolean {
    return this.#record.status === "closed";
  }

  /** What was fed are no such arguments, or too much of them. Why is the last of `repairs`; the value never closes. */
  get broken(): boolean {
    return this.#record.status === "broken";
  }

  /** It closed at the frame's mark, which was read, too. */
  closedByFrame = false;

  /** How many characters were read in all: once closed, where the `}` ends. */
  get consumed(): number {
    return this.#record.consumed;
  }

  /** The arguments, a plain object, once `closed`; `undefined` before. No key reaches a prototype. */
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
    while (at < piece.length && this.#record.status === "open") at = this.#readFrom(piece, at);
    this.#members.endPiece(piece, this.#safeEnd(at), at);
    this.#record.advance(at, text);
    return at;
  }

  /** Up to where what was read, to `end`, cannot turn out to be half of something. */
  #safeEnd(end: number): number {
    const isHalf = this.#state === "mark" || this.#state === "word" || this.#state === "quoted";
    return isHalf ? this.#wordFrom : end;
  }

  #readFrom(text: string, at: number): number {
    const code = text.charCodeAt(at);
    switch (this.#state) {
      case "text":
        return this.#readText(this.#delimited, text, at);
      case "quoted":
        return this.#readText(this.#quoted, text, at);
      case "mark":
        return this.#readMark(text, at);
      case "word":
      case "bare-key":
        return this.#readWord(text, at);
    }
    if (isBlank(code)) return at + 1;
    switch (this.#state) {
      case "colon":
        if (code !== COLON) return this.#unexpected(code, at);
        this.#state = "value";
        return at + 1;
      case "next":
        return this.#readNext(code, text, at);
      default:
        return this.#readFirst(code, text, at);
    }
  }

  #readText(reader: DelimitedText | JsonString, text: string, from: number): number {
    const end = reader.read(text, from);
    this.#text.append(reader.piece);
    if (!this.#inKey) this.#members.tellDecoded(reader.piece);
    if (reader.closed) {
      const whole = this.#takeText();
      if (this.#inKey) this.#endKey(whole);
      else this.#endValue(whole, text, end);
    }
    return end;
  }

  /** The beginning of a key, an item or a value. */
  #readFirst(code: number, text: string, at: number): number {
    const mayClose = this.#state === "key" || (this.#tree.inArray && (this.#behindComma || this.#tree.isEmpty));
    if (mayClose && code === this.#closer) return this.#closeBracket(text, at);
    this.#inKey = this.#state === "key";
    this.#behindComma = false;
    this.#wordFrom = at;
    if (code === DOUBLE_QUOTE) {
      this.#record.mend("quotes stood in place of delimiters");
      this.#startMember("decoded", "", at);
      this.#quoted.begin(code, at + 1);
      this.#state = "quoted";
      return at + 1;
    }
    if (this.#mayBeDelimiter(text.charAt(at))) {
      this.#state = "mark";
      return this.#readMark(text, at);
    }
    const isEmpty = !this.#inKey && !this.#tree.inArray && (code === COMMA || code === CLOSE_BRACE);
    if (FRAME.has(code) && !isEmpty) return this.#open(code, at);
    if (this.#inKey && !KEY_START.test(text.charAt(at))) return this.#unexpected(code, at);
    this.#state = this.#inKey ? "bare-key" : "word";
    return this.#readWord(text, at);
  }

  #mayBeDelimiter(begun: string): boolean {
    return this.#mayCloseFrame(begun) || this.#delimiters.some((delimiter) => delimiter.startsWith(begun));
  }

  /** Where a key may stand only the last bracket is missing. */
  #mayCloseFrame(begun: string): boolean {
    return this.#inKey && this.#tree.depth === 1 && this.#frameClose?.startsWith(begun) === true;
  }

  /** A delimiter, as far as it is one. */
  #readMark(text: string, at: number): number {
    const begun = this.#text.toString() + text.charAt(at);
    if (!this.#mayBeDelimiter(begun)) {
      if (this.#inKey) return this.#unexpected(text.charCodeAt(at), at);
      this.#state = "word";
      return at;
    }
    this.#text.append(text.charAt(at));
    if (begun === this.#frameClose && this.#inKey) {
      this.#record.mend("a closing bracket was missing");
      this.closedByFrame = true;
      return this.#closeBracket(text, at);
    }
    if (!this.#delimiters.includes(begun)) return at + 1;
    this.#text.clear();
    this.#startMember("decoded", "", at);
    this.#delimited.begin(begun);
    this.#state = "text";
    return at + 1;
  }

  /** A bare key, up to a colon; or a bare value, up to a comma or a closing bracket. */
  #readWord(text: string, from: number): number {
    let at = from;
    while (at < text.length && !this.#endsWord(text.charCodeAt(at))) at++;
    this.#text.append(text.slice(from, at));
    if (at === text.length) return at;
    const word = this.#takeText().trim();
    if (!this.#inKey) this.#endWord(word, text, at);
    else if (BARE_KEY.test(word)) this.#endKey(word);
    else this.#record.breakAtWord(word, "key");
    return at;
  }

  #endsWord(code: number): boolean {
    if (code === COMMA || code === CLOSE_BRACE || code === CLOSE_BRACKET) return true;
    return this.#inKey && (code === COLON || code === OPEN_BRACE || code === OPEN_BRACKET);
  }

  #endWord(word: string, text: string, at: number): void {
    // Half of a delimited text: where it begins or ends would be a guess.
    if (this.#delimiters.some((delimiter) => word.includes(delimiter))) {
      this.#record.breakAtWord(word, "value");
      return;
    }
    const scalar = readScalar(word);
    if (scalar !== undefined && !(INTEGER.test(word) && !Number.isSafeInteger(scalar.value))) {
      if (scalar.mended) this.#record.mend("Python's True, False or None stood for true, false or null");
      this.#startMember("written", word, at);
      this.#endValue(scalar.value, text, at);
      return;
    }
    this.#record.mend("text stood without delimiters");
    this.#startMember("decoded", "", at);
    this.#members.tellDecoded(word);
    this.#endValue(word, text, at);
  }

  #readNext(code: number, text: string, at: number): number {
    if (code === this.#closer) return this.#closeBracket(text, at);
    this.#state = this.#tree.inArray ? "value" : "key";
    if (code === COMMA) {
      this.#behindComma = true;
      return at + 1;
    }
    if (code === COLON || code === CLOSE_BRACE || code === CLOSE_BRACKET) return this.#unexpected(code, at);
    this.#record.mend("a comma was missing");
    return at;
  }

  #startMember(told: "decoded" | "written", begun: string, at: number): void {
    if (!this.#inKey && this.#tree.depth === 1) this.#members.start(this.#tree.outermostKey, told, begun, at);
  }

  #open(code: number, at: number): number {
    if (this.#inKey || (code !== OPEN_BRACE && code !== OPEN_BRACKET)) return this.#unexpected(code, at);
    if (this.#tree.depth >= MAX_JSON_DEPTH) {
      this.#record.break("too-long", `are nested deeper than ${MAX_JSON_DEPTH} levels and were not read further`);
      return at;
    }
    this.#startMember("written", "", at);
    this.#tree.open(code === OPEN_BRACE ? {} : []);
    this.#state = code === OPEN_BRACE ? "key" : "value";
    return at + 1;
  }

  #closeBracket(text: string, at: number): number {
    if (this.#behindComma) this.#record.mend("a comma stood before a closing bracket");
    this.#behindComma = false;
    const value = this.#tree.close();
    if (this.#tree.depth > 0) {
      this.#endValue(value, text, at + 1);
      return at + 1;
    }
    this.#value = value;
    this.#record.status = "closed";
    this.#handler.onClose();
    return at + 1;
  }

  get #closer(): number {
    return this.#tree.inArray ? CLOSE_BRACKET : CLOSE_BRACE;
  }

  #endValue(value: unknown, text: string, end: number): void {
    this.#state = "next";
    this.#tree.add(value);
    if (this.#tree.depth === 1) this.#members.end(value, text, end);
  }

  #endKey(key: string): void {
    this.#record.leaveOut(this.#tree.setKey(key), key);
    this.#state = "colon";
  }

  #takeText(): string {
    const text = this.#text.toString();
    this.#text.clear();
    return text;
  }

  #unexpected(code: number, at: number): number {
    this.#record.breakAtCharacter(code);
    return at;
  }
}
