import type { EndKind } from "../end-kind.js";
import { MIN_HALF_WORD } from "../limits.js";
import { FrameRun } from "../readers/frame-run.js";
import type { ChannelContext } from "./channel-context.js";
import type { LiteralMark } from "./literal-mark.js";
import type { ReadTag } from "./read-tag.js";
import { type FrameEntry, type Literal, lowerCase } from "./syntax.js";

/**
 * How a race stands. `runs`: nothing is decided · `lost`: nothing begins here · a run: it has begun a call, or its frame is
 * over · a mark: it was read, and ends here.
 */
export type RaceResult = "runs" | "lost" | FrameRun | LiteralMark["does"];

/**
 * Frames that begin with the same text read it side by side, a character at a time, until one of them begins a call or all
 * have failed. So it is what follows an opener that decides which dialect it is, and a frame need not know the others.
 * Bounded: O(1) per character and frame, for as long as it takes to be sure.
 */
export class FrameRace {
  readonly #context: ChannelContext;
  #start = 0;
  /** Texts that have not been read to their end yet, and how much of all of them was. */
  #texts: readonly Literal[] = [];
  #matched = 0;
  /** Texts that were read; what may follow them is still to be seen. */
  #waiting: readonly Literal[] = [];
  #runs: FrameRun[] = [];
  /** A frame that is a sure sign of a call takes part, and its opener was read. */
  #isSure = false;
  /** Nothing has come of it but the beginning of a text, so far. What is lost then is its first character alone. */
  isFalseStart = false;
  /** The dialect that declares the mark that was read. */
  owner: string | undefined;
  /** Letters that were read of a mark that is a sure sign, so far. */
  #lettersRead = 0;

  constructor(context: ChannelContext) {
    this.#context = context;
  }

  /** Frames that a tag opened. */
  beginTag(frames: readonly FrameEntry[], tag: ReadTag): void {
    this.#reset(tag.start);
    this.#runs = frames.map((entry) => new FrameRun(this.#context, entry, tag.start, tag));
    this.#isSure = frames.some(({ frame }) => frame.weak !== true);
  }

  /** Frames that an info string opened, of a fence that begins at place `start`. */
  beginFence(frames: readonly FrameEntry[], start: number): void {
    this.#reset(start);
    this.#runs = frames.map((entry) => new FrameRun(this.#context, entry, start, "```"));
  }

  /** Texts that begin with the character at place `start`, and frames whose fence was opened. */
  beginLiterals(texts: readonly Literal[], start: number, frames: readonly FrameEntry[] = []): void {
    this.beginFence(frames, start);
    this.#texts = texts;
    this.isFalseStart = frames.length === 0;
  }

  /** Reads from index `from` up to `to`, or to a decision. Gives where it stopped, and how the race stands. */
  read(from: number, to: number): { at: number; result: RaceResult } {
    let at = from;
    while (at < to) {
      const result = this.#step(at);
      if (result === "lost") return { at: this.#lastAt, result };
      at++;
      if (result !== "runs") {
        return { at: result instanceof FrameRun ? result.at : at, result };
      }
    }
    return { at, result: "runs" };
  }

  keep(): void {
    for (const run of this.#runs) run.keep();
  }

  /** The message ended. A run that began a call now, or whose frame is over, wins. `cut`: a sure opener was cut off. */
  end(kind: EndKind): FrameRun | "cut" | "lost" {
    for (const run of this.#runs) {
      run.end(kind);
      if (run.hasBegun || (run.result !== undefined && !run.isHeld)) return run;
    }
    return this.#isSure || this.#runs.some(({ isCut }) => isCut) || this.#lettersRead >= MIN_HALF_WORD ? "cut" : "lost";
  }

  #reset(start: number): void {
    this.#start = start;
    this.#texts = [];
    this.#matched = 0;
    this.#waiting = [];
    this.#runs = [];
    this.#isSure = false;
    this.#lettersRead = 0;
    this.isFalseStart = false;
  }

  /** Where the last of those that took part stopped. */
  #lastAt = 0;

  /** One character, at index `at` of the present piece. */
  #step(at: number): RaceResult {
    const code = this.#context.input.text.charCodeAt(at);
    this.#lastAt = at;
    this.#admit(code);
    const winner = this.#stepRuns(at);
    if (winner !== undefined) return winner;
    const mark = this.#stepTexts(code);
    if (mark !== undefined) return mark;
    const isOver = this.#runs.length + this.#texts.length + this.#waiting.length === 0;
    return isOver ? "lost" : "runs";
  }

  #stepRuns(at: number): FrameRun | undefined {
    for (const run of this.#runs) {
      run.read(at, at + 1);
      if (run.hasBegun || run.result === "reasoning") return run;
      if (run.result !== undefined && !run.isHeld) return run;
      this.#lastAt = Math.max(this.#lastAt, run.at);
    }
    if (this.#runs.some(({ result }) => result !== undefined)) {
      this.#runs = this.#runs.filter(({ result }) => result === undefined);
    }
    return undefined;
  }

  /** Texts that were read to their end begin their frames, where what follows them may. */
  #admit(code: number): void {
    if (this.#waiting.length === 0) return;
    for (const { text, before, meaning } of this.#waiting) {
      if (typeof meaning === "string" || before?.(code) === false) continue;
      this.isFalseStart = false;
      this.#runs.push(new FrameRun(this.#context, meaning, this.#start, text));
    }
    this.#waiting = [];
  }

  #stepTexts(code: number): LiteralMark["does"] | undefined {
    if (this.#texts.length === 0) return undefined;
    const wanted = lowerCase(code);
    this.#texts = this.#texts.filter(({ text }) => text.charCodeAt(this.#matched) === wanted);
    if (this.#texts.length === 0) return undefined;
    this.#matched++;
    const isLetter = wanted >= 97 && wanted <= 122;
    // Half of what counts only first on a line, or in the message, are words as in any text.
    if (isLetter && this.#texts.some(({ at }) => at === undefined)) {
      this.#lettersRead++;
    }
    const read = this.#texts.filter(({ text }) => text.length === this.#matched);
    if (read.length > 0) {
      this.#texts = this.#texts.filter(({ text }) => text.length > this.#matched);
      const mark = read.find(({ meaning }) => typeof meaning === "string");
      if (typeof mark?.meaning === "string") {
        this.owner = mark.owner;
        return mark.meaning;
      }
      this.#waiting = read;
      this.#isSure ||= read.some(({ meaning }) => typeof meaning !== "string" && meaning.frame.weak !== true);
    }
    // What was read of it is no plain text of anybody else.
    this.#lastAt++;
    return undefined;
  }
}
