import type { EndKind } from "../end-kind.js";
import { MAX_OPEN_BLOCK } from "../limits.js";
import type { TagCall } from "../readers/tag-call.js";
import type { TagTool } from "../readers/tag-index.js";
import { CallOpener, type Opening } from "./call-opener.js";
import { ChannelContext, type ChannelOptions, type TagTaker } from "./channel-context.js";
import { BACKTICK, isLineBlankAfter, LESS_THAN, SLASH } from "./characters.js";
import { FenceScanner } from "./fence-scanner.js";
import { ReasoningScanner } from "./reasoning-scanner.js";
import { scanText } from "./scan-text.js";

const TEXT = 0;
const CODE_RUN = 1;
const WRAPPER = 2;
const OPENER = 3;
const CALL = 4;
const FENCE = 5;
const REASONING = 6;
const STOPPED = 7;

/** What opens code. */
const CODE_MARK = /[`~]/;

const FENCED = "It stood in a code fence.";
const IN_REASONING = "It stood in the model's reasoning, which was not closed.";

/**
 * Reads one channel of a message: plain text, and what begins in it. Fences, reasoning and calls have readers of their
 * own; this one decides which of them comes next. States and rules: docs/READER.md.
 *
 * Amortised O(1) per character. In plain text one look-up per character decides whether the fast loop goes on.
 */
export class TextScanner implements TagTaker {
  readonly #context: ChannelContext;
  readonly #opener: CallOpener;
  #fenceScanner: FenceScanner | undefined;
  #reasoningScanner: ReasoningScanner | undefined;
  #state = TEXT;
  /** The end of the last piece: waits for the next one. */
  #carried = "";
  /** Signature that has no block yet. */
  #signature: string | undefined;
  /** Backticks of the run being read. */
  #run = 0;
  /** A wrapper's open tag that was read last, and the one that went with a call. */
  #wrapper: string | undefined;
  #openWrapper: string | undefined;
  #lastTool: TagTool | undefined;
  /** The channel ended inside a call or inside the tag that would have opened one. */
  truncated = false;

  /** `from`: place of the first character that will be written. */
  constructor(channel: string, options: ChannelOptions, from = 0) {
    this.#context = new ChannelContext(channel, options);
    this.#context.input.base = from;
    this.#opener = new CallOpener(this.#context, {
      begin: (call) => this.#beginCall(call),
      end: (call) => this.#endCall(call),
    });
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
    const { input, token, prose, end, lineBlank, code } = context;
    if (token.active) return false;
    if (this.#state === TEXT) {
      if (scanText(context, piece, 0, piece.length) !== piece.length) {
        context.lineBlank = lineBlank;
        context.code = code;
        return false;
      }
      input.base = end;
      input.text = piece;
      prose.show(piece, end);
      return true;
    }
    if (this.#state !== CALL || !this.#opener.takePlain(piece)) return false;
    input.base = end;
    input.text = piece;
    return true;
  }

  /** What comes next is reasoning. */
  enterReasoning(): void {
    this.#reasoning.begin();
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

  /** Of the reasoning being read, or of hidden reasoning: opaque, kept for the provider. */
  sign(signature: string): void {
    this.#signature = signature;
    this.#placeSignature();
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
    this.#placeSignature();
    this.#context.prose.endText();
    this.#state = STOPPED;
  }

  /** Made when the first fence comes: most messages are short. */
  get #fence(): FenceScanner {
    this.#fenceScanner ??= new FenceScanner(this.#context);
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
    if (this.#state === OPENER) {
      const opening = this.#opener.takeTag(name, end);
      if (opening !== "nothing") {
        this.#follow(opening);
        return;
      }
      this.#release(token.start);
    } else if (this.#state === WRAPPER) {
      const tool = token.isClose ? undefined : index.tool(name);
      if (tool !== undefined) {
        this.#meet(tool, name, end);
        return;
      }
      this.#release(token.start);
    }
    this.#tagInText(name, end);
  }

  takeFailedTag(piece: string, end: number): void {
    if (this.#state === TEXT) this.#showTag(piece, end - piece.length);
    else this.#release(end);
  }

  /** Signs the open reasoning, or an empty block where nothing is undecided before it. */
  #placeSignature(): void {
    const { prose, token, held, end } = this.#context;
    if (this.#signature === undefined) return;
    if (!prose.sign(this.#signature)) {
      if (token.active || held.active || this.#state === CALL || this.#carried !== "") return;
      prose.signHidden(this.#signature, end);
    }
    this.#signature = undefined;
  }

  #read(text: string): void {
    const { input } = this.#context;
    input.base += input.text.length;
    input.text = text;
    this.#readInput();
  }

  #readInput(): void {
    const { input, token, held, end } = this.#context;
    const to = input.text.length;
    const openSince = this.#opener.call?.start ?? (held.active ? held.from : input.base);
    const isNearBound = end - openSince > MAX_OPEN_BLOCK;
    let at = 0;
    while (at < to) {
      if (this.#state === TEXT && !token.active) at = this.#readText(at, to);
      else at = isNearBound ? this.#stepWithin(at, to) : this.#step(at, to);
    }
    if (this.#state !== TEXT || token.active) this.#keep();
  }

  /** One step, up to where what is open grows past all bounds: a place in the text, whatever its pieces. */
  #stepWithin(at: number, to: number): number {
    const { input, held } = this.#context;
    const { call } = this.#opener;
    const start = call?.start ?? held.from;
    if (start === -1) return this.#step(at, to);
    const bound = start + MAX_OPEN_BLOCK - input.base;
    if (at < bound) return this.#step(at, Math.min(to, bound));
    if (call !== undefined) this.#stop(call, input.base + at);
    else this.#giveUp(input.base + at);
    return at;
  }

  #step(at: number, to: number): number {
    switch (this.#state) {
      case CALL:
        return this.#followAfter(this.#opener.read(at, to));
      case FENCE: {
        const next = this.#fence.read(at, to);
        if (!this.#fence.active) this.#state = TEXT;
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
    if (next < to && !this.#context.token.active) this.#release(this.#context.input.base + next);
    return next;
  }

  /** The piece ends: what is undecided is kept. */
  #keep(): void {
    const { input, token, held } = this.#context;
    if (token.active) token.keep(input);
    held.keep(input);
    if (this.#state === CALL) this.#opener.keep();
    else if (this.#state === FENCE) this.#fence.keep();
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
    if (context.lineBlank && context.code === 0) {
      this.#fence.begin(mark, base + at);
      this.#state = FENCE;
    } else {
      this.#run = 0;
      this.#state = CODE_RUN;
    }
    return at;
  }

  #readCodeRun(from: number, to: number): number {
    const context = this.#context;
    const { text, base } = context.input;
    let at = from;
    while (at < to && text.charCodeAt(at) === BACKTICK) at++;
    this.#run += at - from;
    if (at > from) context.prose.show(text.slice(from, at), base + from);
    if (at < to) {
      context.endCodeRun(this.#run);
      this.#state = TEXT;
    }
    return at;
  }

  #tagInText(name: string, end: number): void {
    const context = this.#context;
    const { token, input, index } = context;
    const tool = token.isClose ? undefined : index.tool(name);
    if (tool !== undefined) {
      this.#meet(tool, name, end);
      return;
    }
    const counts = token.firstOnLine || this.#reasoningScanner?.wasHere === true;
    const isReasoning = counts && index.isReasoning(name);
    if (token.isClose) {
      if (isReasoning || (index.isWrapper(name) && name.toLowerCase() === this.#openWrapper)) {
        if (!isReasoning) this.#openWrapper = undefined;
        context.prose.interrupt();
        context.lineBlank = true;
        return;
      }
      this.#noteOrphan(name);
    } else {
      if (isReasoning && !token.hasAttributes(input)) {
        this.enterReasoning();
        return;
      }
      if (token.firstOnLine && index.isWrapper(name) && !token.hasAttributes(input)) {
        context.held.begin(token.start, token.raw(input, end));
        this.#wrapper = name.toLowerCase();
        this.#state = WRAPPER;
        context.startLooking();
        return;
      }
    }
    this.#showTag(token.raw(input, end), token.start);
  }

  /** A body's close in the text behind its call: the call may have been cut short by what it quotes. */
  #noteOrphan(name: string): void {
    const { index, options } = this.#context;
    const tool = this.#lastTool;
    const body = tool?.parameter(name);
    if (tool === undefined || (body?.isBody !== true && index.tool(name) !== tool)) return;
    const message = `</${body?.name ?? tool.name}> stands behind the end of ${tool.name}: its last value may have ended too early.`;
    if (options.notes.some((note) => note.message === message)) return;
    options.notes.push({ kind: "orphan-close", message });
  }

  #meet(tool: TagTool, name: string, end: number): void {
    const { held, token, input } = this.#context;
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

  #beginCall(call: TagCall): void {
    this.#context.held.clear();
    this.#openWrapper = this.#wrapper ?? this.#openWrapper;
    this.#wrapper = undefined;
    this.#showCall(call);
  }

  #showCall(call: TagCall, fenced?: string): void {
    const { prose, options } = this.#context;
    prose.interrupt();
    call.doubtful = joinReasons(fenced, options.doubtful);
    if (options.repair !== undefined) call.repair(options.repair.kind, options.repair.message);
    call.show();
  }

  #endCall(call: TagCall): void {
    this.#lastTool = call.tool;
    this.#context.code = 0;
    this.#context.lineBlank = false;
  }

  /** A tag that is plain text. Marks of code may stand among what was taken for its attributes. */
  #showTag(piece: string, from: number): void {
    const context = this.#context;
    if (CODE_MARK.test(piece)) {
      this.#readAsText(piece, from);
      return;
    }
    context.prose.show(piece, from);
    context.lineBlank = isLineBlankAfter(piece, context.lineBlank);
  }

  /** Reads what was held once more, with no tag in it: every `<` was judged already. */
  #readAsText(piece: string, from: number): void {
    const context = this.#context;
    const { input } = context;
    const { text, base } = input;
    let place = from;
    for (const [at, segment] of piece.split("<").entries()) {
      input.text = at === 0 ? segment : `<${segment}`;
      input.base = place;
      place += input.text.length;
      if (at > 0 && this.#state === TEXT && context.code === 0) {
        context.prose.show("<", input.base);
        context.lineBlank = false;
        input.text = segment;
        input.base++;
      }
      this.#readInput();
    }
    input.text = text;
    input.base = base;
  }

  /** What is held, up to place `end`, is plain text. */
  #release(end: number): void {
    const { held, input } = this.#context;
    const { from } = held;
    const piece = held.take(input, end);
    this.#wrapper = undefined;
    this.#opener.reset();
    this.#state = TEXT;
    this.#showTag(piece, from);
  }

  /** A call grew past all bounds: it ends here, is not run, and the rest of the message is not read. */
  #stop(call: TagCall, end: number): void {
    const { token, options } = this.#context;
    const message = `The call of ${call.tool.name} is longer than ${MAX_OPEN_BLOCK} characters: it was cut off, and the rest of the message was not read.`;
    call.repair("too-long", message);
    options.notes.push({ kind: "too-long", message });
    this.#opener.cut(end);
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
        this.#endTag(token.raw(input, end), token.start);
        return;
      case OPENER:
        this.truncated = this.#opener.endOpener() !== undefined;
        token.reset();
        if (!this.truncated) this.#release(end);
        return;
      case CALL:
        this.#endOpenCall(kind);
        return;
      case FENCE:
        for (const call of this.#fence.end(kind)) this.#showCall(call, FENCED);
        return;
      case REASONING:
        this.#endReasoning(kind);
        return;
      default:
        token.reset();
        if (held.active) this.#release(end);
    }
  }

  /** Half a tag is the last thing: text, unless it is a cut opener. */
  #endTag(piece: string, from: number): void {
    this.#context.token.reset();
    if (!this.truncated) this.#showTag(piece, from);
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
    const scanner = new TextScanner(
      channel,
      {
        ...options,
        doubtful: joinReasons(IN_REASONING, options.doubtful) ?? IN_REASONING,
        repair: { kind: "ended-reasoning", message: "The call ended reasoning that was not closed." },
        hasEnded: true,
      },
      held.from,
    );
    scanner.write(held.raw);
    scanner.end(kind);
    this.truncated ||= scanner.truncated;
  }
}

function joinReasons(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || other === undefined ? (one ?? other) : `${one} ${other}`;
}
