import type { Repair } from "../block.js";
import { MAX_JSON_DEPTH, MAX_OPEN_BLOCK } from "../limits.js";
import { DOUBLE_QUOTE, isBlank, LF, SINGLE_QUOTE, SLASH } from "../scan/characters.js";
import { Rope } from "../scan/rope.js";
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  HASH,
  isTokenCharacter,
  OPEN_BRACE,
  OPEN_BRACKET,
  STAR,
} from "./json-characters.js";
import { askFrame, type JsonFrame } from "./json-frame.js";
import { type JsonHandler, MemberTeller } from "./json-handler.js";
import { judgeQuote } from "./json-quote.js";
import { readScalar } from "./json-scalar.js";
import { JsonString } from "./json-string.js";
import { JsonTree } from "./json-tree.js";
import { ReaderRecord } from "./reader-record.js";

const BYTE_ORDER_MARK = 0xfeff;
/** Place of what began in an earlier piece. */
const BEFORE = -1;

const BARE_KEY = /^[A-Za-z_$][\w$-]*$/;

/** Behind the quote that may end a string nothing came that tells whether it does: blanks, and a comma, may follow both. */
const UNDECIDED_QUOTE = /^"[ \t\r\n]*,?[ \t\r\n]*$/;

type State =
  | "value"
  | "key"
  | "colon"
  | "next"
  | "string"
  | "quote"
  | "token"
  | "bare-key"
  | "slash"
  | "line-comment"
  | "block-comment"
  | "block-comment-star";

/**
 * Reads one JSON value that arrives in pieces, and builds it while it reads: no character is read twice, a string is
 * appended by whole runs. Amortised O(1) per character, memory O(value).
 *
 * Mended, and said in `repairs`: line breaks and other control characters in strings, single quotes, double quotes in a
 * value that are not escaped, backslashes that escape nothing (kept), trailing commas, keys without quotes, comments,
 * Python's `True`, `False` and `None`, an object inside a string; closing brackets that are missing where the owner says
 * so. Nothing is invented: a string that is not closed stays open. Of keys that are written twice the first counts. Any
 * text can be fed: what is no JSON makes the reader `broken`, it never throws. Strict JSON is read as `JSON.parse` does.
 *
 * Quotes that are not escaped come in pairs: behind an odd one no quote closes the string. So `"x = {"a": "b", "c": 1}"`
 * is one value, and a single inch mark makes the string one that never ends: refused, never cut.
 *
 * @example
 * const reader = new JsonReader(handler);
 * reader.write('{"path":"a'); // onKey("path"), onText("path", "a")
 * reader.write('.ts"} and more'); // onText("path", ".ts"), onValueEnd("path", "a.ts"), onClose(); gives 5
 */
export class JsonReader {
  readonly #handler: JsonHandler;
  readonly #frame: JsonFrame | undefined;
  readonly #teller: MemberTeller;
  readonly #tree = new JsonTree();
  readonly #record = new ReaderRecord("The JSON", "was");
  readonly #string = new JsonString((what) => this.#record.mend(what));
  /** What was read of the string, word or number at hand. */
  readonly #text = new Rope();
  #state: State = "value";
  #stateBehindComment: State = "value";
  /** The string at hand is a key. */
  #inKey = false;
  /** An odd number of double quotes that were not escaped stands in the string at hand. */
  #isQuoteOpen = false;
  /** Behind a comma: a close here makes it a trailing one. */
  #behindComma = false;
  /** Where, in the piece being read, the word or number at hand began; `BEFORE` it. */
  #tokenFrom = 0;
  #consumed = 0;
  /** The end of what was fed: what it is shows only when more comes. It is put before the next piece. */
  #held = "";
  #isUndecided = false;
  #atFrameClose = false;
  #value: unknown;
  /** A top-level string holds more than blanks; `#inner` reads the object in it, if it is one. */
  #outerBegan = false;
  #inner: JsonReader | undefined;
  #leftOutBehindInner = false;

  /** `frame`: what stands around the value, if that can close it. */
  constructor(handler: JsonHandler, frame?: JsonFrame) {
    this.#handler = handler;
    this.#frame = frame;
    this.#teller = new MemberTeller(handler);
  }

  /** The value is complete. */
  get closed(): boolean {
    return this.#record.status === "closed";
  }

  /** What was fed is no JSON, or too much of it. Why is the last of `repairs`; the value never closes. */
  get broken(): boolean {
    return this.#record.status === "broken";
  }

  /** In a string of an object or array: only a quote ends that. */
  get isInString(): boolean {
    return this.#state === "string" && this.#tree.depth > 0 && this.#record.status === "open";
  }

  /** Nothing but blanks was read so far. */
  get blank(): boolean {
    return this.#record.status === "open" && this.#state === "value" && this.#tree.depth === 0;
  }

  /**
   * It stopped, still open, where the frame closes: that begins at `consumed`, which may be in an earlier piece. Nothing
   * more is read; `closeMissing` may close the value.
   */
  get atFrameClose(): boolean {
    return this.#atFrameClose;
  }

  /** The end of what was read, while it may be the beginning of what closes the frame, or of something else. */
  get undecided(): string {
    return this.#held;
  }

  /** How many characters were read in all: once closed, where the value ends. */
  get consumed(): number {
    return this.#consumed;
  }

  /** The value, once `closed`; `undefined` before. Objects are plain and hold no key that reaches a prototype. */
  get value(): unknown {
    return this.#value;
  }

  /** What was mended, each once, in the order found (what concerns an object in a string first). */
  get repairs(): readonly Repair[] {
    const record = this.#record;
    const wrapped = this.#inner === undefined ? [] : [record.mendedBy("an object was written as a string")];
    if (this.#leftOutBehindInner) wrapped.push(record.mendedBy("text behind the object in a string was left out"));
    return [...wrapped, ...record.mended, ...(this.#inner?.repairs ?? []), ...record.failures];
  }

  /**
   * Reads on. Gives how many characters of `text` were read: fewer than all if the value closed or broke in it, or the
   * frame closes there; what is behind is the caller's.
   */
  write(text: string): number {
    if (text === "" || this.#record.status !== "open" || this.#atFrameClose) return 0;
    const room = MAX_OPEN_BLOCK - this.#consumed;
    const before = this.#consumed - this.#held.length;
    const read = this.#readPiece(this.#held + (text.length > room ? text.slice(0, room) : text));
    const known = this.#consumed;
    this.#consumed = before + read + this.#held.length;
    if (text.length > room && this.#record.status === "open" && !this.#atFrameClose) {
      this.#record.break("too-long", `is longer than ${MAX_OPEN_BLOCK} characters and was not read further`);
    }
    return Math.max(this.#consumed - known, 0);
  }

  /** The text ended. A bare top-level number or word is complete now; nothing else is closed by it. */
  end(): void {
    if (this.#record.status !== "open" || this.#atFrameClose) return;
    if (this.#state === "token" && this.#tree.depth === 0) this.#endToken(this.#takeText(), "", 0);
    // What might have become the close of the frame, and stands where JSON cannot have it.
    else if (this.#held !== "" && this.#state !== "quote") {
      this.#consumed -= this.#held.length;
      this.#unexpected(this.#held.charCodeAt(0), 0);
    }
  }

  /**
   * The frame closed around the value, or the message ended in a way that may mend: where only brackets are missing, the
   * value closes. Gives whether it is closed now. A string that is not closed, a key without a value and half a word stay
   * what they are.
   */
  closeMissing(): boolean {
    if (this.#record.status !== "open") return this.closed;
    this.end();
    if (this.#state === "quote") {
      if (!UNDECIDED_QUOTE.test(this.#held)) return false;
      const held = this.#held;
      this.#held = "";
      this.#endString(held, 1);
      this.#teller.endPiece(held, 1, 1);
      this.#readPiece(held.slice(1));
    }
    if (this.#record.status === "open" && this.#state === "token") this.#endToken(this.#takeText(), "", 0);
    if (this.#record.status !== "open" || !this.#mayClose) return this.closed;
    this.#record.mend("a closing bracket was missing");
    while (this.#record.status === "open") this.#closeContainer("", 0);
    return true;
  }

  /** Between tokens: behind a value, a comma or an opening bracket. */
  get #mayClose(): boolean {
    const { depth, inArray } = this.#tree;
    return depth > 0 && (this.#state === "next" || this.#state === "key" || (this.#state === "value" && inArray));
  }

  /** Reads a piece and gives how much of it was read. What is undecided at its end is held, and not counted. */
  #readPiece(piece: string): number {
    let at = 0;
    this.#held = "";
    this.#isUndecided = false;
    this.#tokenFrom = this.#state === "token" ? BEFORE : 0;
    while (at < piece.length && this.#record.status === "open" && !this.#isUndecided && !this.#atFrameClose) {
      if (this.#state === "string") at = this.#readString(piece, at);
      else at = this.#state === "quote" ? this.#readQuote(piece, at) : this.#readFrame(piece, at);
    }
    this.#teller.endPiece(piece, this.#safeEnd(at), at);
    if (this.#isUndecided) this.#held = piece.slice(at);
    return at;
  }

  /** Up to where what was read, to `end`, cannot turn out to be half of something. `BEFORE`: what is held can, too. */
  #safeEnd(end: number): number {
    if (this.#state === "string") return this.#string.safeEnd;
    return this.#state === "token" ? this.#tokenFrom : end;
  }

  #readString(text: string, from: number): number {
    const end = this.#string.read(text, from);
    const { piece, closed, quote } = this.#string;
    this.#takeString(piece, closed);
    if (!closed) return end;
    if (quote !== DOUBLE_QUOTE || this.#inKey || this.#tree.depth === 0) {
      this.#endString(text, end);
      return end;
    }
    this.#state = "quote";
    return end - 1;
  }

  /** A double quote in a value: its close, or one that was not escaped. */
  #readQuote(text: string, at: number): number {
    const verdict = this.#isQuoteOpen ? "content" : judgeQuote(text, at + 1, this.#tree.inArray, this.#frame);
    if (verdict === "more") {
      this.#isUndecided = true;
      return at;
    }
    if (verdict === "close") {
      this.#endString(text, at + 1);
      return at + 1;
    }
    this.#record.mend("double quotes in a string were not escaped");
    this.#isQuoteOpen = !this.#isQuoteOpen;
    this.#state = "string";
    this.#takeString('"', false);
    return at + 1;
  }

  #takeString(piece: string, final: boolean): void {
    if (this.#tree.depth === 0) {
      this.#takeOuter(piece);
      return;
    }
    this.#text.append(piece);
    if (!this.#inKey) this.#teller.tellDecoded(piece, final);
  }

  /** A top-level string: if an object begins in it, it is read as JSON of its own. */
  #takeOuter(piece: string): void {
    if (!this.#outerBegan && piece.trim() !== "") {
      this.#outerBegan = true;
      if (piece.trimStart().startsWith("{")) this.#inner = new JsonReader(withoutClose(this.#handler));
    }
    if (this.#inner === undefined) this.#text.append(piece);
    else if (piece.slice(this.#inner.write(piece)).trim() !== "" && this.#inner.closed) this.#leftOutBehindInner = true;
  }

  #endString(text: string, end: number): void {
    if (this.#inner?.closed === false) {
      this.#record.break("json-syntax", "inside the string is not complete");
    } else if (this.#inKey) {
      this.#endKey(this.#takeText());
    } else {
      this.#endValue(this.#inner === undefined ? this.#takeText() : this.#inner.value, text, end);
    }
  }

  #takeText(): string {
    const text = this.#text.toString();
    this.#text.clear();
    return text;
  }

  /** Reads what is around strings: brackets, commas, words, comments. */
  #readFrame(text: string, at: number): number {
    const code = text.charCodeAt(at);
    switch (this.#state) {
      case "token":
      case "bare-key":
        return this.#readToken(text, at);
      case "slash":
        if (code !== SLASH && code !== STAR) return this.#unexpected(code, at);
        this.#record.mend("comments were left out");
        this.#state = code === SLASH ? "line-comment" : "block-comment";
        return at + 1;
      case "line-comment":
        if (code === LF) this.#state = this.#stateBehindComment;
        return at + 1;
      case "block-comment":
        if (code === STAR) this.#state = "block-comment-star";
        return at + 1;
      case "block-comment-star":
        if (code === SLASH) this.#state = this.#stateBehindComment;
        else if (code !== STAR) this.#state = "block-comment";
        return at + 1;
    }
    if (isBlank(code) || code === BYTE_ORDER_MARK) return at + 1;
    if (code === SLASH || code === HASH) {
      if (code === HASH) this.#record.mend("comments were left out");
      this.#stateBehindComment = this.#state;
      this.#state = code === SLASH ? "slash" : "line-comment";
      return at + 1;
    }
    switch (this.#state) {
      case "colon":
        if (code !== COLON) return this.#readStray(text, at);
        this.#state = "value";
        return at + 1;
      case "next":
        return this.#readNext(code, text, at);
      case "key":
        return this.#readKey(code, text, at);
      default:
        return this.#readValue(code, text, at);
    }
  }

  #readValue(code: number, text: string, at: number): number {
    const mayClose = this.#tree.inArray && (this.#behindComma || this.#tree.isEmpty);
    if (code === CLOSE_BRACKET && mayClose) return this.#closeContainer(text, at);
    const isString = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
    const opens = code === OPEN_BRACE || code === OPEN_BRACKET;
    if (!isString && !opens && !isTokenCharacter(code)) return this.#readStray(text, at);
    this.#behindComma = false;
    const member = this.#tree.depth === 1 ? this.#tree.outermostKey : undefined;
    if (member !== undefined) this.#teller.start(member, !isString, at);
    if (isString) return this.#startString(code, false, at);
    if (opens) return this.#openContainer(code, at);
    this.#state = "token";
    return this.#readToken(text, at);
  }

  #readKey(code: number, text: string, at: number): number {
    if (code === CLOSE_BRACE) return this.#closeContainer(text, at);
    this.#behindComma = false;
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return this.#startString(code, true, at);
    if (!isTokenCharacter(code)) return this.#readStray(text, at);
    this.#state = "bare-key";
    return this.#readToken(text, at);
  }

  #readNext(code: number, text: string, at: number): number {
    const { inArray } = this.#tree;
    if (code === (inArray ? CLOSE_BRACKET : CLOSE_BRACE)) return this.#closeContainer(text, at);
    if (code !== COMMA) return this.#readStray(text, at);
    this.#behindComma = true;
    this.#state = inArray ? "value" : "key";
    return at + 1;
  }

  #startString(quote: number, inKey: boolean, at: number): number {
    if (quote === SINGLE_QUOTE) this.#record.mend("single quotes stood for double ones");
    this.#string.begin(quote, at + 1);
    this.#inKey = inKey;
    this.#isQuoteOpen = false;
    this.#state = "string";
    return at + 1;
  }

  #openContainer(code: number, at: number): number {
    if (this.#tree.depth >= MAX_JSON_DEPTH) {
      this.#record.break("too-long", `is nested deeper than ${MAX_JSON_DEPTH} levels and was not read further`);
      return at;
    }
    this.#tree.open(code === OPEN_BRACE ? {} : []);
    this.#state = code === OPEN_BRACE ? "key" : "value";
    return at + 1;
  }

  #closeContainer(text: string, at: number): number {
    if (this.#behindComma) this.#record.mend("a comma stood before a closing bracket");
    this.#behindComma = false;
    this.#endValue(this.#tree.close(), text, at + 1);
    return at + 1;
  }

  /** A word, number or key without quotes, up to what cannot be part of it. */
  #readToken(text: string, from: number): number {
    let at = from;
    if (this.#text.length === 0) this.#tokenFrom = from;
    while (at < text.length && isTokenCharacter(text.charCodeAt(at))) at++;
    if (at === text.length) {
      this.#text.append(text.slice(from));
      return at;
    }
    const here = text.slice(from, at);
    const token = this.#text.length === 0 ? here : this.#takeText() + here;
    if (this.#state === "token") this.#endToken(token, text, at);
    else if (BARE_KEY.test(token)) {
      this.#record.mend("keys stood without quotes");
      this.#endKey(token);
    } else this.#record.breakAtWord(token, "key");
    return at;
  }

  #endToken(token: string, text: string, at: number): void {
    const scalar = readScalar(token);
    if (scalar === undefined) {
      this.#record.breakAtWord(token, "value");
      return;
    }
    if (scalar.mended) this.#record.mend("Python's True, False or None stood for true, false or null");
    this.#endValue(scalar.value, text, at);
  }

  #endKey(key: string): void {
    this.#state = "colon";
    const verdict = this.#tree.setKey(key);
    this.#record.leaveOut(verdict, key);
  }

  #endValue(value: unknown, text: string, end: number): void {
    if (this.#tree.depth === 0) {
      this.#value = value;
      this.#record.status = "closed";
      this.#handler.onClose();
      return;
    }
    this.#state = "next";
    this.#tree.add(value);
    if (this.#tree.depth === 1) this.#teller.end(value, text, end);
  }

  /** What JSON cannot have at its place: the close of the frame, or a fault. */
  #readStray(text: string, at: number): number {
    const verdict = askFrame(this.#frame, text, at);
    if (verdict === "no") return this.#unexpected(text.charCodeAt(at), at);
    if (verdict === "more") this.#isUndecided = true;
    else this.#atFrameClose = true;
    return at;
  }

  #unexpected(code: number, at: number): number {
    this.#record.breakAtCharacter(code);
    return at;
  }
}

/** The same handler, but for `onClose`: the object inside a string closes before the string does. */
function withoutClose(handler: JsonHandler): JsonHandler {
  return {
    onKey: (name) => handler.onKey(name),
    onText: (name, piece) => handler.onText(name, piece),
    onValueEnd: (name, value) => handler.onValueEnd(name, value),
    onClose() {},
  };
}
