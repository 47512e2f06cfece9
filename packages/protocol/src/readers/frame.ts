import type { FrameRun } from "./frame-run.js";

/**
 * What a frame begins with. A `tag` is met in any case, with blanks and attributes; full-width bars and the blank of
 * DeepSeek's tokens count as `|` and `_`, and a backslash before an underscore as nothing. A `literal` is met as written,
 * in any case of its letters; it begins with a character that is no blank, `<`, backtick or tilde. A `fence` is a code fence whose info string is this one (lower case).
 */
export type FrameOpener =
  | { tag: string }
  | {
      literal: string;
      at?: "line-start" | "message-start";
      /** What may stand directly behind it, so that prose costs nothing. Absent: anything. */
      before?(code: number): boolean;
    }
  | { fence: string };

/** Where reading goes on behind a frame: in text, or in reasoning that the frame's header opened. */
export type FrameEnd = "text" | "reasoning";

/** The steps of a frame: each `yield` waits for more of the message. */
export type FrameSteps<Result = FrameEnd> = Generator<void, Result, void>;

/**
 * One way in which calls stand in text: what it begins with, and how it is read from there. A dialect is a list of them.
 */
export interface Frame {
  openers: readonly FrameOpener[];
  /**
   * Its opener is no sure sign of a call (a bracket, a brace, a fence of JSON): a call must name a known tool and fit it,
   * and where all dialects are read at once a call behind other text is doubtful.
   */
  weak?: true;
  /**
   * Reads on from behind the opener, character by character, and begins and closes calls on `run`. Returns where it knows
   * that the frame is over, or that it is none: what it held is then text. Must return, not yield, once `run.ended` is
   * set. What it has read may not be read differently because of how the text was cut.
   */
  read(run: FrameRun): FrameSteps;
}
