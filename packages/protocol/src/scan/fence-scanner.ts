import type { EndKind } from "../end-kind.js";
import { MAX_FENCE_INFO } from "../limits.js";
import type { TagCall } from "../readers/tag-call.js";
import { CallOpener } from "./call-opener.js";
import type { ChannelContext, TagTaker } from "./channel-context.js";
import { BACKTICK, isBlank, isLineBlankAfter, LESS_THAN, LF } from "./characters.js";
import { FenceLines } from "./fence-lines.js";

const IDLE = 0;
const MARKS = 1;
const INFO = 2;
const HEAD = 3;
const OPENER = 4;
const CALL = 5;
const CALLS = 6;
const CLOSED = 7;
const PLAIN = 8;

/**
 * Reads code fences, from a run of marks that stands first on its line. What is inside is text, with one exception: a
 * backtick fence that holds nothing but calls, with nothing behind it but blanks and more such fences, may be a model's
 * way of calling. That is known at the end, so such a fence is held as a whole until something speaks against it.
 */
export class FenceScanner implements TagTaker {
  readonly #context: ChannelContext;
  readonly #opener: CallOpener;
  readonly #calls: TagCall[] = [];
  #state = IDLE;
  #mark = BACKTICK;
  #run = 0;
  #infoLength = 0;
  #lines = new FenceLines(BACKTICK, 0);

  constructor(context: ChannelContext) {
    this.#context = context;
    this.#opener = new CallOpener(context, {
      begin: () => {},
      end: (call) => this.#calls.push(call),
    });
  }

  get active(): boolean {
    return this.#state !== IDLE;
  }

  /** A mark stands at place `at`, first on its line and outside of inline code. */
  begin(mark: number, at: number): void {
    this.#mark = mark;
    this.#run = 0;
    this.#calls.length = 0;
    this.#state = MARKS;
    this.#context.held.begin(at);
  }

  /** Reads until `to`, or until what comes next is no more of its business. */
  read(from: number, to: number): number {
    let at = from;
    while (at < to && this.#state !== IDLE) at = this.#isPending ? this.#stepPending(at) : this.#step(at, to);
    return at;
  }

  takeTag(name: string, end: number): void {
    const { token, index } = this.#context;
    if (this.#state === OPENER) {
      this.#follow(this.#opener.takeTag(name, end), end);
      return;
    }
    const tool = token.isClose ? undefined : index.tool(name);
    if (tool === undefined) this.#release(end);
    else this.#follow(this.#opener.meet(tool, name, end), end);
  }

  takeFailedTag(_piece: string, end: number): void {
    this.#release(end);
  }

  /** The piece ends. */
  keep(): void {
    this.#opener.keep();
  }

  /** It stayed undecided for too long: it is text. */
  giveUp(end: number): void {
    const isClosed = this.#state === CLOSED;
    if (this.#state === MARKS || this.#state === INFO) this.#lines = new FenceLines(this.#mark, this.#run);
    this.#release(end);
    if (isClosed) this.#leave();
  }

  /** The message ended. Returns the calls of fences that held nothing else, if it was not cut. */
  end(kind: EndKind): readonly TagCall[] {
    const { held, token, end } = this.#context;
    const isClosing = this.#state === CALLS && this.#lines.isClosingLine && !token.active;
    const isWhole = this.#state === CLOSED || isClosing;
    token.reset();
    if (isWhole && kind !== "cut") {
      this.#state = IDLE;
      held.clear();
      return this.#calls;
    }
    if (held.active) this.#release(end);
    this.#state = IDLE;
    return [];
  }

  /** Inside a fence that may hold calls. */
  get #isPending(): boolean {
    return this.#state >= HEAD && this.#state <= CALLS;
  }

  /** There every character also goes to the lines of the fence. */
  #stepPending(at: number): number {
    const { input, prose, token } = this.#context;
    const code = input.text.charCodeAt(at);
    const isBetween = (this.#state === HEAD || this.#state === CALLS) && !token.active;
    const isBehindMarks = isBetween && this.#lines.isMarkLine;
    if (this.#lines.feed(code, this.#opener.isInBody)) return this.#closeAt(at + 1);
    if (isBehindMarks && (code === LF || code === LESS_THAN)) {
      // Marks that close nothing: the fence holds more than calls.
      this.#release(input.base + at + 1);
      return at + 1;
    }
    let next = at;
    while (next === at && this.#isPending) next = this.#step(at, at + 1);
    if (next > at) return next;
    // The lines have seen this character already.
    prose.show(input.text.slice(at, at + 1), input.base + at);
    return at + 1;
  }

  #step(at: number, to: number): number {
    if (this.#state === CALL) {
      const next = this.#opener.read(at, to);
      if (this.#opener.opening === "ended") this.#state = CALLS;
      return next;
    }
    if (this.#context.token.active) return this.#context.readTag(at, to, this);
    switch (this.#state) {
      case MARKS:
        return this.#readMarks(at, to);
      case INFO:
        return this.#readInfo(at, to);
      case OPENER: {
        const next = this.#context.look(at, to);
        if (next < to && !this.#context.token.active) this.#release(this.#context.input.base + next);
        return next;
      }
      case CLOSED:
        return this.#readBehind(at, to);
      case PLAIN:
        return this.#readPlain(at, to);
      default:
        return this.#readHead(at, to);
    }
  }

  #follow(opening: CallOpener["opening"], end: number): void {
    if (opening === "nothing") this.#release(end);
    else if (opening === "waits") this.#state = OPENER;
    else this.#state = opening === "open" ? CALL : CALLS;
  }

  #readMarks(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = from;
    while (at < to && text.charCodeAt(at) === this.#mark) at++;
    this.#run += at - from;
    if (at === to) return to;
    if (this.#run < 3) {
      this.#release(base + at);
      this.#state = IDLE;
      if (this.#mark === BACKTICK) context.endCodeRun(this.#run);
    } else if (this.#mark === BACKTICK) {
      this.#infoLength = 0;
      this.#state = INFO;
    } else {
      this.#startPlain(base + at);
    }
    return at;
  }

  #readInfo(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) {
        this.#lines = new FenceLines(this.#mark, this.#run);
        this.#state = HEAD;
        context.lineBlank = true;
        return at + 1;
      }
      if (code === BACKTICK) {
        // A backtick in the line of the marks: it was inline code.
        this.#release(base + at);
        this.#state = IDLE;
        context.endCodeRun(this.#run);
        return at;
      }
      if (++this.#infoLength > MAX_FENCE_INFO) {
        this.#startPlain(base + at);
        return at;
      }
    }
    return to;
  }

  /** Before the first call of a fence, and between its calls: only blanks, tags and the closing line may stand. */
  #readHead(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN) {
        context.token.begin(base + at, context.lineBlank);
        return at + 1;
      }
      if (isBlank(code) || this.#lines.mayClose) continue;
      this.#release(base + at);
      return at;
    }
    return to;
  }

  /** The closing line of a fence that may hold calls ends at index `at`. */
  #closeAt(at: number): number {
    const context = this.#context;
    const isWhole = this.#state === CALLS && !context.token.active;
    context.token.reset();
    if (isWhole) {
      this.#state = CLOSED;
    } else {
      this.#release(context.input.base + at);
      this.#leave();
    }
    context.lineBlank = true;
    return at;
  }

  /** Behind a fence that held nothing but calls: only blanks and more such fences may follow. */
  #readBehind(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (isBlank(code)) {
        if (code === LF) context.lineBlank = true;
        continue;
      }
      if (code === BACKTICK && context.lineBlank) {
        this.#run = 0;
        this.#state = MARKS;
      } else {
        this.#release(base + at);
        this.#leave();
      }
      return at;
    }
    return to;
  }

  #readPlain(from: number, to: number): number {
    const { input, prose } = this.#context;
    const { text, base } = input;
    let at = from;
    while (at < to) {
      if (!this.#lines.mayClose) {
        const lineEnd = text.indexOf("\n", at);
        at = lineEnd === -1 || lineEnd > to ? to : lineEnd;
        if (at === to) break;
      }
      const closes = this.#lines.feed(text.charCodeAt(at), false);
      at++;
      if (!closes) continue;
      this.#leave();
      break;
    }
    prose.show(from === 0 && at === text.length ? text : text.slice(from, at), base + from);
    return at;
  }

  #startPlain(end: number): void {
    this.#release(end);
    this.#lines = new FenceLines(this.#mark, this.#run);
    // The rest of the opening line is no line of its own.
    this.#lines.feed(LESS_THAN, false);
    this.#state = PLAIN;
  }

  /** What is held, up to place `end`, is text, and so is the rest of the fence. */
  #release(end: number): void {
    const context = this.#context;
    const { from } = context.held;
    const piece = context.held.take(context.input, end);
    context.prose.show(piece, from);
    context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
    this.#opener.reset();
    this.#calls.length = 0;
    this.#state = PLAIN;
  }

  #leave(): void {
    this.#state = IDLE;
    this.#context.lineBlank = true;
    this.#context.code = 0;
  }
}
