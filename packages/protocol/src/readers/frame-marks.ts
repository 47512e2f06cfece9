import type { FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import type { FrameVerdict, JsonFrame } from "./json-frame.js";

/** Tokens that end a turn or its reasoning, and so whatever frame is open. */
const ENDS: readonly string[] = [
  "<|im_end|>",
  "<|eot_id|>",
  "<|eom_id|>",
  "<|eom|>",
  "<|endoftext|>",
  "<|end|>",
  "<|return|>",
  "</think>",
];

const FENCE = "```";

/**
 * The marks that may stand behind a value in a frame: its own closes, and what else ends it. Short texts; a look-up costs
 * the number of marks.
 */
export class FrameMarks implements JsonFrame {
  readonly #marks: readonly string[];
  readonly #firsts: ReadonlySet<number>;
  /** The mark that the last "yes" was said of. */
  found = "";

  constructor(marks: readonly string[]) {
    this.#marks = [...new Set([...marks.flatMap(spellings), ...ENDS])];
    this.#firsts = new Set(this.#marks.map((mark) => mark.charCodeAt(0)));
  }

  /** These marks, and each of them behind the close of a code fence: what closes a value that stands in one. */
  behindFence(): FrameMarks {
    const closed = this.#marks.flatMap((mark) => [`${FENCE}${mark}`, `${FENCE}\n${mark}`]);
    return new FrameMarks([...this.#marks, ...closed]);
  }

  /** A mark begins with this character. */
  begin(code: number): boolean {
    return this.#firsts.has(code);
  }

  closesFrame(textFromHere: string): FrameVerdict {
    if (!this.#firsts.has(textFromHere.charCodeAt(0))) return "no";
    let verdict: FrameVerdict = "no";
    for (const mark of this.#marks) {
      if (textFromHere.startsWith(mark)) {
        this.found = mark;
        return "yes";
      }
      if (mark.startsWith(textFromHere)) verdict = "more";
    }
    return verdict;
  }

  /**
   * Reads a mark, if one stands here; `found` says which. False: what was read of one is held, or lost. Half a mark with
   * which the message ends is not shown.
   */
  *read(run: FrameRun): FrameSteps<boolean> {
    let text = "";
    for (;;) {
      if ((yield* run.peek()) === END) {
        if (text !== "" && run.hasBegun) run.drop();
        return false;
      }
      text += run.context.input.text.charAt(run.at);
      const verdict = this.closesFrame(text);
      if (verdict === "no") return false;
      run.skip();
      if (verdict === "yes") return true;
    }
  }
}

/** The forms in which servers and models write a special token: with full-width bars or not, U+2581 or an underscore. */
export function spellings(token: string): string[] {
  if (!/[\uff5c\u2581]/.test(token)) return [token];
  const barred = [token, token.replaceAll("\uff5c", "|")];
  return barred.flatMap((form) => [form, form.replaceAll("\u2581", "_"), form.replaceAll("\u2581", "\\_")]);
}
