import { MAX_RESULT_BYTES, MAX_RESULT_SHARE, MIN_RESULT_SHARE } from "../limits.js";

/** What decides how much of a result is kept. All of it UTF-8 bytes. */
export interface ResultRoom {
  /** Of the window, known or seen. Undefined: not known. */
  window: number | undefined;
  /** Of it, what is kept for the answer. */
  reserve: number;
  /** What was sent, and the results of the present message so far. */
  taken: number;
  /**
   * Of that, what no compaction leaves out: prompt, tools, the user's words, the results of the present message. Counted
   * only where little is left.
   */
  fixed(): number;
}

/**
 * UTF-8 bytes that one result may take: what is left of the window, a quarter of the window at most, and 100 KiB where
 * that is less. Where little is left it is an eighth of the window, as older results make room for it, but never more
 * than half of what could be made.
 */
export function resultLimit({ window, reserve, taken, fixed }: ResultRoom): number {
  if (window === undefined) return MAX_RESULT_BYTES;
  const most = Math.min(MAX_RESULT_BYTES, window * MAX_RESULT_SHARE);
  const least = Math.min(most, window * MIN_RESULT_SHARE);
  const left = window - reserve - taken;
  if (left >= least) return Math.min(most, left);
  return Math.max(left, Math.min(least, (window - reserve - fixed()) / 2));
}
