import { MAX_BLANKS } from "../limits.js";
import { CR, isBlank, LF, SPACE, TAB } from "../scan/characters.js";
import type { FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import { type ReadWord, readWord } from "./line-steps.js";
import { TrimmedText } from "./trimmed-text.js";

/** How an input that is plain text is read. */
export interface RawInput {
  /** Its beginning, where that was read already. */
  before: string;
  /** The parameter whose value it is; absent: it is no value of anything, and dropped. */
  parameter: string | undefined;
  /** Words that end it, each first on its line. */
  words: readonly string[];
  /** Ends it, last on its line. Absent: only a word or the message's end does. */
  closer: "]" | undefined;
  /** It begins with a quote: quotes around all of it are no part of it. */
  isQuoted: boolean;
}

/**
 * Reads the input of a tool that is plain text, less the blanks around it, and closes its call. Gives the word that ended it,
 * with the blanks before it, or what closed it. Without a mark of its own it may end where the message does. Amortised O(1)
 * per character.
 */
export function* readRawInput(run: FrameRun, input: RawInput): FrameSteps<ReadWord> {
  const reader = new RawInputReader(run, input);
  return yield* reader.read();
}

class RawInputReader {
  readonly #run: FrameRun;
  readonly #input: RawInput;
  readonly #text: TrimmedText | undefined;
  /** Of a quoted one: all of it, told at its end. */
  #quoted = "";

  constructor(run: FrameRun, input: RawInput) {
    this.#run = run;
    this.#input = input;
    const { call } = run;
    if (call === undefined || input.parameter === undefined) return;
    call.startParam(input.parameter);
    this.#text = new TrimmedText(call);
  }

  *read(): FrameSteps<ReadWord> {
    const run = this.#run;
    const { closer, words } = this.#input;
    this.#append(this.#input.before);
    for (;;) {
      const line = yield* this.#readLine();
      const { place } = run;
      if (line === END) return this.#end(run.ended === "cut" || closer !== undefined ? "end" : "close", place, "");
      if (line !== LF) {
        const spaces = closer + (yield* run.while((code) => code === SPACE || code === TAB, MAX_BLANKS));
        const code = yield* run.peek();
        if (code === LF || code === END || code === CR) return this.#end("close", place, closer ?? "");
        this.#append(spaces);
        continue;
      }
      const blanks = yield* run.while(isBlank, MAX_BLANKS);
      const read = yield* readWord(run, words);
      const raw = blanks + read.raw;
      if (read.word !== undefined) {
        this.#end("close", place, "");
        return { word: read.word, raw };
      }
      // Half a word with which the message ends is none of the input.
      if ((yield* run.peek()) !== END || read.raw === "") this.#append(raw);
    }
  }

  /** Reads to the end of the line, or to what may close the input. */
  *#readLine(): FrameSteps<number> {
    const run = this.#run;
    const ends = this.#input.closer === undefined ? /\n/g : /[\n\]]/g;
    run.takePlain = (piece) => {
      ends.lastIndex = 0;
      const isPlain = !ends.test(piece);
      if (isPlain) this.#append(piece);
      return isPlain;
    };
    while (yield* run.more()) {
      const { rest } = run;
      ends.lastIndex = 0;
      const at = ends.exec(rest)?.index ?? rest.length;
      this.#append(rest.slice(0, at));
      run.at += at;
      if (at === rest.length) continue;
      run.takePlain = undefined;
      const code = rest.charCodeAt(at);
      // The line break is read with what begins the next line.
      if (code !== LF) run.skip();
      return code;
    }
    run.takePlain = undefined;
    return END;
  }

  #append(piece: string): void {
    if (this.#input.isQuoted) this.#quoted += piece;
    else this.#text?.append(piece);
  }

  #end(closedBy: "close" | "end", end: number, raw: string): ReadWord {
    const { call } = this.#run;
    if (this.#input.isQuoted) {
      const whole = this.#quoted.trim();
      const inner = whole.slice(1, -1);
      const isAround = closedBy === "close" && whole === `"${inner}"` && !inner.includes('"');
      this.#text?.append(isAround ? inner : whole);
    }
    if (this.#text !== undefined && closedBy === "close") this.#text.finish();
    if (call !== undefined) this.#run.close(closedBy, undefined, end);
    return { word: undefined, raw };
  }
}
