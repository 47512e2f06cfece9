import type { Repair } from "../block.js";
import type { OpenProse } from "../block-list.js";
import type { EndKind } from "../end-kind.js";
import { MAX_BLANKS_BEHIND_OPENER, MAX_FENCE_INFO, MAX_OPEN_BLOCK } from "../limits.js";
import { TagCall } from "../readers/tag-call.js";
import { TagCallReader } from "../readers/tag-call-reader.js";
import { TagContext } from "../readers/tag-context.js";
import type { TagTool } from "../readers/tag-index.js";
import { Capture } from "./capture.js";
import {
  BACKTICK,
  BLANK,
  isBlank,
  isLineBlankAfter,
  LESS_THAN,
  LF,
  NEWLINE,
  PLAIN,
  TILDE,
  textClass,
} from "./characters.js";
import { FenceLines } from "./fence-lines.js";
import { DONE, MORE } from "./tag-token.js";

const TEXT = 0;
const CODE_RUN = 1;
const OPENER = 2;
const WRAPPER = 3;
const CALL = 4;
const FENCE_MARK = 5;
const FENCE_INFO = 6;
const FENCE_HEAD = 7;
const FENCE_CALLS = 8;
const FENCE_DONE = 9;
const FENCE_TEXT = 10;
const REASONING = 11;
const REASONING_OPENER = 12;
const REASONING_HELD = 13;
const STOPPED = 14;

const FENCED = "It stood in a code fence.";
const IN_REASONING = "It stood in the model's reasoning, which was not closed.";

function joinReasons(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? (one ?? other) : `${one} ${other}`;
}

/** What a scanner needs besides its context. */
export interface ScannerOptions {
  /** The channel begins inside a reasoning block. */
  start?: "in-reasoning";
  /** Why every call read here may be talk. */
  doubtful?: string;
  /** Said of every call read here. */
  repair?: Repair;
  notes: Repair[];
}

/**
 * Reads one channel of a message: plain text with its code spans and fences, reasoning, and the calls in it. It decides
 * what may begin where; a call is then read by {@link TagCall}. States and rules: docs/READER.md.
 *
 * Amortised O(1) per character. In plain text one look-up per character decides whether the fast loop goes on.
 */
export class TextScanner {
  readonly #context: TagContext;
  readonly #options: ScannerOptions;
  #state = TEXT;
  /** High surrogate at the end of the last piece: waits for its other half. */
  #surrogate = "";
  /** Length of the backtick run that opened inline code on this line, 0 outside. */
  #code = 0;
  /** Length of the run of marks being read, and its mark. */
  #run = 0;
  #mark = BACKTICK;
  #text: OpenProse | undefined;
  #textStart = 0;
  /** Blanks before the first block of the channel, which belong to it if it is text. */
  #lead = "";
  #isFirst = true;
  #reasoning: OpenProse | undefined;
  #sawReasoning = false;
  /** A code fence is open inside the reasoning. */
  #reasoningFence = false;
  /** The raw stretch that is undecided as a whole: an opener, a wrapper, a fence that may hold calls. */
  readonly #held = new Capture();
  #openerTool: TagTool | undefined;
  #openerStart = 0;
  #openerName = "";
  #openerHasBlanks = false;
  #blanks = 0;
  #wrapperName = "";
  /** A wrapper's open tag went with a call: its close will too. */
  #openWrapper: string | undefined;
  /** The call being read, and what reads it. */
  #call: TagCall | undefined;
  #reader: TagCallReader | undefined;
  #lastTool: TagTool | undefined;
  /** Of a fence that may hold calls: its lines, and the calls read in it and in those before it. */
  #fence: FenceLines | undefined;
  #fenceCalls: TagCall[] = [];
  /** Of a fence that is text. */
  #fenceText: FenceLines | undefined;
  /** The channel ended inside a call or inside the tag that would have opened one. */
  truncated = false;

  constructor(context: TagContext, options: ScannerOptions) {
    this.#context = context;
    this.#options = options;
    if (options.start === "in-reasoning") this.#startReasoning();
  }

  /** Takes the next piece of the channel. */
  write(piece: string): void {
    let text = piece;
    if (this.#surrogate !== "") {
      text = this.#surrogate + text;
      this.#surrogate = "";
    }
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#surrogate = text.slice(-1);
      text = text.slice(0, -1);
    }
    this.#feed(text);
  }

  /** Something on another channel comes between: an open text block ends here, undecided text stays undecided. */
  interrupt(): void {
    this.#endText();
  }

  /** The reasoning ended, though not by a tag: what was held in it is reasoning. */
  leaveReasoning(): void {
    if (this.#state < REASONING || this.#state === STOPPED) return;
    this.#settleReasoning();
    this.#endReasoning(false);
  }

  /** Of the reasoning being read: opaque, kept for the provider. */
  sign(signature: string): void {
    if (this.#reasoning !== undefined) this.#reasoning.signature = signature;
  }

  /** The message ended. */
  end(kind: EndKind): void {
    if (this.#surrogate !== "") {
      const last = this.#surrogate;
      this.#surrogate = "";
      this.#feed(last);
    }
    const { input } = this.#context;
    input.base = this.#context.end;
    input.text = "";
    this.#endState(kind);
    this.#endText();
    this.#state = STOPPED;
  }

  /** Characters read so far. */
  get length(): number {
    return this.#context.end + this.#surrogate.length;
  }

  #feed(text: string): void {
    const context = this.#context;
    context.input.base += context.input.text.length;
    context.input.text = text;
    const to = text.length;
    let at = 0;
    while (at < to) {
      if (this.#fence !== undefined) at = this.#stepFenced(at);
      else if (this.#state === TEXT && !context.token.active) at = this.#readText(at, to);
      else at = this.#step(at, to);
    }
    if (this.#state !== TEXT || context.token.active) this.#keep();
  }

  #step(at: number, to: number): number {
    if (this.#state === CALL) return this.#readCall(at, to);
    if (this.#context.token.active) return this.#readToken(at, to);
    switch (this.#state) {
      case TEXT:
        return this.#readText(at, to);
      case CODE_RUN:
        return this.#readCodeRun(at, to);
      case FENCE_MARK:
        return this.#readFenceMark(at, to);
      case FENCE_INFO:
        return this.#readFenceInfo(at, to);
      case FENCE_HEAD:
      case FENCE_CALLS:
        return this.#readFenceHead(at, to);
      case FENCE_DONE:
        return this.#readFenceDone(at, to);
      case FENCE_TEXT:
        return this.#readFenceText(at, to);
      case REASONING:
        return this.#readReasoning(at, to);
      case REASONING_HELD:
        return this.#readHeldReasoning(at, to);
      case STOPPED:
        return to;
      default:
        return this.#readBehindOpener(at, to);
    }
  }

  /** In a fence that may hold calls every character also goes to the lines of the fence. */
  #stepFenced(at: number): number {
    const { input } = this.#context;
    const closes = this.#fence?.feed(input.text.charCodeAt(at), this.#reader?.isInBody === true) === true;
    if (closes) return this.#closeFence(at + 1);
    let next = at;
    while (next === at && this.#fence !== undefined) next = this.#step(at, at + 1);
    return next;
  }

  #keep(): void {
    const { input, token, end } = this.#context;
    if (token.active) token.raw.keep(input);
    this.#held.keep(input);
    if (this.#call !== undefined) this.#reader?.keep();
    if (this.#call !== undefined && end - this.#call.start > MAX_OPEN_BLOCK) this.#stop(this.#call);
    else if (this.#held.active && end - this.#held.from > MAX_OPEN_BLOCK) this.#releaseTooLong();
  }

  #readText(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let { lineBlank } = context;
    let code = this.#code;
    let at = from;
    for (; at < to; at++) {
      const character = text.charCodeAt(at);
      const kind = character < 128 ? textClass[character] : PLAIN;
      if (kind === PLAIN) lineBlank = false;
      else if (kind === NEWLINE) {
        lineBlank = true;
        code = 0;
      } else if (kind !== BLANK) {
        if (character === BACKTICK || (character === LESS_THAN ? code === 0 : lineBlank)) break;
        lineBlank = false;
      }
    }
    context.lineBlank = lineBlank;
    this.#code = code;
    if (at > from) this.#show(from === 0 && at === text.length ? text : text.slice(from, at), base + from);
    if (at === to) return to;
    if (text.charCodeAt(at) === LESS_THAN) {
      context.token.begin(base + at, lineBlank);
      return at + 1;
    }
    this.#run = 0;
    this.#mark = text.charCodeAt(at);
    if (lineBlank && code === 0) {
      this.#held.begin(base + at);
      this.#state = FENCE_MARK;
    } else {
      this.#state = CODE_RUN;
    }
    return at;
  }

  #readCodeRun(from: number, to: number): number {
    const { text, base } = this.#context.input;
    let at = from;
    while (at < to && text.charCodeAt(at) === this.#mark) at++;
    this.#run += at - from;
    if (at > from) this.#show(text.slice(from, at), base + from);
    if (at < to) {
      this.#endCodeRun();
      this.#state = TEXT;
    }
    return at;
  }

  #endCodeRun(): void {
    if (this.#code === 0) this.#code = this.#run;
    else if (this.#code === this.#run) this.#code = 0;
    this.#context.lineBlank = false;
  }

  #readToken(from: number, to: number): number {
    const { token, input } = this.#context;
    for (let at = from; at < to; at++) {
      const result = token.feed(input.text.charCodeAt(at), input.base + at, input);
      if (result === MORE) continue;
      if (result === DONE) {
        this.#takeTag(input.base + at + 1);
        return at + 1;
      }
      this.#takeFailedToken(input.base + at);
      return at;
    }
    return to;
  }

  /** A token came to nothing at place `end`: it is plain text of the state that met it. */
  #takeFailedToken(end: number): void {
    const context = this.#context;
    const piece = context.token.raw.take(context.input, end);
    switch (this.#state) {
      case TEXT:
        this.#show(piece, end - piece.length);
        context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
        break;
      case REASONING:
        this.#think(piece, end - piece.length);
        context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
        break;
      case REASONING_HELD:
        break;
      default:
        this.#release(end);
    }
  }

  /** A whole tag was read that ends at place `end`. */
  #takeTag(end: number): void {
    const { token, input, index } = this.#context;
    const name = token.name(input);
    switch (this.#state) {
      case TEXT:
        this.#tagInText(name, end);
        break;
      case OPENER:
        this.#tagBehindOpener(name, end);
        break;
      case WRAPPER: {
        const tool = token.isClose ? undefined : index.tool(name);
        if (tool !== undefined) this.#meetTool(tool, name, end);
        else {
          this.#release(token.start);
          this.#tagInText(name, end);
        }
        break;
      }
      case FENCE_HEAD:
      case FENCE_CALLS: {
        const tool = token.isClose ? undefined : index.tool(name);
        if (tool === undefined) this.#release(end);
        else this.#meetTool(tool, name, end);
        break;
      }
      case REASONING:
        this.#tagInReasoning(name, end);
        break;
      case REASONING_OPENER:
        if (this.#openerTool !== undefined && this.#isOwn(this.#openerTool, name)) {
          this.#state = REASONING_HELD;
        } else {
          this.#release(token.start);
          this.#tagInReasoning(name, end);
        }
        break;
      default:
        if (token.isClose && index.isReasoning(name)) {
          this.#thinkHeld(token.start);
          this.#endReasoning(false);
        }
    }
    token.raw.clear();
  }

  #tagInText(name: string, end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    const counts = token.firstOnLine || this.#sawReasoning;
    if (!token.isClose) {
      const tool = index.tool(name);
      if (tool !== undefined) return this.#meetTool(tool, name, end);
      if (counts && index.isReasoning(name) && !token.hasAttributes(input)) {
        this.#endText();
        return this.#startReasoning();
      }
      if (token.firstOnLine && index.isWrapper(name)) {
        this.#held.begin(token.start, token.raw.take(input, end));
        this.#wrapperName = name;
        this.#blanks = 0;
        this.#state = WRAPPER;
        context.lineBlank = false;
        return;
      }
    } else {
      if ((counts && index.isReasoning(name)) || (this.#openWrapper === name && index.isWrapper(name))) {
        if (this.#openWrapper === name) this.#openWrapper = undefined;
        this.#endText();
        this.#isFirst = false;
        this.#lead = "";
        context.lineBlank = true;
        return;
      }
      this.#noteOrphan(name);
    }
    this.#show(token.raw.take(input, end), token.start);
    context.lineBlank = false;
  }

  /** A body's close in the text behind its call: the call may have been cut short by what it quotes. */
  #noteOrphan(name: string): void {
    const tool = this.#lastTool;
    if (tool === undefined || (tool.parameter(name)?.isBody !== true && this.#context.index.tool(name) !== tool))
      return;
    const message = `</${name}> stands behind the end of ${tool.name}: its last value may have ended too early.`;
    if (!this.#options.notes.some((note) => note.message === message)) {
      this.#options.notes.push({ kind: "orphan-close", message });
    }
  }

  /** The open tag of a known tool, in text, a wrapper or a fence. What comes next decides, unless it has attributes. */
  #meetTool(tool: TagTool, name: string, end: number): void {
    const { token, input } = this.#context;
    this.#openerTool = tool;
    this.#openerName = name;
    this.#openerHasBlanks = token.hasBlanks(input);
    this.#openerStart = token.start;
    this.#blanks = 0;
    if (token.hasAttributes(input)) {
      const attributes = token.attributes(input);
      if (attributes === undefined || attributes.some(([key]) => tool.parameter(key) === undefined)) {
        return this.#meetsNothing(end);
      }
      const call = this.#beginCall(tool);
      this.#reader?.setAttributes(attributes, end);
      if (token.selfClosing) this.#closeAtTag(call, end);
    } else if (token.selfClosing) {
      if (tool.required.length > 0) return this.#meetsNothing(end);
      this.#closeAtTag(this.#beginCall(tool), end);
    } else {
      if (!this.#held.active) this.#held.begin(token.start, token.raw.take(input, end));
      this.#state = OPENER;
      this.#context.lineBlank = false;
    }
  }

  #closeAtTag(call: TagCall, end: number): void {
    call.close({ end, closedBy: "close" });
    this.#endCall(call);
  }

  /** The tag of a tool that opens nothing. */
  #meetsNothing(end: number): void {
    const context = this.#context;
    if (this.#held.active) return this.#release(end);
    this.#show(context.token.raw.take(context.input, end), context.token.start);
    context.lineBlank = false;
  }

  /** Behind a tool's open tag, or a wrapper's: blanks are skipped until something decides. */
  #readBehindOpener(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN) {
        context.token.begin(base + at, context.lineBlank);
        return at + 1;
      }
      if (!isBlank(code) || ++this.#blanks > MAX_BLANKS_BEHIND_OPENER) {
        this.#release(base + at);
        return at;
      }
      if (code === LF) context.lineBlank = true;
    }
    return to;
  }

  #tagBehindOpener(name: string, end: number): void {
    const { token } = this.#context;
    const tool = this.#openerTool;
    if (tool !== undefined && this.#isOwn(tool, name)) {
      const call = this.#beginCall(tool);
      this.#reader?.takeTag(end);
      if (call.closed !== undefined) this.#endCall(call);
      return;
    }
    if (this.#fence !== undefined) return this.#release(end);
    this.#release(token.start);
    this.#tagInText(name, end);
  }

  #isOwn(tool: TagTool, name: string): boolean {
    const { token, index } = this.#context;
    return tool.parameter(name) !== undefined || (token.isClose && index.tool(name) === tool);
  }

  /** The opener that was held opens a call. */
  #beginCall(tool: TagTool): TagCall {
    const call = new TagCall(this.#context, tool, this.#openerStart);
    if (this.#openerName !== tool.name) call.repair("wrong-case", `<${this.#openerName}> was read as <${tool.name}>.`);
    if (this.#openerHasBlanks) call.repair("blanks-in-tag", `Blanks inside a tag of ${tool.name} were set aside.`);
    if (this.#wrapperName !== "") this.#openWrapper = this.#wrapperName;
    this.#wrapperName = "";
    this.#call = call;
    if (this.#reader === undefined) this.#reader = new TagCallReader(this.#context, call);
    else this.#reader.begin(call);
    this.#state = CALL;
    if (this.#fence === undefined) {
      this.#held.clear();
      this.#showCall(call);
    }
    return call;
  }

  #showCall(call: TagCall, fenced?: string): void {
    const { doubtful, repair } = this.#options;
    if (this.#text !== undefined) this.#endText();
    this.#isFirst = false;
    this.#lead = "";
    call.doubtful = joinReasons(fenced, doubtful);
    if (repair !== undefined) call.repair(repair.kind, repair.message);
    call.show();
  }

  #readCall(from: number, to: number): number {
    const call = this.#call;
    if (call === undefined) return to;
    const at = this.#reader?.read(from, to) ?? to;
    if (call.closed !== undefined) this.#endCall(call);
    return at;
  }

  #endCall(call: TagCall): void {
    this.#call = undefined;
    this.#lastTool = call.tool;
    this.#code = 0;
    if (this.#fence !== undefined) {
      this.#fenceCalls.push(call);
      this.#state = FENCE_CALLS;
    } else {
      this.#state = TEXT;
      this.#context.lineBlank = false;
    }
    const next = call.closed?.next;
    if (next === undefined) return;
    const { token } = this.#context;
    // The next call's first own tag was read already.
    this.#openerName = next.tool.name;
    this.#openerHasBlanks = false;
    this.#openerStart = next.start;
    const following = this.#beginCall(next.tool);
    this.#reader?.takeTag(token.end);
    if (following.closed !== undefined) this.#endCall(following);
  }

  /** What is held, up to place `end`, turned out to be plain text of its surroundings. */
  #release(end: number): void {
    const context = this.#context;
    const from = this.#held.from;
    const piece = this.#held.take(context.input, end);
    this.#wrapperName = "";
    if (this.#state === REASONING_OPENER) {
      this.#think(piece, from);
      this.#state = REASONING;
    } else {
      this.#show(piece, from);
      this.#fenceText = this.#fence;
      this.#state = this.#fence === undefined ? TEXT : FENCE_TEXT;
    }
    this.#fence = undefined;
    this.#fenceCalls = [];
    this.#call = undefined;
    context.lineBlank = isLineBlankAfter(piece, false);
  }

  #readFenceMark(from: number, to: number): number {
    const { text, base } = this.#context.input;
    let at = from;
    while (at < to && text.charCodeAt(at) === this.#mark) at++;
    this.#run += at - from;
    if (at === to) return to;
    if (this.#run >= 3 && this.#mark === BACKTICK) {
      this.#blanks = 0;
      this.#state = FENCE_INFO;
      return at;
    }
    const isFence = this.#run >= 3;
    this.#release(base + at);
    if (isFence) this.#startFenceText();
    else if (this.#mark === BACKTICK) this.#endCodeRun();
    return at;
  }

  #startFenceText(): void {
    this.#fenceText = new FenceLines(this.#mark, this.#run);
    // The rest of the opening line is no line of its own.
    this.#fenceText.feed(LESS_THAN, false);
    this.#state = FENCE_TEXT;
  }

  #readFenceInfo(from: number, to: number): number {
    const { text, base } = this.#context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LF) {
        this.#fence = new FenceLines(this.#mark, this.#run);
        this.#state = FENCE_HEAD;
        this.#context.lineBlank = true;
        return at + 1;
      }
      if (code === BACKTICK) {
        this.#release(base + at);
        this.#endCodeRun();
        return at;
      }
      if (++this.#blanks > MAX_FENCE_INFO) {
        this.#release(base + at);
        this.#startFenceText();
        return at;
      }
    }
    return to;
  }

  #readFenceHead(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === LESS_THAN) {
        context.token.begin(base + at, context.lineBlank);
        return at + 1;
      }
      if (isBlank(code) || this.#fence?.mayClose === true) continue;
      this.#release(base + at);
      return at;
    }
    return to;
  }

  /** The closing line of a fence that may hold calls ended at index `at`. */
  #closeFence(at: number): number {
    const context = this.#context;
    context.token.reset();
    if (this.#state === FENCE_CALLS) {
      this.#fence = undefined;
      this.#state = FENCE_DONE;
    } else {
      this.#fence = undefined;
      this.#release(context.input.base + at);
      this.#state = TEXT;
    }
    context.lineBlank = true;
    this.#code = 0;
    return at;
  }

  /** Behind a fence that held nothing but calls: only blanks and more such fences may follow. */
  #readFenceDone(from: number, to: number): number {
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
        this.#mark = code;
        this.#state = FENCE_MARK;
      } else {
        this.#release(base + at);
      }
      return at;
    }
    return to;
  }

  #readFenceText(from: number, to: number): number {
    const { text, base } = this.#context.input;
    const lines = this.#fenceText;
    let at = from;
    while (at < to) {
      if (lines?.mayClose === false) {
        const lineEnd = text.indexOf("\n", at);
        if (lineEnd === -1 || lineEnd >= to) at = to;
        else at = lineEnd;
        if (at === to) break;
      }
      const closes = lines?.feed(text.charCodeAt(at), false) === true;
      at++;
      if (!closes) continue;
      this.#fenceText = undefined;
      this.#state = TEXT;
      this.#context.lineBlank = true;
      this.#code = 0;
      break;
    }
    this.#show(from === 0 && at === text.length ? text : text.slice(from, at), base + from);
    return at;
  }

  #startReasoning(): void {
    this.#state = REASONING;
    this.#sawReasoning = true;
    this.#reasoningFence = false;
    this.#isFirst = false;
    this.#lead = "";
    this.#code = 0;
    this.#run = 0;
    this.#context.lineBlank = true;
  }

  #readReasoning(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = from;
    for (; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKTICK) {
        this.#run++;
        continue;
      }
      if (this.#run > 0) this.#endReasoningRun();
      if (code === LESS_THAN) break;
      if (code === LF) {
        context.lineBlank = true;
        this.#code = 0;
      } else if (!isBlank(code)) {
        context.lineBlank = false;
      }
    }
    if (at > from) this.#think(text.slice(from, at), base + from);
    if (at === to) return to;
    context.token.begin(base + at, context.lineBlank);
    return at + 1;
  }

  /** Backticks in reasoning: three or more, first on their line, open or close a fence; others inline code. */
  #endReasoningRun(): void {
    if (this.#run >= 3 && this.#context.lineBlank) {
      this.#reasoningFence = !this.#reasoningFence;
      this.#context.lineBlank = false;
    } else {
      this.#endCodeRun();
    }
    this.#run = 0;
  }

  #tagInReasoning(name: string, end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    const isMarkup = token.firstOnLine || this.#code === 0;
    if (token.isClose && isMarkup && index.isReasoning(name)) return this.#endReasoning(false);
    const tool = token.isClose || !token.firstOnLine || this.#reasoningFence ? undefined : index.tool(name);
    if (tool !== undefined && !token.selfClosing) {
      this.#openerTool = tool;
      this.#blanks = 0;
      this.#state = token.hasAttributes(input) ? REASONING_HELD : REASONING_OPENER;
      this.#held.begin(token.start, token.raw.take(input, end));
    } else {
      this.#think(token.raw.take(input, end), token.start);
    }
    context.lineBlank = false;
  }

  /** A call opened inside the reasoning: all is held, and only a reasoning close is looked for. */
  #readHeldReasoning(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    const at = text.indexOf("<", from);
    if (at === -1 || at >= to) return to;
    context.token.begin(base + at, false);
    return at + 1;
  }

  #think(piece: string, from: number): void {
    let text = piece;
    let start = from;
    if (this.#reasoning === undefined) {
      text = piece.trimStart();
      if (text === "") return;
      start += piece.length - text.length;
      this.#reasoning = this.#context.list.startProse("reasoning", this.#context.channel, start);
    }
    if (text !== "") this.#context.list.appendProse(this.#reasoning, text);
  }

  #thinkHeld(end: number): void {
    const from = this.#held.from;
    this.#think(this.#held.take(this.#context.input, end), from);
  }

  /** What is undecided in the reasoning is reasoning. */
  #settleReasoning(): void {
    const { token, input, end } = this.#context;
    if (this.#held.active) this.#thinkHeld(end);
    else if (token.active) this.#think(token.raw.take(input, end), token.start);
    token.reset();
  }

  #endReasoning(isPartial: boolean): void {
    if (this.#reasoning !== undefined) this.#context.list.endProse(this.#reasoning, isPartial);
    this.#reasoning = undefined;
    this.#state = TEXT;
    this.#code = 0;
    this.#run = 0;
    this.#context.lineBlank = true;
  }

  #show(piece: string, from: number): void {
    const { list, channel } = this.#context;
    if (this.#text === undefined) {
      const visible = piece.trimStart();
      if (visible === "") {
        if (this.#isFirst) this.#lead += piece;
        return;
      }
      const text = this.#isFirst ? this.#lead + piece : visible;
      this.#textStart = from + piece.length - text.length;
      this.#isFirst = false;
      this.#lead = "";
      this.#text = list.startProse("text", channel, this.#textStart);
      list.appendProse(this.#text, text);
      return;
    }
    if (piece === "") return;
    list.appendProse(this.#text, piece);
    if (from - this.#textStart > MAX_OPEN_BLOCK) this.#endText();
  }

  #endText(): void {
    if (this.#text !== undefined) this.#context.list.endProse(this.#text, false);
    this.#text = undefined;
  }

  /** A call grew past all bounds: it ends here, is not run, and the rest of the message is not read. */
  #stop(call: TagCall): void {
    const message = `The call of ${call.tool.name} is longer than ${MAX_OPEN_BLOCK} characters: it was cut off, and the rest of the message was not read.`;
    if (this.#fence !== undefined) {
      this.#fence = undefined;
      this.#held.clear();
      this.#showCall(call, FENCED);
    }
    call.repair("too-long", message);
    this.#options.notes.push({ kind: "too-long", message });
    call.close({ end: this.#context.end, closedBy: "end" });
    this.#call = undefined;
    this.#context.token.reset();
    this.truncated = true;
    this.#state = STOPPED;
  }

  /** Nothing can stay undecided for ever: it is text. */
  #releaseTooLong(): void {
    this.#options.notes.push({
      kind: "too-long",
      message: `A stretch of more than ${MAX_OPEN_BLOCK} characters stayed undecided: it was read as plain text.`,
    });
    this.#context.token.reset();
    if (this.#state >= REASONING) {
      this.#thinkHeld(this.#context.end);
      this.#state = REASONING;
    } else {
      this.#release(this.#context.end);
    }
  }

  #endState(kind: EndKind): void {
    const { token, input, end } = this.#context;
    if (this.#fence !== undefined || this.#state === FENCE_DONE) return this.#endFence(kind);
    switch (this.#state) {
      case TEXT: {
        if (!token.active) return;
        if (this.#isCutOpener()) this.truncated = true;
        else this.#show(token.raw.take(input, end), token.start);
        token.reset();
        return;
      }
      case OPENER:
        return this.#endOpener();
      case CALL:
        return this.#endOpenCall(kind);
      case REASONING:
        if (token.active && this.#isCutOpener()) token.reset();
        this.#settleReasoning();
        return this.#endReasoning(true);
      case REASONING_OPENER:
      case REASONING_HELD:
        return this.#endHeldReasoning(kind);
      default:
        token.reset();
        if (this.#held.active) this.#release(end);
    }
  }

  /** Half a tag at the end, and enough of a name to be sure: the opener of a call or a tag of reasoning. */
  #isCutOpener(): boolean {
    const { token, input, index } = this.#context;
    return index.beginsOpener(token.unfinishedName(input), token.isClose);
  }

  /** A tool's open tag is the last thing, bare or with half of one of its own tags: a call that was cut. */
  #endOpener(): void {
    const { token, input, end } = this.#context;
    const tool = this.#openerTool;
    if (tool === undefined) return;
    if (token.active) {
      const half = token.raw.peek(input, end).toLowerCase();
      const own = [`</${tool.name}`, ...Array.from(tool.parameterNames, (name) => `<${name}`)];
      token.reset();
      if (!own.some((tag) => tag.toLowerCase().startsWith(half))) return this.#release(end);
    }
    const call = this.#beginCall(tool);
    call.close({ end, closedBy: "end" });
    this.truncated = true;
  }

  #endOpenCall(kind: EndKind): void {
    const call = this.#call;
    if (call === undefined) return;
    const rest = this.#reader?.end(kind) ?? "";
    const closed = call.closed;
    this.#context.token.reset();
    this.#call = undefined;
    if (closed?.closedBy === "end") this.truncated = true;
    else if (closed !== undefined) this.#show(rest, closed.end);
  }

  #endFence(kind: EndKind): void {
    const { token, end } = this.#context;
    token.reset();
    const isDone = this.#state === FENCE_DONE || (this.#state === FENCE_CALLS && this.#fence?.isClosingLine === true);
    this.#fence = undefined;
    if (!isDone || kind === "cut") return this.#release(end);
    this.#held.clear();
    for (const call of this.#fenceCalls) this.#showCall(call, FENCED);
  }

  /** A call was opened in reasoning that nothing closed: at an end that does not cut, the call ended the reasoning. */
  #endHeldReasoning(kind: EndKind): void {
    const { token, input, end, index, list, channel, dialect } = this.#context;
    token.reset();
    if (kind === "cut" || this.#state === REASONING_OPENER) {
      this.#thinkHeld(end);
      return this.#endReasoning(true);
    }
    const from = this.#held.from;
    const raw = this.#held.take(input, end);
    this.#endReasoning(false);
    const context = new TagContext(index, list, channel, dialect);
    context.input.base = from;
    const scanner = new TextScanner(context, {
      doubtful: joinReasons(IN_REASONING, this.#options.doubtful) ?? IN_REASONING,
      repair: { kind: "ended-reasoning", message: "The call ended reasoning that was not closed." },
      notes: this.#options.notes,
    });
    scanner.write(raw);
    scanner.end(kind);
    this.truncated ||= scanner.truncated;
  }
}
