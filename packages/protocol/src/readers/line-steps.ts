import { MAX_NAME_LINE } from "../limits.js";
import { LF, SPACE, TAB } from "../scan/characters.js";
import type { FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";

/** Reads blanks on the line at hand. Gives the character behind them, as `peek` does. */
export function* skipSpaces(run: FrameRun): FrameSteps<number> {
  for (;;) {
    const code = yield* run.peek();
    if (code !== SPACE && code !== TAB) return code;
    run.skip();
  }
}

/** Reads to the end of a line that is short, or to that of the message. Gives its text, less the blanks around it. */
export function* readLine(run: FrameRun): FrameSteps<string> {
  return (yield* run.while((code) => code !== LF, MAX_NAME_LINE)).trim();
}

/** What was read of a word, as written, and the word if it is whole. */
export interface ReadWord {
  word: string | undefined;
  raw: string;
}

/** Reads one of these words, lower case, in any case, as far as one of them stands here. */
export function* readWord(run: FrameRun, words: readonly string[]): FrameSteps<ReadWord> {
  let raw = "";
  let possible = words;
  for (;;) {
    const code = yield* run.peek();
    if (code === END) return { word: undefined, raw };
    const next = raw + String.fromCharCode(code);
    possible = possible.filter((word) => word.startsWith(next.toLowerCase()));
    if (possible.length === 0) return { word: undefined, raw };
    run.skip();
    raw = next;
    const word = possible.find((one) => one.length === next.length);
    if (word !== undefined) return { word, raw };
  }
}
