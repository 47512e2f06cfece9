import { MAX_FRAME_MARK } from "../limits.js";
/**
 * What stands around a JSON value: the marks of a dialect, of which one closes it. With it a value whose last quote is
 * there and whose brackets are missing ends at that mark; without it such a value is no JSON.
 */
export interface JsonFrame {
  /**
   * Whether the text begins with the mark that closes the frame. It begins with a character that JSON cannot have at its
   * place, and holds up to 128 characters of what is known of the message. `more`: it may, once more is known. Must not
   * throw, and must not say `no` of the beginning of what it would say `yes` of.
   */
  closesFrame(textFromHere: string): FrameVerdict;
}

/** See {@link JsonFrame}. */
export type FrameVerdict = "yes" | "no" | "more";

/** Asks a frame about the place `at` of a text. No frame, and a mark that does not come to its end, close nothing. */
export function askFrame(frame: JsonFrame | undefined, text: string, at: number): FrameVerdict {
  if (frame === undefined) return "no";
  const verdict = frame.closesFrame(text.slice(at, at + MAX_FRAME_MARK));
  return verdict === "more" && text.length - at >= MAX_FRAME_MARK ? "no" : verdict;
}
