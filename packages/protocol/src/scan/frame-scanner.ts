import type { EndKind } from "../end-kind.js";
import { MAX_OPEN_BLOCK } from "../limits.js";
import { FrameRun } from "../readers/frame-run.js";
import type { FramedCall } from "../readers/framed-call.js";
import type { ReadCall } from "../readers/read-call.js";
import type { Capture } from "./capture.js";
import type { ChannelContext } from "./channel-context.js";
import { FrameRace } from "./frame-race.js";
import type { LiteralMark } from "./literal-mark.js";
import type { ReadTag } from "./read-tag.js";
import type { FrameEntry, Literal } from "./syntax.js";

/**
 * How far frames have come. `idle`: none · `races`: what comes next decides · `open`: one is being read · `lost`: it was none,
 * and what is held is text · `text`, `reasoning`: it is over, and that comes next (what is held is text) · a mark: it was read.
 */
export type FrameState = "idle" | "races" | "open" | "lost" | "text" | "reasoning" | LiteralMark["does"];

/** What begins where a frame was read. */
export interface FramedCalls {
  /** A call begins. Called once a call, before anything of it is shown. */
  begin(call: ReadCall): void;
  /** The call that began last has ended. */
  end(call: ReadCall): void;
  /** Frames are read a character at a time, however the text is cut. */
  byCharacter?: true;
}

/** From a frame's opener to its end. */
export class FrameScanner {
  readonly #context: ChannelContext;
  readonly #race: FrameRace;
  readonly #calls: FramedCalls;
  readonly #held: Capture;
  #run: FrameRun | undefined;
  state: FrameState = "idle";
  /** The dialect whose own mark or frame was read last. */
  owner: string | undefined;

  /** `held`: keeps what is undecided, from the opener on; who begins a frame begins it. */
  constructor(context: ChannelContext, calls: FramedCalls, held: Capture) {
    this.#context = context;
    this.#held = held;
    this.#race = new FrameRace(context);
    this.#calls = calls;
  }

  /** The call being read. */
  get call(): FramedCall | undefined {
    return this.#run?.call;
  }

  /** The frame that is open is no sure sign of a call. */
  get isWeak(): boolean {
    return this.#run?.frame.weak === true;
  }

  /** What was lost is but the beginning of a text: behind its first character anything may begin. */
  get isFalseStart(): boolean {
    return this.#race.isFalseStart;
  }

  /** The tag just read, which ends at place `end`, opens these frames. What comes next decides. */
  beginTag(frames: readonly FrameEntry[], tag: ReadTag): void {
    this.#race.beginTag(frames, tag);
    this.state = "races";
  }

  /**
   * So do these texts, which begin with the character at place `start`; that was not read yet. `frames`: a fence has opened
   * these, and they may begin here.
   */
  beginLiterals(texts: readonly Literal[], start: number, frames: readonly FrameEntry[] = []): void {
    this.#race.beginLiterals(texts, start, frames);
    this.state = "races";
  }

  /** So does the info string of a fence that begins at place `start`. */
  beginFence(frames: readonly FrameEntry[], start: number): void {
    this.#race.beginFence(frames, start);
    this.state = "races";
  }

  /** Takes a whole piece in which nothing of the call begins or ends. False, and nothing done, where that is not so. */
  takePlain(piece: string): boolean {
    const run = this.#run;
    const call = run?.call;
    if (run?.takePlain === undefined || call === undefined) return false;
    if (this.#context.end + piece.length - call.start > MAX_OPEN_BLOCK) return false;
    return run.takePlain(piece);
  }

  /** Reads from index `from` of the present piece. Gives where it stopped; `state` says why. */
  read(from: number, to: number): number {
    if (this.state === "open") return this.#readOpen(from, to);
    const { at, result } = this.#race.read(from, to);
    if (result === "runs") return at;
    if (!(result instanceof FrameRun)) {
      this.state = result;
      this.owner = this.#race.owner;
      return at;
    }
    this.#win(result);
    return at;
  }

  /** The piece ends. */
  keep(): void {
    if (this.state === "open") this.#run?.keep();
    else if (this.state === "races") this.#race.keep();
  }

  /** Gives up on what is being read. */
  reset(): void {
    this.state = "idle";
    this.#run = undefined;
  }

  /** Ends the open call at place `end`, cut off. */
  cut(end: number): void {
    this.call?.close({ end, closedBy: "end" });
    this.reset();
  }

  /** The message ended. `cut`: it did so in a sure opener, or in a call. */
  end(kind: EndKind): "cut" | "whole" {
    const run = this.#run ?? this.#race.end(kind);
    this.state = "lost";
    if (!(run instanceof FrameRun)) return run === "cut" ? "cut" : "whole";
    const last = run.call;
    if (this.#run === undefined) this.#win(run);
    else run.end(kind);
    this.state = "text";
    return run.isCut || last?.closed?.closedBy === "end" ? "cut" : "whole";
  }

  #readOpen(from: number, to: number): number {
    const run = this.#run;
    if (run === undefined) return to;
    const at = run.read(from, to);
    if (run.result !== undefined) this.#finish(run.result);
    return at;
  }

  #win(run: FrameRun): void {
    this.#run = run;
    this.owner = run.dialect;
    this.state = "open";
    run.listen(this.#calls, this.#held);
    if (run.result !== undefined) this.#finish(run.result);
  }

  #finish(result: "text" | "reasoning"): void {
    this.state = result;
    this.#run = undefined;
  }
}
