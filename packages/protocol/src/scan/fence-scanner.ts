import type { EndKind } from "../end-kind.js";
import { MAX_FENCE_INFO } from "../limits.js";
import type { ReadCall } from "../readers/read-call.js";
import { CallOpener } from "./call-opener.js";
import { Capture } from "./capture.js";
import type { ChannelContext, TagTaker } from "./channel-context.js";
import { BACKTICK, isBlank, isLineBlankAfter, LESS_THAN, LF } from "./characters.js";
import { FenceLines } from "./fence-lines.js";
import { FrameScanner } from "./frame-scanner.js";
import { readTagOf } from "./read-tag.js";
import type { FrameEntry, Literal } from "./syntax.js";

const IDLE = 0;
const MARKS = 1;
const INFO = 2;
const HEAD = 3;
const OPENER = 4;
const CALL = 5;
const CALLS = 6;
const CLOSED = 7;
const PLAIN = 8;
/** A frame may begin, or is open, in a fence that may hold calls. */
const FRAMES = 9;
/** The fence may be a frame's own opener. */
const MARKUP = 10;

/**
 * Reads code fences, from a run of marks that stands first on its line. What is inside is text, with one exception: a
 * backtick fence that holds nothing but calls, with nothing behind it but blanks and more such fences, may be a model's
 * way of calling. That is known at the end, so such a fence is held as a whole until something speaks against it.
 */
export class FenceScanner implements TagTaker {
  readonly #context: ChannelContext;
  readonly #opener: CallOpener;
  readonly #calls: ReadCall[] = [];
  /** Reads frames that stand in the fence. */
  readonly #frames: FrameScanner;
  readonly #frameHeld = new Capture();
  /** The frame at hand, or the last one, has begun a call. */
  #hasBegun = false;
  /** Reads frames whose opener the fence itself is. */
  readonly #markup: FrameScanner;
  #state = IDLE;
  #mark = BACKTICK;
  #run = 0;
  /** Where the marks of the fence at hand begin. */
  #from = 0;
  #info = "";
  /** Frames that the opening line names. */
  #infoFrames: readonly FrameEntry[] = [];
  #lines = new FenceLines(BACKTICK, 0);

  /** `markup`: takes over where the fence turns out to be the opener of a frame. */
  constructor(context: ChannelContext, markup: FrameScanner) {
    this.#context = context;
    const calls = {
      begin: () => {
        this.#hasBegun = true;
      },
      end: (call: ReadCall) => this.#calls.push(call),
      byCharacter: true,
    } as const;
    this.#opener = new CallOpener(context, calls);
    this.#frames = new FrameScanner(context, calls, this.#frameHeld);
    this.#markup = markup;
  }

  get active(): boolean {
    return this.#state !== IDLE;
  }

  /** The fence was the opener of a frame, which is read on by another. */
  handsOver = false;

  /** A mark stands at place `at`, first on its line and outside of inline code. */
  begin(mark: number, at: number): void {
    this.#mark = mark;
    this.#run = 0;
    this.#from = at;
    this.handsOver = false;
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
    const tool = token.isClose ? undefined : index.tagTool(name);
    if (tool !== undefined) {
      this.#follow(this.#opener.meet(tool, name, end), end);
      return;
    }
    const frames = token.isClose ? [] : index.tagFrames(token.isAssignment ? `${name}=` : name);
    if (frames.length > 0) {
      this.#hasBegun = false;
      this.#frames.beginTag(frames, readTagOf(token, this.#context.input));
      this.#state = FRAMES;
    } else if (this.#state !== CALLS || !(index.isHidden(name) || (token.isClose && index.opensFrames(name)))) {
      this.#release(end);
    }
  }

  takeFailedTag(_piece: string, end: number): void {
    this.#release(end);
  }

  /** The piece ends. */
  keep(): void {
    this.#opener.keep();
    if (this.#state !== FRAMES) return;
    this.#frames.keep();
    this.#frameHeld.keep(this.#context.input);
  }

  /** It stayed undecided for too long: it is text. */
  giveUp(end: number): void {
    const isClosed = this.#state === CLOSED;
    if (this.#state === MARKS || this.#state === INFO) this.#lines = new FenceLines(this.#mark, this.#run);
    this.#release(end);
    if (isClosed) this.#leave();
  }

  /** The message ended. Returns the calls of fences that held nothing else, if it was not cut. */
  end(kind: EndKind): readonly ReadCall[] {
    const { held, token, end } = this.#context;
    // Calls before it would run although the fence they stand in was not closed.
    const isFirst = this.#calls.length === 0;
    const isCutCall = isFirst && this.#state === FRAMES && this.#frames.call !== undefined && this.#frames.isWeak;
    if (this.#state === FRAMES) this.#frames.end(kind);
    if (isCutCall) {
      this.#state = IDLE;
      held.clear();
      return this.#calls;
    }
    const isClosing = this.#holdsOnlyCalls && this.#lines.isClosingLine && !token.active;
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
    return (this.#state >= HEAD && this.#state <= CALLS) || this.#state === FRAMES || this.#state === MARKUP;
  }

  /** The fence may be the opener of a frame, which its own scanner reads. */
  get isMarkup(): boolean {
    return this.#state === MARKUP;
  }

  get #holdsOnlyCalls(): boolean {
    const isBehindFrame = this.#state === FRAMES && this.#calls.length > 0 && this.#frames.call === undefined;
    return this.#state === CALLS || isBehindFrame;
  }

  /** There every character also goes to the lines of the fence. */
  #stepPending(at: number): number {
    const { input, prose, token } = this.#context;
    const code = input.text.charCodeAt(at);
    const isBetween = (this.#state === HEAD || this.#state === CALLS) && !token.active;
    const isBehindMarks = isBetween && this.#lines.isMarkLine;
    const isInBody = this.#opener.isInBody || (this.#state === FRAMES && this.#frames.call !== undefined);
    if (this.#lines.feed(code, isInBody)) return this.#closeAt(at + 1);
    if (isBehindMarks && (code === LF || code === LESS_THAN)) {
      // Marks that close nothing: the fence holds more than calls.
      this.#release(input.base + at + 1);
      return at + 1;
    }
    let next = at;
    while (next === at && this.#isPending) next = this.#step(at, at + 1);
    // Whoever takes over reads this character itself.
    if (next > at || this.handsOver) return next;
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
      case FRAMES:
        return this.#readFrames(at, to);
      case MARKUP:
        return this.#readMarkup(at, to);
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
    } else {
      this.#info = "";
      this.#state = INFO;
    }
    return at;
  }

  #readInfo(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) {
        this.#enter(base + at + 1);
        return at + 1;
      }
      if (code === BACKTICK && this.#mark === BACKTICK) {
        // A backtick in the line of the marks: it was inline code.
        this.#release(base + at);
        this.#state = IDLE;
        context.endCodeRun(this.#run);
        return at;
      }
      if (this.#info.length === MAX_FENCE_INFO) {
        this.#startPlain(base + at);
        return at;
      }
      this.#info += text.charAt(at);
    }
    return to;
  }

  /** The opening line ends before place `end`: what the fence is depends on what it says, and on what comes. */
  #enter(end: number): void {
    const context = this.#context;
    const { syntax } = context.index;
    const info = this.#info.trim().toLowerCase();
    const isTilde = this.#mark !== BACKTICK;
    // Results stand in tildes without a word, so that nothing in them is a call when a model repeats one.
    const frames = (isTilde && info === "" ? undefined : syntax.fenceFrames.get(info)) ?? [];
    context.lineBlank = true;
    this.#lines = new FenceLines(this.#mark, this.#run);
    this.#infoFrames = frames;
    this.#hasBegun = false;
    // Where all dialects are read, a fence of JSON may be an example: it is judged when it has ended.
    if (frames.some(({ frame }) => frame.weak !== true || !syntax.isMixed)) {
      this.#releaseBefore(end);
      this.#markup.beginFence(frames, this.#from);
      this.#state = MARKUP;
    } else if (isTilde && frames.length === 0) {
      this.#release(end);
    } else {
      this.#state = HEAD;
    }
  }

  /** Frames in a fence that may hold calls. What they give back may only be blanks. */
  #readFrames(from: number, to: number): number {
    const { input } = this.#context;
    const at = this.#frames.read(from, to);
    const { state } = this.#frames;
    if (state === "races" || state === "open") return at;
    const rest = this.#frameHeld.active ? this.#frameHeld.take(input, input.base + at) : "";
    this.#frames.reset();
    if (state !== "text" || !this.#hasBegun || rest.trim() !== "") this.#release(input.base + at);
    else this.#state = CALLS;
    return at;
  }

  /** The fence may open a frame: then it is no fence. */
  #readMarkup(from: number, to: number): number {
    const { input } = this.#context;
    const at = this.#markup.read(from, to);
    const { state } = this.#markup;
    if (state === "races") return at;
    if (state === "lost") {
      this.#markup.reset();
      this.#release(input.base + at);
    } else {
      this.#state = IDLE;
      this.handsOver = true;
    }
    return at;
  }

  /** Before the first call of a fence, and between its calls: only blanks, tags and the closing line may stand. */
  #readHead(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN && this.#mark === BACKTICK) {
        context.token.begin(base + at, context.lineBlank);
        return at + 1;
      }
      if (isBlank(code) || this.#lines.isMarkLine) continue;
      const literals = this.#framesAt(code);
      const frames = this.#state === HEAD ? this.#infoFrames : [];
      if (literals.length + frames.length === 0) {
        this.#release(base + at);
        return at;
      }
      this.#hasBegun = false;
      this.#frames.beginLiterals(literals, base + at, frames);
      this.#state = FRAMES;
      return at;
    }
    return to;
  }

  /** Texts that open frames, and begin with this character. */
  #framesAt(code: number): readonly Literal[] {
    const { index, lineBlank } = this.#context;
    if (this.#mark !== BACKTICK) return [];
    return index
      .literals(code)
      .filter(
        ({ meaning, at }) => typeof meaning !== "string" && (at === undefined || (at === "line-start" && lineBlank)),
      );
  }

  /** The closing line of a fence that may hold calls ends at index `at`. */
  #closeAt(at: number): number {
    const context = this.#context;
    const isWhole = this.#holdsOnlyCalls && !context.token.active;
    this.#frames.reset();
    if (this.#state === MARKUP) this.#markup.reset();
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
        this.#from = base + at;
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
    this.#frames.reset();
    this.#frameHeld.clear();
    this.#calls.length = 0;
    this.#state = PLAIN;
  }

  /** Fences that held nothing but calls are text after all: the one at hand, read up to place `end`, is none of them. */
  #releaseBefore(end: number): void {
    const { held, input, prose } = this.#context;
    const { from } = held;
    const length = this.#from - from;
    if (length === 0) return;
    const raw = held.peek(input, end);
    prose.show(raw.slice(0, length), from);
    held.begin(this.#from, raw.slice(length));
    this.#calls.length = 0;
  }

  #leave(): void {
    this.#state = IDLE;
    this.#context.lineBlank = true;
    this.#context.code = 0;
  }
}
