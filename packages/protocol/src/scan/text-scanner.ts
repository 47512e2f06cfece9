import { BlockList } from "../block-list.js";
import type { EndKind } from "../end-kind.js";
import { MAX_OPEN_BLOCK } from "../limits.js";
import type { ReadCall } from "../readers/read-call.js";
import { TagCall } from "../readers/tag-call.js";
import type { TagTool } from "../readers/tag-index.js";
import { CallOpener, type Opening } from "./call-opener.js";
import { ChannelContext, type ChannelOptions, type TagTaker } from "./channel-context.js";
import { BACKTICK, LESS_THAN, SLASH, TILDE } from "./characters.js";
import { DOUBTS, joinDoubts } from "./doubts.js";
import { FenceScanner } from "./fence-scanner.js";
import { FrameScanner } from "./frame-scanner.js";
import { literalsInText } from "./literals-in-text.js";
import { noteOrphanClose } from "./orphan-close.js";
import { type ReadTag, readTagOf } from "./read-tag.js";
import { ReasoningScanner } from "./reasoning-scanner.js";
import { scanText } from "./scan-text.js";
import { tagMeaning } from "./tag-meaning.js";

const TEXT = 0;
const CODE_RUN = 1;
const WRAPPER = 2;
const OPENER = 3;
const CALL = 4;
const FENCE = 5;
const REASONING = 6;
const STOPPED = 7;
const FRAMES = 8;

/** Marks at the end of a piece that have a way of their own to wait for the next one. */
const OTHER_MARKS: ReadonlySet<number> = new Set([LESS_THAN, BACKTICK, TILDE]);

/** What opens code. */
const CODE_MARK = /[`~]/;

/**
 * Reads one channel of a message: plain text, and what begins in it. Fences, reasoning and calls have readers of their
 * own; this one decides which of them comes next. States and rules: docs/READER.md.
 *
 * Amortised O(1) per character. In plain text one look-up per character decides whether the fast loop goes on.
 */
export class TextScanner implements TagTaker {
  readonly #context: ChannelContext;
  readonly #opener: CallOpener;
  readonly #frames: FrameScanner;
  #fenceScanner: FenceScanner | undefined;
  #reasoningScanner: ReasoningScanner | undefined;
  #state = TEXT;
  /** The end of the last piece: waits for the next one. */
  #carried = "";
  /** Signatures of hidden reasoning that have no block yet. */
  readonly #hidden: string[] = [];
  /** Backticks of the run being read. */
  #run = 0;
  /** A wrapper's open tag that was read last, and the one that went with a call. */
  #wrapper: string | undefined;
  #openWrapper: string | undefined;
  #lastTool: TagTool | undefined;
  #hadCall = false;
  /** The wrapper of a call whose body may stand in another form. */
  #wrapperOfBody: string | undefined;
  /** A tool's open tag behind which its body may stand in another form. */
  #openerTag: ReadTag | undefined;
  /** What was held is read once more: nothing begins in it. */
  #isRereading = false;
  /**
   * Characters that frames gave back. They are read once more, and what is read again may be held and given back again: in all
   * no more than there are so far, or a message of frames in frames would cost the square of its length.
   */
  #reread = 0;
  /** The channel ended inside a call or inside the tag that would have opened one. */
  truncated = false;

  /** `from`: place of the first character that will be written. */
  constructor(channel: string, options: ChannelOptions, from = 0) {
    this.#context = new ChannelContext(channel, options);
    this.#context.input.base = from;
    const calls = { begin: (call: ReadCall) => this.#beginCall(call), end: (call: ReadCall) => this.#endCall(call) };
    this.#opener = new CallOpener(this.#context, calls);
    this.#frames = new FrameScanner(this.#context, calls, this.#context.held);
  }

  /** Takes the next piece of the channel. */
  write(piece: string): void {
    let text = piece;
    if (this.#carried !== "") {
      text = this.#carried + text;
      this.#carried = "";
    }
    const last = text.charCodeAt(text.length - 1);
    if (last >= 0xd800 && last <= 0xdbff) {
      this.#carried = text.slice(-1);
      text = text.slice(0, -1);
    } else if ((last === LESS_THAN || last === SLASH) && this.#carryTagStart(text)) {
      return;
    }
    if (text !== "" && !this.#takePlain(text)) this.#read(text);
  }

  /**
   * A piece of a body that ends with a bare `<` or `</`: that waits for the next piece, which nearly always makes it
   * content. False, and nothing done, where something else may come of it.
   */
  #carryTagStart(text: string): boolean {
    const length = text.endsWith("</") ? 2 : text.endsWith("<") ? 1 : 0;
    if (length === 0 || this.#state !== CALL || !this.#takePlain(text.slice(0, -length))) return false;
    this.#carried = text.slice(-length);
    return true;
  }

  /** The common piece, quickly: one in which nothing begins or ends. False, and nothing done, for all others. */
  #takePlain(piece: string): boolean {
    const context = this.#context;
    const { input, token, prose, end, lineBlank, code, lastVisible, beforeLast } = context;
    if (token.active) return false;
    if (this.#state === TEXT) {
      const stop = scanText(context, piece, 0, piece.length);
      const isMarkLast = stop === piece.length - 1 && this.#mayWait(piece);
      if (stop !== piece.length && !isMarkLast) {
        context.lineBlank = lineBlank;
        context.code = code;
        context.lastVisible = lastVisible;
        context.beforeLast = beforeLast;
        return false;
      }
      // The next character nearly always makes it plain text.
      if (isMarkLast) this.#carried = piece.slice(stop) + this.#carried;
      input.base = end;
      input.text = isMarkLast ? piece.slice(0, stop) : piece;
      if (input.text !== "") prose.show(input.text, end);
      return true;
    }
    const isTaken = this.#state === CALL ? this.#opener.takePlain(piece) : this.#takeFramed(piece);
    if (!isTaken) return false;
    input.base = end;
    input.text = piece;
    return true;
  }

  /** Something may begin with the last character of this piece, so that it is not shown before the next one comes. */
  #mayWait(piece: string): boolean {
    const last = piece.length - 1;
    const mark = piece.charCodeAt(last);
    if (OTHER_MARKS.has(mark)) return false;
    const hadReasoning = this.#reasoningScanner?.wasHere === true;
    return literalsInText(this.#context, mark, hadReasoning, piece.slice(0, last)).length > 0;
  }

  #takeFramed(piece: string): boolean {
    return this.#state === FRAMES && this.#frames.takePlain(piece);
  }

  /** What comes next is reasoning. `owner`: the dialect of the mark or frame that opened it, if that was its own. */
  enterReasoning(owner?: string): void {
    this.#reasoning.begin(owner);
    this.#state = REASONING;
  }

  /**
   * The channel goes on after another one: what comes is reasoning again, unless something that began in its text is not
   * at its end: a call, half a tag, a fence, a run of backticks.
   */
  resumeReasoning(): void {
    if (this.#state === TEXT && !this.#context.token.active) this.enterReasoning();
  }

  /** The reasoning ended, though not by a tag: what was held in it is reasoning. */
  leaveReasoning(): void {
    if (this.#state !== REASONING) return;
    this.#reasoning.leave();
    this.#state = TEXT;
  }

  /** Signs the reasoning being read, which ends with it; where none is, hidden reasoning. Opaque, kept for the provider. */
  sign(signature: string): void {
    if (this.#state === REASONING) this.#reasoning.settle();
    if (!this.#context.prose.sign(signature)) this.#hidden.push(signature);
    this.leaveReasoning();
    this.#placeHidden();
  }

  /** Something on another channel comes between: an open text block ends here, undecided text stays undecided. */
  interrupt(): void {
    this.#context.prose.endText();
  }

  /** The message ended. */
  end(kind: EndKind): void {
    const { input } = this.#context;
    if (this.#carried !== "") {
      const last = this.#carried;
      this.#carried = "";
      this.#read(last);
    }
    input.base = this.#context.end;
    input.text = "";
    this.#endState(kind);
    // What was held is text, and in it a fence may have begun.
    if (this.#state === FENCE) this.#endState(kind);
    this.#placeHidden();
    this.#context.prose.endText();
    this.#state = STOPPED;
  }

  /** Made when the first fence comes: most messages are short. */
  get #fence(): FenceScanner {
    this.#fenceScanner ??= new FenceScanner(this.#context, this.#frames);
    return this.#fenceScanner;
  }

  get #reasoning(): ReasoningScanner {
    this.#reasoningScanner ??= new ReasoningScanner(this.#context);
    return this.#reasoningScanner;
  }

  /** Characters read so far. */
  get length(): number {
    return this.#context.end + this.#carried.length;
  }

  takeTag(name: string, end: number): void {
    const { token, index } = this.#context;
    if (this.#state === FRAMES) {
      this.#tagInWrapper(name, end);
      return;
    }
    if (this.#state === OPENER) {
      const opening = this.#opener.takeTag(name, end);
      if (opening !== "nothing") {
        this.#follow(opening);
        return;
      }
      this.#release(token.start);
    } else if (this.#state === WRAPPER) {
      const tool = token.isClose ? undefined : index.tagTool(name);
      if (tool !== undefined) {
        this.#meet(tool, name, end);
        return;
      }
      this.#release(token.start);
    }
    this.#tagInText(name, end);
  }

  /** Behind a tag that may be a wrapper of a tool's tag, or a frame of its own: frames are still racing, or have lost. */
  #tagInWrapper(name: string, end: number): void {
    const { token, index } = this.#context;
    const tool = token.isClose ? undefined : index.tagTool(name);
    if (tool !== undefined) {
      this.#frames.reset();
      this.#meet(tool, name, end);
      return;
    }
    this.#wrapper = undefined;
    if (this.#frames.state !== "lost") return;
    this.#release(token.start);
    this.#tagInText(name, end);
  }

  takeFailedTag(piece: string, end: number): void {
    if (this.#state === FRAMES) this.#wrapper = undefined;
    else if (this.#state === TEXT) this.#showTag(piece, end - piece.length);
    else this.#release(end);
  }

  /** An empty block for each of the hidden ones, where nothing is undecided before them. */
  #placeHidden(): void {
    const { prose, token, held, end } = this.#context;
    const isInCall = this.#state === CALL || this.#state === FRAMES;
    if (token.active || held.active || isInCall || this.#carried !== "") return;
    for (const signature of this.#hidden.splice(0)) prose.signHidden(signature, end);
  }

  #read(text: string): void {
    const { input } = this.#context;
    input.base += input.text.length;
    input.text = text;
    this.#readInput();
  }

  #readInput(): void {
    const { input, token, held, end } = this.#context;
    const openSince = this.#openCall?.start ?? (held.active ? held.from : input.base);
    const isNearBound = end - openSince > MAX_OPEN_BLOCK;
    // A frame that ends may give back what it had read of what follows it.
    for (let at = 0, to = input.text.length; at < to; to = input.text.length) {
      if (this.#state === TEXT && !token.active) at = this.#readText(at, to);
      else at = isNearBound ? this.#stepWithin(at, to) : this.#step(at, to);
    }
    if (this.#state !== TEXT || token.active) this.#keep();
  }

  /** One step, up to where what is open grows past all bounds: a place in the text, whatever its pieces. */
  #stepWithin(at: number, to: number): number {
    const { input, held } = this.#context;
    const call = this.#openCall;
    const start = call?.start ?? held.from;
    if (start === -1) return this.#step(at, to);
    const bound = start + MAX_OPEN_BLOCK - input.base;
    if (at < bound) return this.#step(at, Math.min(to, bound));
    if (call !== undefined) this.#stop(call, input.base + at);
    else this.#giveUp(input.base + at);
    return at;
  }

  get #openCall(): ReadCall | undefined {
    return this.#opener.call ?? this.#frames.call;
  }

  #step(at: number, to: number): number {
    switch (this.#state) {
      case CALL:
        return this.#followAfter(this.#opener.read(at, to));
      case FRAMES:
        return this.#wrapper === undefined ? this.#readFrames(at, to) : this.#readWrapperOrFrames(at);
      case FENCE: {
        const next = this.#fence.read(at, to);
        if (!this.#fence.active) this.#leaveFence(next);
        return next;
      }
      case REASONING: {
        const next = this.#reasoning.read(at, to);
        if (!this.#reasoning.active) this.#state = TEXT;
        return next;
      }
      case STOPPED:
        return to;
      case CODE_RUN:
        return this.#readCodeRun(at, to);
    }
    if (this.#context.token.active) return this.#context.readTag(at, to, this);
    if (this.#state === TEXT) return this.#readText(at, to);
    const next = this.#context.look(at, to);
    if (next < to && !this.#context.token.active && !this.#beginToolBody()) {
      this.#release(this.#context.input.base + next);
    }
    return next;
  }

  /** Text stands behind a tool's tag: it may be the call's body in another form. */
  #beginToolBody(): boolean {
    if (this.#state !== OPENER || this.#openerTag === undefined) return false;
    this.#opener.reset();
    this.#wrapperOfBody = this.#wrapper;
    this.#wrapper = undefined;
    this.#frames.beginTag(this.#context.index.syntax.toolBodies, this.#openerTag);
    this.#state = FRAMES;
    return true;
  }

  #leaveFence(at: number): void {
    this.#state = this.#fence.handsOver ? FRAMES : TEXT;
    if (this.#fence.handsOver) this.#followFrames(at);
  }

  #readFrames(from: number, to: number): number {
    const next = this.#frames.read(from, to);
    if (this.#frames.state === "lost" && this.#frames.isFalseStart) return this.#passFalseStart(next);
    if (this.#frames.state !== "text" || !this.#context.held.active) {
      this.#followFrames(next);
      return next;
    }
    const { held, input, prose } = this.#context;
    const end = input.base + next;
    // Marks that stand before what is given back are not shown: text in front of them ends there.
    prose.interrupt();
    const reread = this.#reread + end - held.from;
    if (reread > end) {
      this.#release(end);
      return next;
    }
    this.#reread = reread;
    this.#frames.reset();
    this.#state = TEXT;
    return this.#context.rewind(next);
  }

  /** A character that began no text, though the next ones might have: `]<tool_call>` is no `]<]minimax[>[`. */
  #passFalseStart(at: number): number {
    const context = this.#context;
    const { from } = context.held;
    this.#frames.reset();
    this.#state = TEXT;
    const next = context.rewind(at) + 1;
    const piece = context.input.text.slice(next - 1, next);
    context.prose.show(piece, from);
    context.seeText(piece);
    return next;
  }

  /** A character behind a tag that may wrap a tool's tag as well as open a frame: both are tried. */
  #readWrapperOrFrames(at: number): number {
    const context = this.#context;
    const next = this.#frames.state === "lost" ? at : this.#frames.read(at, at + 1);
    if (this.#frames.state !== "races" && this.#frames.state !== "lost") {
      context.token.reset();
      this.#wrapper = undefined;
      this.#followFrames(next);
      return next;
    }
    let seen = at + 1;
    if (context.token.active) seen = context.readTag(at, at + 1, this);
    else if (context.look(at, at + 1) === at && !context.token.active) {
      this.#wrapper = undefined;
      seen = at;
    }
    if (this.#state !== FRAMES) return seen;
    if (this.#wrapper !== undefined || this.#frames.state === "races") return at + 1;
    const lostAt = Math.max(next, seen);
    this.#followFrames(lostAt);
    return lostAt;
  }

  /** What comes behind the frames, at index `at` of the present piece. */
  #followFrames(at: number): void {
    const { held, input, prose } = this.#context;
    const { state, owner } = this.#frames;
    if (state === "races" || state === "open") return;
    this.#frames.reset();
    this.#state = TEXT;
    const end = input.base + at;
    if (state === "lost" || state === "text") {
      if (held.active) this.#release(end);
      return;
    }
    held.clear();
    if (state === "opens" || state === "reasoning") {
      this.enterReasoning(owner);
    } else {
      prose.interrupt();
      if (state === "closes") this.#context.lineBlank = true;
    }
  }

  /** The piece ends: what is undecided is kept. */
  #keep(): void {
    const { input, token, held } = this.#context;
    if (token.active) token.keep(input);
    held.keep(input);
    if (this.#state === CALL) this.#opener.keep();
    else if (this.#state === FRAMES) this.#frames.keep();
    else if (this.#state === FENCE) this.#fence.keep();
    else if (this.#state === REASONING) this.#reasoning.keep();
  }

  #readText(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    const at = scanText(context, text, from, to);
    if (at > from) context.prose.show(from === 0 && at === text.length ? text : text.slice(from, at), base + from);
    if (at === to) return to;
    const mark = text.charCodeAt(at);
    if (mark === LESS_THAN) {
      context.token.begin(base + at, context.lineBlank);
      return at + 1;
    }
    if (mark !== BACKTICK && mark !== TILDE) return this.#beginLiteral(mark, at);
    if (context.lineBlank && context.code === 0) {
      this.#fence.begin(mark, base + at);
      this.#state = FENCE;
    } else {
      this.#run = 0;
      this.#state = CODE_RUN;
    }
    return at;
  }

  /** A character with which texts begin that mean something, at index `at`. */
  #beginLiteral(mark: number, at: number): number {
    const context = this.#context;
    const { input, held, prose } = context;
    const texts = this.#isRereading ? [] : literalsInText(context, mark, this.#reasoningScanner?.wasHere === true);
    context.lineBlank = false;
    const place = input.base + at;
    if (texts.length === 0) {
      const piece = input.text.slice(at, at + 1);
      prose.show(piece, place);
      context.seeText(piece);
      return at + 1;
    }
    held.begin(place);
    this.#frames.beginLiterals(texts, place);
    this.#state = FRAMES;
    return at;
  }

  #readCodeRun(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = from;
    while (at < to && text.charCodeAt(at) === BACKTICK) at++;
    this.#run += at - from;
    if (at > from) context.prose.show(text.slice(from, at), base + from);
    context.lastVisible = BACKTICK;
    if (at < to) {
      context.endCodeRun(this.#run);
      this.#state = TEXT;
    }
    return at;
  }

  #tagInText(name: string, end: number): void {
    const context = this.#context;
    const { token, input, prose } = context;
    const hadReasoning = this.#reasoningScanner?.wasHere === true;
    const past = { hadReasoning, hadCall: this.#hadCall, openWrapper: this.#openWrapper };
    const meaning = tagMeaning(context, name, past);
    switch (meaning.kind) {
      case "tool":
        this.#meet(meaning.tool, name, end);
        return;
      case "frames":
        context.held.begin(token.start, token.raw(input, end));
        if (meaning.wraps) {
          this.#wrapper = name.toLowerCase();
          context.startLooking();
        }
        if (meaning.frames.length > 0) this.#frames.beginTag(meaning.frames, readTagOf(token, input));
        this.#state = meaning.frames.length > 0 ? FRAMES : WRAPPER;
        return;
      case "opens-reasoning":
        this.enterReasoning();
        return;
      case "closes-wrapper":
      case "closes-reasoning":
        if (meaning.kind === "closes-wrapper") this.#openWrapper = undefined;
        prose.interrupt();
        context.lineBlank = true;
        return;
      case "hidden":
        prose.interrupt();
        return;
      case "inline":
        prose.leaveOut(end - token.start);
        context.lineBlank = false;
        return;
    }
    if (token.isClose && this.#lastTool !== undefined) noteOrphanClose(context, this.#lastTool, name);
    this.#showTag(token.raw(input, end), token.start);
  }

  #meet(tool: TagTool, name: string, end: number): void {
    const { held, token, input, index } = this.#context;
    this.#openerTag = index.syntax.toolBodies.length > 0 ? readTagOf(token, input) : undefined;
    const opening = this.#opener.meet(tool, name, end);
    if (opening !== "nothing") this.#follow(opening);
    else if (held.active) this.#release(end);
    else this.#showTag(token.raw(input, end), token.start);
  }

  #follow(opening: Opening): void {
    if (opening === "waits") this.#state = OPENER;
    else this.#state = opening === "open" ? CALL : TEXT;
  }

  #followAfter(at: number): number {
    this.#follow(this.#opener.opening);
    return at;
  }

  #beginCall(call: ReadCall): void {
    this.#context.held.clear();
    this.#openWrapper = this.#wrapper ?? this.#wrapperOfBody ?? this.#openWrapper;
    this.#wrapper = undefined;
    this.#wrapperOfBody = undefined;
    this.#showCall(call);
  }

  #showCall(call: ReadCall, fenced?: string): void {
    const { prose, options, index } = this.#context;
    const isTalk = this.#frames.isWeak && index.syntax.isMixed && prose.wroteText;
    prose.interrupt();
    call.doubtful = joinDoubts(fenced ?? (isTalk ? DOUBTS.behindText : undefined), options.doubtful);
    if (options.repair !== undefined) call.repair(options.repair.kind, options.repair.message);
    call.show();
  }

  #endCall(call: ReadCall): void {
    this.#lastTool = call instanceof TagCall ? call.tool : undefined;
    this.#hadCall = true;
    this.#context.code = 0;
    this.#context.lineBlank = false;
    this.#context.lastVisible = 0;
  }

  /** A tag that is plain text. Marks of code may stand among what was taken for its attributes. */
  #showTag(piece: string, from: number): void {
    const context = this.#context;
    if (CODE_MARK.test(piece)) {
      this.#readAsText(piece, from);
      return;
    }
    context.prose.show(piece, from);
    context.seeText(piece);
  }

  /** Reads what was held once more, with no tag in it: every `<` was judged already. */
  #readAsText(piece: string, from: number): void {
    const context = this.#context;
    const { input } = context;
    const { text, base } = input;
    let place = from;
    this.#isRereading = true;
    for (const [at, segment] of piece.split("<").entries()) {
      input.text = at === 0 ? segment : `<${segment}`;
      input.base = place;
      place += input.text.length;
      if (at > 0 && this.#state === TEXT && context.code === 0) {
        context.prose.show("<", input.base);
        context.seeText("<");
        input.text = segment;
        input.base++;
      }
      this.#readInput();
    }
    this.#isRereading = false;
    input.text = text;
    input.base = base;
  }

  /** What is held, up to place `end`, is plain text. */
  #release(end: number): void {
    const { held, input } = this.#context;
    const { from } = held;
    const piece = held.take(input, end);
    this.#wrapper = undefined;
    this.#wrapperOfBody = undefined;
    this.#opener.reset();
    this.#frames.reset();
    this.#state = TEXT;
    this.#showTag(piece, from);
  }

  /** A call grew past all bounds: it ends here, is not run, and the rest of the message is not read. */
  #stop(call: ReadCall, end: number): void {
    const { token, options } = this.#context;
    const message = `The call of ${call.name} is longer than ${MAX_OPEN_BLOCK} characters: it was cut off, and the rest of the message was not read.`;
    call.repair("too-long", message);
    options.notes.push({ kind: "too-long", message });
    if (this.#state === FRAMES) this.#frames.cut(end);
    else this.#opener.cut(end);
    token.reset();
    this.truncated = true;
    this.#state = STOPPED;
  }

  /** Nothing can stay undecided for ever: it is what it would be without the call in it. */
  #giveUp(end: number): void {
    const { token, options } = this.#context;
    const message = `A stretch of more than ${MAX_OPEN_BLOCK} characters stayed undecided: no call was read in it.`;
    options.notes.push({ kind: "too-long", message });
    token.reset();
    if (this.#state === FENCE) this.#fence.giveUp(end);
    else if (this.#state === REASONING) this.#reasoning.giveUp(end);
    else this.#release(end);
  }

  #endState(kind: EndKind): void {
    const { token, input, held, end, index } = this.#context;
    switch (this.#state) {
      case TEXT:
        if (!token.active) return;
        this.truncated = index.beginsOpener(token.unfinishedName, token.isClose);
        if (!this.truncated && !index.beginsHidden(token.unfinishedName)) {
          token.reset();
          this.#showTag(token.raw(input, end), token.start);
        }
        token.reset();
        return;
      case OPENER:
        this.truncated = this.#opener.endOpener() !== undefined;
        token.reset();
        if (!this.truncated) this.#release(end);
        return;
      case CALL:
        this.#endOpenCall(kind);
        return;
      case FRAMES:
        this.#endFrames(kind, (at) => this.#release(at));
        return;
      case FENCE:
        // The fence was judged: read as text once more it would open itself again.
        if (this.#fence.isMarkup) {
          this.#endFrames(kind, (at) => this.#fence.giveUp(at));
          return;
        }
        for (const call of this.#fence.end(kind)) {
          this.truncated ||= call.closed?.closedBy === "end";
          this.#showCall(call, DOUBTS.fenced);
        }
        return;
      case REASONING:
        this.#endReasoning(kind);
        return;
      default:
        token.reset();
        if (held.active) this.#release(end);
    }
  }

  /** `release`: makes what is held, up to a place, text. */
  #endFrames(kind: EndKind, release: (end: number) => void): void {
    const { token, held, end } = this.#context;
    token.reset();
    this.truncated = this.#frames.end(kind) === "cut";
    if (this.#frames.state === "text" && held.active) this.#context.prose.interrupt();
    this.#frames.reset();
    this.#state = TEXT;
    if (this.truncated) held.clear();
    else if (held.active) release(end);
  }

  #endOpenCall(kind: EndKind): void {
    const { call } = this.#opener;
    if (call === undefined) return;
    const rest = this.#opener.endCall(kind);
    this.#context.token.reset();
    if (call.closed === undefined || call.closed.closedBy === "end") this.truncated = true;
    else this.#context.prose.show(rest, call.closed.end);
  }

  /** A call was opened in reasoning that nothing closed: at an end that does not cut, the call ended the reasoning. */
  #endReasoning(kind: EndKind): void {
    const { channel, options } = this.#context;
    const held = this.#reasoning.end(kind);
    this.truncated ||= this.#reasoning.truncated;
    if (held === undefined) return;
    const behind: ChannelOptions = {
      ...options,
      doubtful: joinDoubts(DOUBTS.inReasoning, options.doubtful) ?? DOUBTS.inReasoning,
      repair: { kind: "ended-reasoning", message: "The call ended reasoning that was not closed." },
      hasEnded: true,
    };
    const read = (into: ChannelOptions): TextScanner => {
      const scanner = new TextScanner(channel, into, held.from);
      scanner.write(held.raw);
      scanner.end(kind);
      return scanner;
    };
    // What was held is read once to see whether it is a call, and then for good: O(held), once a message.
    const trial = new BlockList("trial", undefined);
    const isCall =
      read({ ...behind, list: trial, notes: [] }).truncated || trial.blocks.some(({ type }) => type === "tool-use");
    this.#reasoning.finish(held, isCall);
    if (!isCall) return;
    const scanner = read(behind);
    this.truncated ||= scanner.truncated;
  }
}
