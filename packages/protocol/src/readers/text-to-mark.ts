import type { FrameSteps } from "./frame.js";
import type { FrameRun } from "./frame-run.js";

/**
 * Reads text up to the first of these marks, and the mark, which it gives; undefined where the message ended. `onText` hears
 * of the text as soon as it is sure to be no mark; half a mark at an end that may be a cut is none. Amortised O(1) per character for a few short marks.
 */
export function* readToMark(
  run: FrameRun,
  marks: readonly string[],
  onText: (piece: string) => void,
): FrameSteps<string | undefined> {
  const firsts = new Set(marks.map((mark) => mark.charAt(0)));
  /** What may be the beginning of a mark. */
  let held = "";
  while (yield* run.more()) {
    const { rest } = run;
    let from = 0;
    for (let at = 0; at < rest.length; at++) {
      if (held === "" && !firsts.has(rest.charAt(at))) continue;
      if (held === "" && at > from) onText(rest.slice(from, at));
      held += rest.charAt(at);
      from = at + 1;
      while (held !== "" && !marks.some((mark) => mark.startsWith(held))) {
        onText(held.charAt(0));
        held = held.slice(1);
      }
      if (!marks.includes(held)) continue;
      run.at += from;
      return held;
    }
    if (from < rest.length) onText(rest.slice(from));
    run.at += rest.length;
  }
  if (held !== "" && run.ended === "mend") onText(held);
  return undefined;
}
