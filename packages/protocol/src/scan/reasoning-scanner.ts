import type { EndKind } from "../end-kind.js";
import { FrameRun } from "../readers/frame-run.js";
import type { TagTool } from "../readers/tag-index.js";
import type { ChannelContext, TagTaker } from "./channel-context.js";
import { BACKTICK, DOUBLE_QUOTE, isBlank, LESS_THAN, LF, SINGLE_QUOTE } from "./characters.js";
import { FrameRace } from "./frame-race.js";
import { readTagOf } from "./read-tag.js";
import type { Literal } from "./syntax.js";

const IDLE = 0;
const THINKING = 1;
const OPENER = 2;
const HELD = 3;
/** Frames, or marks, that may begin here are being read: in thoughts, and in what is held. */
const RACE = 4;
const MARK_IN_HELD = 5;
/** A close stands directly behind a quote: if that quote follows it, it is only named. */
const QUOTED = 6;

/** Owner of reasoning that the prompt has opened: where several dialects are read, it may be any of them. */
export const PROMPT = "";

/** Raw text that was held inside reasoning which nothing closed: it may be read as text. */
export interface HeldInReasoning {
  from: number;
  raw: string;
}

/**
 * Reads reasoning up to the mark that closes it. A call that opens in it, outside of code (a tool's tag: first on its line),
 * is held with everything behind it: a reasoning close makes it reasoning, the end of the message makes it a call.
 */
export class ReasoningScanner implements TagTaker {
  readonly #context: ChannelContext;
  readonly #race: FrameRace;
  #state = IDLE;
  #tool: TagTool | undefined;
  /** Where the mark at hand begins, in what is held. */
  #markFrom = 0;
  /** The dialect whose mark or frame opened the reasoning: only its own marks close it. */
  #owner: string | undefined;
  /** Backticks of the run being read. */
  #run = 0;
  #inFence = false;
  /** The last character that was read of the thoughts. */
  #last = 0;
  /** Nothing but blanks was thought so far. */
  #isBlank = true;
  /** The tag that was read ends the reasoning, and is to be read as text. */
  #isGivenBack = false;
  /** The message ended inside the tag that would have opened a call, or closed the reasoning. */
  truncated = false;
  /** The channel has had reasoning. */
  wasHere = false;

  constructor(context: ChannelContext) {
    this.#context = context;
    this.#race = new FrameRace(context);
  }

  get active(): boolean {
    return this.#state !== IDLE;
  }

  /** What comes next is reasoning. */
  begin(owner?: string): void {
    this.#state = THINKING;
    this.#owner = owner;
    this.#inFence = false;
    this.#last = 0;
    this.#isBlank = true;
    this.#run = 0;
    this.wasHere = true;
    this.#context.prose.interrupt();
    this.#context.code = 0;
    this.#context.lineBlank = true;
  }

  /** Reads until `to`, or until the reasoning is closed. */
  read(from: number, to: number): number {
    let at = from;
    while (at < to && this.#state !== IDLE) {
      if (this.#context.token.active) at = this.#readTag(at, to);
      else if (this.#state === THINKING) at = this.#readThoughts(at, to);
      else if (this.#state === OPENER) at = this.#look(at, to);
      else if (this.#state === HELD) at = this.#readHeld(at, to);
      else if (this.#state === QUOTED) at = this.#readQuoted(at);
      else at = this.#readRace(at, to);
      // What ends reasoning is given back: it is read as text.
      if (this.#state === IDLE && at === 0) return 0;
    }
    return at;
  }

  takeTag(name: string, end: number): void {
    const { token, index } = this.#context;
    if (this.#state === HELD) {
      if (this.#closes(name)) {
        this.#release(token.start);
        this.#close(false);
      } else if (this.#isEnding(name)) {
        this.#release(token.start);
        this.#giveBack(end);
      }
      return;
    }
    if (this.#state === OPENER) {
      if (this.#tool?.parameter(name) !== undefined || (token.isClose && index.tool(name) === this.#tool)) {
        this.#state = HELD;
        return;
      }
      this.#release(token.start);
    }
    this.#tagInThoughts(name, end);
  }

  takeFailedTag(piece: string, end: number): void {
    if (this.#state === OPENER) this.#release(end);
    else if (this.#state === THINKING) this.#think(piece, end - piece.length);
  }

  /** The piece ends. */
  keep(): void {
    if (this.#state === RACE || this.#state === MARK_IN_HELD) this.#race.keep();
  }

  /** What is undecided in it is reasoning. */
  settle(): void {
    const { token, held, input, end, prose } = this.#context;
    if (held.active) this.#release(end);
    else if (token.active) prose.think(token.raw(input, end), token.start);
    token.reset();
  }

  /** The reasoning ended, though not by a tag: what is undecided in it is reasoning. */
  leave(): void {
    this.settle();
    this.#close(false);
  }

  /** It stayed undecided for too long: it is reasoning. */
  giveUp(end: number): void {
    this.#release(end);
  }

  /** The message ended. Returns what may be a call, if the end allows it: `finish` is then to be told. */
  end(kind: EndKind): HeldInReasoning | undefined {
    const { token, held, input, end, index } = this.#context;
    if (this.#state === QUOTED) {
      held.clear();
      this.#close(false);
      return undefined;
    }
    if (this.#state !== THINKING && kind !== "cut") {
      token.reset();
      const { from } = held;
      return { from, raw: held.take(input, end) };
    }
    const half = token.active ? token.unfinishedName : "";
    if (index.beginsOpener(half, token.isClose) || index.beginsReasoningClose(half)) {
      this.truncated = true;
      token.reset();
    }
    this.settle();
    this.#close(true);
    return undefined;
  }

  /** What was held is a call, or it is reasoning as well. */
  finish({ from, raw }: HeldInReasoning, isCall: boolean): void {
    if (!isCall) this.#context.prose.think(raw, from);
    this.#close(!isCall);
  }

  #readTag(from: number, to: number): number {
    const at = this.#context.readTag(from, to, this);
    if (!this.#isGivenBack) return at;
    this.#isGivenBack = false;
    return this.#context.rewind(at);
  }

  #readThoughts(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let literals: readonly Literal[] = [];
    let at = from;
    for (; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN) break;
      literals = this.#literalsAt(code, true);
      if (literals.length > 0) break;
      this.#follow(code);
    }
    if (at > from) context.prose.think(text.slice(from, at), base + from);
    if (at === to) return to;
    if (this.#run > 0) this.#endRun();
    if (literals.length === 0) {
      context.token.begin(base + at, context.lineBlank);
      return at + 1;
    }
    context.held.begin(base + at);
    this.#race.beginLiterals(literals, base + at);
    this.#state = RACE;
    return at;
  }

  /** Texts that may close the reasoning here, or open a frame. */
  #literalsAt(code: number, withFrames: boolean): readonly Literal[] {
    const { index, lineBlank } = this.#context;
    const literals = index.syntax.literalsInReasoning(code);
    if (literals.length === 0) return literals;
    const isInCode = this.#context.code !== 0 || this.#inFence || this.#run > 0;
    return literals.filter(({ meaning, at, owner }) => {
      if (at !== undefined && !(at === "line-start" && lineBlank)) return false;
      return typeof meaning === "string" ? this.#isOwn(owner) : withFrames && !isInCode;
    });
  }

  /** Whether a mark of this dialect, or of all, closes this reasoning. */
  #isOwn(owner: string | undefined): boolean {
    if (owner === this.#owner) return true;
    const isAnybodys = this.#owner === undefined || this.#owner === PROMPT;
    return isAnybodys && (owner === undefined || !this.#context.index.syntax.isMixed);
  }

  #readRace(from: number, to: number): number {
    const context = this.#context;
    const isInHeld = this.#state === MARK_IN_HELD;
    const { at, result } = this.#race.read(from, to);
    if (result === "runs") return at;
    if (result === "closes" || result === "ends") {
      const end = context.input.base + at;
      if (isInHeld) {
        const raw = context.held.take(context.input, end);
        const from = end - raw.length;
        this.#think(raw.slice(0, this.#markFrom - from), from);
        context.held.begin(this.#markFrom, raw.slice(this.#markFrom - from));
      }
      this.#close(false);
      if (result === "ends") return context.rewind(at);
      context.held.clear();
      return at;
    }
    if (result === "lost" && this.#race.isFalseStart && !isInHeld) {
      // Only its first character is settled.
      const { from } = context.held;
      const next = context.rewind(at) + 1;
      this.#think(context.input.text.slice(next - 1, next), from);
      this.#state = THINKING;
      return next;
    }
    if (isInHeld || (result instanceof FrameRun && result.hasBegun)) this.#state = HELD;
    else this.#release(context.input.base + at);
    return at;
  }

  /** Behind a close that stands behind a quote. */
  #readQuoted(at: number): number {
    const { input, held } = this.#context;
    if (input.text.charCodeAt(at) === this.#last) {
      this.#release(input.base + at);
    } else {
      held.clear();
      this.#close(false);
    }
    return at;
  }

  /** Keeps track of lines and of code. */
  #follow(code: number): void {
    const context = this.#context;
    this.#last = code;
    this.#isBlank &&= isBlank(code);
    if (code === BACKTICK) {
      this.#run++;
      return;
    }
    if (this.#run > 0) this.#endRun();
    if (code === LF) {
      context.lineBlank = true;
      context.code = 0;
    } else if (!isBlank(code)) {
      context.lineBlank = false;
    }
  }

  /** Backticks: three or more, first on their line, open or close a fence; others inline code. */
  #endRun(): void {
    const context = this.#context;
    if (this.#run >= 3 && context.lineBlank) {
      this.#inFence = !this.#inFence;
      context.lineBlank = false;
    } else {
      context.endCodeRun(this.#run);
    }
    this.#run = 0;
  }

  #closes(name: string): boolean {
    const { token, index } = this.#context;
    const isAnybodys = this.#owner === undefined || this.#owner === PROMPT;
    return isAnybodys && index.closesReasoning(name, token.isClose);
  }

  /** The reasoning ends before the tag just read. */
  #isEnding(name: string): boolean {
    const { token, index, code } = this.#context;
    const owner = index.endingTagOwner(name);
    if (token.isClose || owner === undefined) return false;
    return this.#isOwn(owner) || (this.#owner === PROMPT && code === 0 && !this.#inFence);
  }

  /** The tag just read is read once more, as text. */
  #giveBack(end: number): void {
    const { held, token, input } = this.#context;
    held.begin(token.start, token.raw(input, end));
    this.#close(false);
    this.#isGivenBack = true;
  }

  #tagInThoughts(name: string, end: number): void {
    const context = this.#context;
    const { token, input, index, prose, held } = context;
    if (this.#closes(name) && (token.firstOnLine || context.code === 0)) {
      if (this.#last === DOUBLE_QUOTE || this.#last === SINGLE_QUOTE) {
        held.begin(token.start, token.raw(input, end));
        this.#state = QUOTED;
      } else {
        this.#close(false);
      }
      return;
    }
    if (this.#isEnding(name)) {
      this.#giveBack(end);
      return;
    }
    // The prompt opened the reasoning, and the model did so once more.
    const isRepeated = this.#isBlank && index.opensReasoning(name, token.isClose) && !token.hasAttributes(input);
    if (isRepeated || index.isInline(name)) {
      prose.leaveOut(end - token.start);
      return;
    }
    if (this.#beginsFrames(name, end)) return;
    const tool = token.isClose || !token.firstOnLine || this.#inFence ? undefined : index.tagTool(name);
    const opening = tool === undefined ? IDLE : this.#opening(tool);
    context.lineBlank = false;
    if (opening === IDLE) {
      this.#think(token.raw(input, end), token.start);
      return;
    }
    this.#tool = tool;
    this.#state = opening;
    context.startLooking();
    held.begin(token.start, token.raw(input, end));
  }

  /** The tag just read opens frames that are a sure sign of a call. */
  #beginsFrames(name: string, end: number): boolean {
    const { token, input, index, held, options, code } = this.#context;
    if (token.isClose || this.#inFence || code !== 0 || options.hasEnded === true) return false;
    const frames = index.tagFrames(token.isAssignment ? `${name}=` : name).filter(({ frame }) => frame.weak !== true);
    if (frames.length === 0) return false;
    held.begin(token.start, token.raw(input, end));
    this.#race.beginTag(frames, readTagOf(token, input));
    this.#state = RACE;
    return true;
  }

  /** What a tool's open tag begins: HELD: a call · OPENER: what comes next decides · IDLE: nothing. */
  #opening(tool: TagTool): number {
    const { token, input, options } = this.#context;
    if (options.hasEnded === true) return IDLE;
    if (token.hasAttributes(input) || token.selfClosing) return this.#context.isWholeCall(tool) ? HELD : IDLE;
    return OPENER;
  }

  #look(from: number, to: number): number {
    const { token, input } = this.#context;
    const at = this.#context.look(from, to);
    if (at < to && !token.active) this.#release(input.base + at);
    return at;
  }

  #readHeld(from: number, to: number): number {
    const { input, token } = this.#context;
    for (let at = from; at < to; at++) {
      const code = input.text.charCodeAt(at);
      if (code === LESS_THAN) {
        token.begin(input.base + at, false);
        return at + 1;
      }
      const literals = this.#literalsAt(code, false);
      if (literals.length > 0) {
        this.#markFrom = input.base + at;
        this.#race.beginLiterals(literals, this.#markFrom);
        this.#state = MARK_IN_HELD;
        return at;
      }
      this.#follow(code);
    }
    return to;
  }

  #think(piece: string, from: number): void {
    this.#context.prose.think(piece, from);
    for (let at = 0; at < piece.length; at++) this.#follow(piece.charCodeAt(at));
  }

  /** What is held, up to place `end`, is reasoning. */
  #release(end: number): void {
    const { held, input } = this.#context;
    const { from } = held;
    this.#think(held.take(input, end), from);
    this.#state = THINKING;
  }

  #close(isPartial: boolean): void {
    const context = this.#context;
    context.prose.endReasoning(isPartial);
    context.code = 0;
    context.lineBlank = true;
    this.#state = IDLE;
  }
}
