import type { EndKind } from "../end-kind.js";
import { Capture } from "../scan/capture.js";
import type { ChannelContext, TagTaker } from "../scan/channel-context.js";
import { CR, isBlank, isLineBlankAfter, LESS_THAN, LF, SLASH, SPACE, TAB } from "../scan/characters.js";
import { findLessThan } from "../scan/find-less-than.js";
import { continuesCode, type Follower, TagBody } from "./tag-body.js";
import type { TagCall } from "./tag-call.js";
import type { TagValue } from "./tag-value.js";

const IDLE = 0;
const INSIDE = 1;
const INNER = 2;
const CANDIDATE = 3;
const CHECK = 4;

/**
 * How a body ended. `closed`: its call with it, at `callEnd` · `for-now`: a parameter's open tag follows, which was just
 * read; `raw` begins at the body's close and ends behind that tag.
 */
export type BodyEnd =
  | { kind: "closed"; callEnd: number }
  | { kind: "for-now"; from: number; raw: string; tag: string; tagEnd: number };

/**
 * How a body ended with the message. `closed`: its call with it, at `callEnd` · `mended`: so too, with something between
 * the two closes · `value`: the body alone · `cut`: not at all.
 */
export type BodyEndOfMessage = { kind: "closed"; callEnd: number } | { kind: "mended" | "value" | "cut" };

/**
 * Reads the body of a call: text that may hold anything, the dialect's own tags too. Which `</body>` closes it is the table
 * of {@link TagBody}. What is content goes out at once; held is only what follows a close until it is decided.
 */
export class TagBodyReader implements TagTaker {
  readonly #context: ChannelContext;
  readonly #body = new TagBody();
  readonly #candidate = new Capture();
  /** From a body's only close on, where junk followed it: at a regular end it may turn out to be the close. */
  readonly #junk = new Capture();
  #state = IDLE;
  #call: TagCall | undefined;
  #value: TagValue | undefined;
  /** Lower-case first letters of the only names that matter. */
  #bodyLetter = 0;
  #toolLetter = 0;
  /** Text that was held as a tag and is none. */
  #failed = "";
  #candidateFirstOnLine = false;
  #candidateIsAlone = false;
  /** Place behind the `</tool>` that CHECK looks behind. */
  #checkedEnd = 0;
  /** Set when the body has ended: nothing more is read. */
  ended: BodyEnd | undefined;

  constructor(context: ChannelContext) {
    this.#context = context;
  }

  get active(): boolean {
    return this.#state !== IDLE;
  }

  /** Reads the value of a body of `call`, from behind its open tag on. */
  begin(call: TagCall, value: TagValue): void {
    this.reset();
    this.#call = call;
    this.#value = value;
    this.#bodyLetter = value.parameter.name.charCodeAt(0) | 32;
    this.#toolLetter = call.tool.name.charCodeAt(0) | 32;
    this.#state = INSIDE;
  }

  /** Gives up on what was read. */
  reset(): void {
    this.#state = IDLE;
    this.#body.reset();
    this.#candidate.clear();
    this.#junk.clear();
    this.#failed = "";
    this.ended = undefined;
  }

  /** Takes a whole piece in which no tag that matters begins. False, and nothing done, where that is not sure. */
  takePlain(piece: string): boolean {
    if (this.#state !== INSIDE || this.#failed !== "" || this.#junk.active) return false;
    const to = piece.length;
    for (let at = findLessThan(piece, 0, to); at < to; at = findLessThan(piece, at + 1, to)) {
      if (at + 1 === to || this.#mayBeTag(piece, at + 1, to)) return false;
    }
    this.#value?.append(piece);
    this.#context.lineBlank = isLineBlankAfter(piece, this.#context.lineBlank);
    return true;
  }

  /** Reads from index `from` of the present piece up to `to`, or to the end of the body. Returns where it stopped. */
  read(from: number, to: number): number {
    let at = from;
    while (at < to && this.ended === undefined) {
      if (this.#context.token.active) at = this.#context.readTag(at, to, this);
      else if (this.#state === INSIDE) at = this.#readInside(at, to);
      else if (this.#state === CHECK) at = this.#readCheck(at, to);
      else at = this.#lookAhead(at, to);
    }
    return at;
  }

  /** The piece ends: keeps what is undecided. */
  keep(): void {
    this.#candidate.keep(this.#context.input);
    this.#junk.keep(this.#context.input);
  }

  takeTag(name: string, end: number): void {
    if (this.#state === CANDIDATE) {
      this.#tagBehindCandidate(name, end);
      return;
    }
    if (this.#state === INNER && this.#isOwn(name)) this.#body.opensInnerCall();
    this.#tagInside(name, end);
  }

  takeFailedTag(piece: string, end: number): void {
    const context = this.#context;
    if (this.#state === CANDIDATE) this.#candidateIsContent(end);
    else {
      this.#state = INSIDE;
      // Goes out together with what follows: a body full of `<` costs one delta a piece.
      this.#failed = piece;
    }
    context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
  }

  /** The message ended. Half a tag at the end is left out of the value. */
  end(kind: EndKind): BodyEndOfMessage {
    const { token, input, end } = this.#context;
    const known = token.active ? token.start : end;
    this.#append(this.#failed);
    this.#failed = "";
    if (this.#state === CHECK && (kind !== "cut" || this.#nextDecides)) {
      return { kind: "closed", callEnd: this.#checkedEnd };
    }
    if (this.#state === CHECK) {
      // What the cut took away may have been the rest of a line of code.
      this.#appendCandidate(known);
    } else if (this.#state === CANDIDATE) {
      if (this.#isCloseAtEnd()) return { kind: "value" };
      this.#value?.append(this.#candidate.take(input, known));
    } else if (this.#junk.active) {
      const raw = this.#junk.take(input, known);
      if (kind === "mend" && known === end && this.#endsWithToolClose(raw)) return { kind: "mended" };
      this.#value?.append(raw);
    }
    return { kind: "cut" };
  }

  #readInside(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = findLessThan(text, from, to);
    while (at < to && at + 1 < to && !this.#mayBeTag(text, at + 1, to)) at = findLessThan(text, at + 1, to);
    if (at > from || this.#failed !== "") {
      const piece = this.#failed + (from === 0 && at === text.length ? text : text.slice(from, at));
      this.#failed = "";
      this.#append(piece);
      context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
    }
    if (at === to) return to;
    context.token.begin(base + at, context.lineBlank, this.#bodyLetter, this.#toolLetter);
    return at + 1;
  }

  /** Whether a `<` that is followed by what stands at index `at` may begin a tag that matters. */
  #mayBeTag(text: string, at: number, to: number): boolean {
    let code = text.charCodeAt(at);
    if (code === SLASH) {
      if (at + 1 === to) return true;
      code = text.charCodeAt(at + 1);
    }
    const lower = code | 32;
    return lower === this.#bodyLetter || lower === this.#toolLetter || code === SPACE || code === TAB;
  }

  /** Behind an inner open tag or a body's close: blanks are skipped until something decides. */
  #lookAhead(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = from;
    for (; at < to; at++) {
      const code = text.charCodeAt(at);
      if (!isBlank(code)) break;
      if (code === LF) context.lineBlank = true;
    }
    if (this.#state === INNER) this.#append(text.slice(from, at));
    if (at === to) return to;
    if (text.charCodeAt(at) === LESS_THAN) {
      context.token.begin(base + at, context.lineBlank);
      return at + 1;
    }
    if (this.#state === INNER) this.#state = INSIDE;
    else this.#candidateIsContent(base + at);
    return at;
  }

  /** Behind `</body></tool>`: in code such as `"</content></write_to_file>"` the body goes on. */
  #readCheck(from: number, to: number): number {
    const { text, base } = this.#context.input;
    const nextDecides = this.#nextDecides;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (!nextDecides && (code === SPACE || code === TAB)) continue;
      const isCode = nextDecides ? continuesCode(code) : code !== LF && code !== CR && code !== LESS_THAN;
      if (isCode) this.#appendCandidate(base + at);
      else this.ended = { kind: "closed", callEnd: this.#checkedEnd };
      return at;
    }
    return to;
  }

  /** The close stands first on its line, or the body is one line: then the very next character tells code. */
  get #nextDecides(): boolean {
    return this.#candidateFirstOnLine || this.#value?.hasLineBreak === false;
  }

  #tagInside(name: string, end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    const call = this.#call;
    this.#state = INSIDE;
    const isOwnName = call?.tool.parameter(name) === this.#value?.parameter;
    context.lineBlank = false;
    if (isOwnName && token.isClose) {
      if (this.#junk.active) this.#value?.append(this.#junk.take(input, token.start));
      this.#body.closes++;
      this.#candidateFirstOnLine = token.firstOnLine;
      this.#candidateIsAlone = this.#body.closes === 1 && token.firstOnLine && this.#body.nothingWaits;
      this.#candidate.begin(token.start, token.raw(input, end));
      this.#state = CANDIDATE;
      return;
    }
    if (isOwnName) {
      if (!token.selfClosing) this.#body.opensSameName();
    } else if (index.tool(name) === call?.tool) {
      if (token.isClose) this.#body.closesTool();
      else if (!token.selfClosing) this.#state = INNER;
    }
    this.#append(token.raw(input, end));
  }

  #tagBehindCandidate(name: string, end: number): void {
    const { token, input } = this.#context;
    const follower = this.#follower(name);
    const decision = this.#body.close(follower, this.#candidateFirstOnLine);
    if (decision === "check") {
      this.#checkedEnd = end;
      this.#state = CHECK;
    } else if (decision === "provisional") {
      const { from } = this.#candidate;
      this.ended = { kind: "for-now", from, raw: this.#candidate.take(input, end), tag: name, tagEnd: end };
    } else if (follower === "tool-close") {
      this.#appendCandidate(end);
    } else {
      if (this.#candidateIsAlone) this.#holdJunk(end);
      else this.#value?.append(this.#candidate.take(input, token.start));
      this.#tagInside(name, end);
    }
  }

  /** What the tag behind a close is to the call. */
  #follower(name: string): Follower {
    const { token, index } = this.#context;
    const call = this.#call;
    if (token.isClose) return index.tool(name) === call?.tool ? "tool-close" : "else";
    const parameter = call?.tool.parameter(name);
    if (parameter === undefined || parameter === this.#value?.parameter || token.selfClosing) return "else";
    return call?.isSet(parameter) === true ? "set-parameter" : "unset-parameter";
  }

  #isOwn(name: string): boolean {
    const { token, index } = this.#context;
    const tool = this.#call?.tool;
    return tool?.parameter(name) !== undefined || (token.isClose && index.tool(name) === tool);
  }

  #candidateIsContent(end: number): void {
    this.#body.close("else", this.#candidateFirstOnLine);
    if (this.#candidateIsAlone) this.#holdJunk(end);
    else this.#appendCandidate(end);
  }

  #holdJunk(end: number): void {
    const { from } = this.#candidate;
    this.#junk.begin(from, this.#candidate.take(this.#context.input, end));
    this.#state = INSIDE;
  }

  #appendCandidate(end: number): void {
    const context = this.#context;
    const piece = this.#candidate.take(context.input, end);
    this.#append(piece);
    context.lineBlank = isLineBlankAfter(piece, false);
    this.#state = INSIDE;
  }

  /** More of the value. While junk is held it is covered by that. */
  #append(piece: string): void {
    if (!this.#junk.active) this.#value?.append(piece);
  }

  /** Is the undecided `</body>` the close, as nothing follows? Half a tag behind it must be able to become an own one. */
  #isCloseAtEnd(): boolean {
    const { token, input, end } = this.#context;
    if (!this.#nextDecides || !this.#body.nothingWaits) return false;
    return !token.active || this.#call?.tool.mayBecomeOwn(token.raw(input, end)) === true;
  }

  /** The last thing but blanks is the tool's close. */
  #endsWithToolClose(raw: string): boolean {
    const text = raw.trimEnd();
    const open = text.lastIndexOf("</");
    if (open === -1 || !text.endsWith(">")) return false;
    return this.#context.index.tool(text.slice(open + 2, -1).trim()) === this.#call?.tool;
  }
}
