import type { EndKind } from "../end-kind.js";
import type { TagTool } from "../readers/tag-index.js";
import type { ChannelContext, TagTaker } from "./channel-context.js";
import { BACKTICK, isBlank, LESS_THAN, LF } from "./characters.js";

const IDLE = 0;
const THINKING = 1;
const OPENER = 2;
const HELD = 3;

/** Raw text that was held inside reasoning which nothing closed: it is to be read as text. */
export interface HeldInReasoning {
  from: number;
  raw: string;
}

/**
 * Reads reasoning up to the tag that closes it. A call that opens in it, first on a line and outside of code, is held
 * with everything behind it: a reasoning close makes it reasoning, the end of the message makes it a call.
 */
export class ReasoningScanner implements TagTaker {
  readonly #context: ChannelContext;
  #state = IDLE;
  #tool: TagTool | undefined;
  /** Backticks of the run being read. */
  #run = 0;
  #inFence = false;
  /** The message ended inside the tag that would have opened a call, or closed the reasoning. */
  truncated = false;
  /** The channel has had reasoning. */
  wasHere = false;

  constructor(context: ChannelContext) {
    this.#context = context;
  }

  get active(): boolean {
    return this.#state !== IDLE;
  }

  /** What comes next is reasoning. */
  begin(): void {
    this.#state = THINKING;
    this.#inFence = false;
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
      if (this.#context.token.active) at = this.#context.readTag(at, to, this);
      else if (this.#state === THINKING) at = this.#readThoughts(at, to);
      else if (this.#state === OPENER) at = this.#look(at, to);
      else at = this.#readHeld(at, to);
    }
    return at;
  }

  takeTag(name: string, end: number): void {
    const { token, index } = this.#context;
    if (this.#state === HELD) {
      if (token.isClose && index.isReasoning(name)) {
        this.#release(token.start);
        this.#close(false);
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

  /** The reasoning ended, though not by a tag: what is undecided in it is reasoning. */
  leave(): void {
    this.#settle();
    this.#close(false);
  }

  /** It stayed undecided for too long: it is reasoning. */
  giveUp(end: number): void {
    this.#release(end);
  }

  /** The message ended. Returns what is to be read as text, if the end allows it. */
  end(kind: EndKind): HeldInReasoning | undefined {
    const { token, held, input, end, index } = this.#context;
    if (this.#state !== THINKING && kind !== "cut") {
      token.reset();
      const { from } = held;
      const raw = held.take(input, end);
      this.#close(false);
      return { from, raw };
    }
    if (token.active && index.beginsOpener(token.unfinishedName, token.isClose)) {
      this.truncated = true;
      token.reset();
    }
    this.#settle();
    this.#close(true);
    return undefined;
  }

  #readThoughts(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = from;
    for (; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN) break;
      this.#follow(code);
    }
    if (at > from) context.prose.think(text.slice(from, at), base + from);
    if (at === to) return to;
    if (this.#run > 0) this.#endRun();
    context.token.begin(base + at, context.lineBlank);
    return at + 1;
  }

  /** Keeps track of lines and of code. */
  #follow(code: number): void {
    const context = this.#context;
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

  #tagInThoughts(name: string, end: number): void {
    const context = this.#context;
    const { token, input, index, prose, held } = context;
    if (token.isClose && index.isReasoning(name) && (token.firstOnLine || context.code === 0)) {
      this.#close(false);
      return;
    }
    const tool = token.isClose || !token.firstOnLine || this.#inFence ? undefined : index.tool(name);
    const opening = tool === undefined ? IDLE : this.#opening(tool);
    context.lineBlank = false;
    if (opening === IDLE) {
      prose.think(token.raw(input, end), token.start);
      return;
    }
    this.#tool = tool;
    this.#state = opening;
    context.startLooking();
    held.begin(token.start, token.raw(input, end));
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
    const at = input.text.indexOf("<", from);
    if (at === -1 || at >= to) return to;
    token.begin(input.base + at, false);
    return at + 1;
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

  #settle(): void {
    const { token, held, input, end, prose } = this.#context;
    if (held.active) this.#release(end);
    else if (token.active) prose.think(token.raw(input, end), token.start);
    token.reset();
  }

  #close(isPartial: boolean): void {
    const context = this.#context;
    context.prose.endReasoning(isPartial);
    context.code = 0;
    context.lineBlank = true;
    this.#state = IDLE;
  }
}
