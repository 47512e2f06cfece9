import type { EndKind } from "../end-kind.js";
import { MIN_HALF_WORD } from "../limits.js";
import type { Capture } from "../scan/capture.js";
import type { ChannelContext } from "../scan/channel-context.js";
import { isBlank, LF } from "../scan/characters.js";
import { type ReadTag, readTagOf } from "../scan/read-tag.js";
import type { FrameEntry } from "../scan/syntax.js";
import { TagToken } from "../scan/tag-token.js";
import type { Frame, FrameEnd, FrameSteps } from "./frame.js";
import { FramedCall } from "./framed-call.js";
import type { TagNames } from "./tag-names.js";

/** What {@link FrameRun.peek} gives where the message has ended. */
export const END = -1;

/** Of Kimi and gpt-oss, and of Gemini. */
const NAME_SPACES: readonly string[] = ["functions.", "default_api."];

/** Who hears of the calls of a frame, as they begin and end. */
export interface FrameListener {
  begin(call: FramedCall): void;
  end(call: FramedCall): void;
  /** The frame is read a character at a time, however the text is cut. */
  byCharacter?: true;
}

/**
 * One reading of a frame, from behind its opener on: the input that its steps read, and the calls they begin. The steps
 * run as far as the present piece goes and wait there. Several frames may read the same text until one of them begins a
 * call; therefore a run changes nothing but itself until it has won.
 *
 * The contract, for the author of a frame:
 *
 * - **Reads**: `peek`, `skip`, `skipBlanks`, `literal`, `while`, `readTag`, `more`. At any time, forward only, and never by a bare
 *   `yield`: a frame that waits before it has read all of the piece is never done. Where many
 *   characters are plain, `rest` may be searched and `at` be set forward, up to `to`; `lineBlank` then is not kept up to date.
 * - **Asks**: `place`, `start`, `opener`, `tag`, `lineBlank`, `raw`, `call`, `hasBegun`, `ended`, `to`, `toolName`,
 *   `context.index`. Only `at` and `takePlain` are written.
 * - **Calls**: `begin`, then on `call` what it holds, then `close`; the next call after that, once a further character was
 *   looked at (until the run has won, one call is all that it keeps).
 * - **What is undecided**: before the first call all is, and needs nothing. Behind a call `hold`; then `drop`, `begin`, or
 *   the end of the frame, which gives it back.
 * - **Last acts**, the frame returns behind them: `giveBack` where no call has begun, `reopen` behind a call.
 * - **The end of the message**: `ended` is set and the steps run once more. `peek` gives {@link END}, `more` false: a frame must
 *   close what it may and return. One that yields once more is taken for one that returned "text"; an open call is cut off.
 *
 * `read`, `end`, `listen`, `keep`, `isHeld`, `isCut`, `result`, `frame`, `dialect` and `context.held` are the scanner's: a frame
 * neither calls nor changes them. (`yamlFrame` looks into `context.held`: it alone begins in the middle of a line.)
 */
export class FrameRun {
  /** Set when the message has ended, and how: steps must come to their end. The scanner sets it. */
  ended: EndKind | undefined;
  /** The open call: set by `begin`. Ask `closed` of it where it may be over: before the run has won it stays. */
  call: FramedCall | undefined;
  /** Calls were begun. `begin` sets it. */
  hasBegun = false;
  /** The scanner's. The message ended in half an opener, see `endsInName`. */
  isCut = false;
  /** The scanner's. What was read, from the opener on or from `hold`, is still undecided. */
  isHeld = true;
  /** The scanner's. Where the steps came to their end. */
  result: FrameEnd | undefined;
  /** Index of the next character in the present piece. A frame may set it forward. */
  at = 0;
  /** Index of the first character behind what may be read of the piece. The scanner sets it. */
  to = 0;
  /** Only blanks stand before the next character on its line: of what `skip` and all that goes by it have read. */
  lineBlank = false;
  readonly context: ChannelContext;
  readonly dialect: string;
  /** Place of the first character of the opener. */
  readonly start: number;
  /** The text it began with, in lower case; empty for a tag or a fence. */
  readonly opener: string;
  /** The tag it began with; absent for other openers. */
  readonly tag: ReadTag | undefined;
  readonly frame: Frame;
  /**
   * Takes over a whole piece while nothing but plain text is wanted. False, and nothing done, where it may not. A frame sets it
   * while it waits inside of a value of the open call, and unsets it behind that.
   */
  takePlain: ((piece: string) => boolean) | undefined;
  readonly #steps: FrameSteps;
  #listener: FrameListener | undefined;
  /** Place from which on everything is undecided, of a run that has not won yet: in the piece in which it will. */
  #heldFrom = 0;
  #held: Capture | undefined;
  #mark = "";
  #textFrom: number | undefined;
  #token: TagToken | undefined;

  constructor(context: ChannelContext, { frame, dialect }: FrameEntry, start: number, opener: string | ReadTag) {
    this.context = context;
    this.frame = frame;
    this.dialect = dialect;
    this.start = start;
    this.opener = typeof opener === "string" ? opener : "";
    this.tag = typeof opener === "string" ? undefined : opener;
    this.#steps = frame.read(this);
  }

  /** The scanner's. Reads from index `from` of the present piece. Gives where it stopped: at `to`, or where the frame is over. */
  read(from: number, to: number): number {
    this.at = from;
    this.to = to;
    const step = this.#steps.next();
    if (step.done === true) this.result = step.value;
    return this.at;
  }

  /** The scanner's. The message ended: the steps run once more and come to their end; a call that is open then is cut off. */
  end(kind: EndKind): void {
    this.ended = kind;
    this.at = this.context.input.text.length;
    this.to = this.at;
    const step = this.#steps.next();
    this.result = step.done === true ? step.value : "text";
    if (this.call !== undefined && this.call.closed === undefined) this.close("end");
  }

  /**
   * The scanner's. It won: from now on the listener hears of its calls, of one that has begun already too. `held` keeps what is undecided,
   * the opener with what was read behind it among it.
   */
  listen(listener: FrameListener, held: Capture): void {
    this.#listener = listener;
    this.#held = held;
    const { call, place } = this;
    const { input } = this.context;
    if (this.#textFrom !== undefined) {
      const { from } = held;
      held.begin(this.#textFrom, held.peek(input, place).slice(this.#textFrom - from));
    } else if (!this.isHeld) {
      held.clear();
    }
    if (call === undefined) return;
    listener.begin(call);
    if (call.closed !== undefined) this.#forget(call);
    if (this.isHeld) held.begin(this.#heldFrom, this.#mark);
  }

  /** The scanner's. The piece ends. */
  keep(): void {
    if (this.#token?.active === true) this.#token.keep(this.context.input);
  }

  /** Place of the next character. */
  get place(): number {
    return this.context.input.base + this.at;
  }

  /** What is left of the present piece. */
  get rest(): string {
    return this.context.input.text.slice(this.at, this.to);
  }

  /**
   * A call begins, at the frame's opener or where `start` says. What was held belongs to it. A call that is open is cut off
   * there: a frame that knows better closes it first.
   */
  begin(name: string, start = this.start, providerCallId?: string): FramedCall {
    const { call: open } = this;
    if (open !== undefined && open.closed === undefined) this.close("end", undefined, Math.max(start, open.start));
    const call = new FramedCall(this.context, {
      name: this.toolName(name),
      start,
      dialect: this.dialect,
      ...(providerCallId !== undefined && { providerCallId }),
    });
    this.call = call;
    this.hasBegun = true;
    this.isHeld = false;
    this.#listener?.begin(call);
    return call;
  }

  /** A name without the name space in which a family puts its tools, where only so there is such a tool. */
  toolName(name: string): string {
    const { index } = this.context;
    if (index.tool(name) !== undefined) return name;
    return NAME_SPACES.find((space) => name.startsWith(space)) === undefined ? name : name.slice(name.indexOf(".") + 1);
  }

  /**
   * The message ended in `part`: where that is three letters or more of a tool's name it is a cut opener, which is not
   * shown. Says whether it is. For a frame that is over with it, at the end of the message only.
   */
  endsInName(part: string): boolean {
    const half = part.trim().toLowerCase();
    this.isCut =
      half.length >= MIN_HALF_WORD &&
      [...this.context.index.tools].some(({ name }) => name.toLowerCase().startsWith(half));
    return this.isCut;
  }

  /**
   * The open call ends, here or at place `end`; `value`: its arguments, where they were written as values. Nothing happens
   * where none is open.
   */
  close(closedBy: "close" | "repair" | "end", value?: { value: unknown }, end = this.place): void {
    const { call } = this;
    if (call === undefined) return;
    if (value === undefined) call.close({ end, closedBy });
    else call.closeWithValue({ end, closedBy }, value.value);
    if (this.#listener !== undefined) this.#forget(call);
  }

  #forget(call: FramedCall): void {
    this.call = undefined;
    this.#listener?.end(call);
  }

  /**
   * From here on everything is undecided: it is text, read once more, if the frame ends before `drop` or `begin`. Only behind a
   * call: before the first everything is held anyway. A second `hold` begins anew, so that what was held before is not shown.
   */
  hold(): void {
    this.isHeld = true;
    this.#heldFrom = this.place;
    this.#held?.begin(this.place);
  }

  /**
   * No call comes of the frame, though it is one of its dialect: from place `from` on it is text, and what stands before,
   * marks only, is not shown. Only before a call has begun, and as the last act: the frame then returns.
   */
  giveBack(from: number): void {
    this.#textFrom = from;
    this.isHeld = false;
  }

  /**
   * The mark that was just read is none of this frame, which is over: it is read again, as text. Only behind a call, and as the
   * last act: the frame then returns.
   */
  reopen(mark: string): void {
    this.isHeld = true;
    this.#heldFrom = this.place - mark.length;
    this.#mark = mark;
    this.#held?.begin(this.#heldFrom, mark);
  }

  /**
   * The text that was read last is read once more, as some of it came in earlier pieces. A run that has not won yet reads a
   * character at a time in every cut, and so does one in a fence: nothing is to be done for them. Only for what was held by its reader and told to nobody; `text` must
   * be what stands right before the next character.
   */
  unread(text: string): void {
    if (this.#listener === undefined || this.#listener.byCharacter === true) return;
    const { input } = this.context;
    // What the present piece still holds need not be put together again.
    if (text.length <= this.at) {
      this.at -= text.length;
      return;
    }
    const base = this.place - text.length;
    this.to += text.length - this.at;
    input.text = text + input.text.slice(this.at);
    input.base = base;
    this.at = 0;
  }

  /** What was held since `hold` belongs to the frame: it is not shown. Nothing happens where nothing is held. */
  drop(): void {
    this.isHeld = false;
    this.#held?.clear();
  }

  /** Waits for a character. False where the message has ended. */
  *more(): FrameSteps<boolean> {
    while (this.at >= this.to) {
      if (this.ended !== undefined) return false;
      yield;
    }
    return true;
  }

  /** The next character, not read; {@link END} where there is none. */
  *peek(): FrameSteps<number> {
    if (this.at >= this.to && !(yield* this.more())) return END;
    return this.context.input.text.charCodeAt(this.at);
  }

  /** Reads the next character. */
  skip(): void {
    const code = this.context.input.text.charCodeAt(this.at++);
    if (code === LF) this.lineBlank = true;
    else if (!isBlank(code)) this.lineBlank = false;
  }

  /** Skips blanks. Gives the character behind them, as `peek` does. */
  *skipBlanks(): FrameSteps<number> {
    for (;;) {
      const code = yield* this.peek();
      if (!isBlank(code)) return code;
      this.skip();
    }
  }

  /** Reads this very text. False at the first other character, which is not read. */
  *literal(text: string): FrameSteps<boolean> {
    for (let at = 0; at < text.length; at++) {
      if ((yield* this.peek()) !== text.charCodeAt(at)) return false;
      this.skip();
    }
    return true;
  }

  /** Reads characters that are part of something, up to `longest` of them. */
  *while(isPart: (code: number) => boolean, longest: number): FrameSteps<string> {
    let text = "";
    while (text.length < longest) {
      const code = yield* this.peek();
      if (code === END || !isPart(code)) break;
      text += String.fromCharCode(code);
      this.skip();
    }
    return text;
  }

  /**
   * Reads a tag, from its `<`. `names` are those it may have (lower case; `function=` for `<function=F>`). Undefined where
   * it is none of them: `raw` then is what was read of it.
   */
  *readTag(names: TagNames): FrameSteps<ReadTag | undefined> {
    const { input } = this.context;
    const token = new TagToken((name) => names.knows(name), names.longest);
    this.#token = token;
    token.begin(this.place, this.lineBlank);
    this.at++;
    this.lineBlank = false;
    while (token.active && (yield* this.more())) this.at = token.read(input, this.at, this.to);
    this.raw = token.raw(input, this.place);
    this.#token = undefined;
    if (token.active || !token.isWhole) return undefined;
    const isKnown = names.knows(token.isAssignment ? `${token.name}=` : token.name);
    return isKnown ? readTagOf(token, input) : undefined;
  }

  /** Raw text of the tag that was read last, or of what was read of it. */
  raw = "";
}
