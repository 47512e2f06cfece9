import { MAX_BLANKS, MAX_CALL_NAME, MAX_INNER_FENCE_INFO, MIN_HALF_WORD } from "../limits.js";
import { BACKTICK, DOUBLE_QUOTE, isBlank, LESS_THAN, LF } from "../scan/characters.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { readJsonArguments } from "./json-arguments.js";
import { JsonCallReader } from "./json-call-reader.js";
import { CLOSE_BRACKET, OPEN_BRACE, OPEN_BRACKET } from "./json-characters.js";
import { readWord } from "./line-steps.js";
import { PythonCallReader } from "./python-call-reader.js";
import { readRawInput } from "./raw-input.js";

const OPEN_PAREN = 40;

/** The words around calls of the ReAct kind, lower case, each first on its line. */
export interface ReactWords {
  openers: readonly FrameOpener[];
  /** Stand before the input. */
  input: readonly string[];
  /** Stands before the tool's answer, which is not the model's to write. */
  result: string;
  /** Where one of these stands, an input that is plain text is over. */
  others: readonly string[];
  weak?: true;
}

/**
 * A frame of a tool's name and, on the next line, its input: a JSON object, or text for its only parameter. Read as well:
 * `Action: f[text]`, `Action: f(a='x')`, and a JSON object of both, which may stand in a fence. What a model writes from the
 * tool's answer on is made up: it is not shown, and nothing in it is a call.
 */
export function reactFrame(words: ReactWords): Frame {
  const { openers, weak } = words;
  return { openers, ...(weak === true && { weak }), read: (run) => new ReactReader(run, words).read() };
}

class ReactReader {
  readonly #run: FrameRun;
  readonly #words: ReactWords;
  #name = "";
  #isFenced = false;

  constructor(run: FrameRun, words: ReactWords) {
    this.#run = run;
    this.#words = words;
  }

  *read(): FrameSteps {
    const run = this.#run;
    yield* run.skipBlanks();
    this.#isFenced = (yield* run.while((code) => code === BACKTICK, 3)) === "```";
    const first = yield* run.peek();
    if (this.#isFenced || first === OPEN_BRACE || first === OPEN_BRACKET) return yield* this.#readJsonCall();
    const written = yield* run.while(
      (code) => code !== LF && code !== OPEN_BRACKET && code !== OPEN_PAREN && code !== LESS_THAN,
      MAX_CALL_NAME,
    );
    this.#name = run.toolName(written.trim().replace(/^[`"'*]+|[`"'*]+$/g, ""));
    if ((yield* run.peek()) === END && !this.#isKnown) run.endsInName(this.#name);
    if (this.#name === "" || (run.frame.weak === true && !this.#isKnown)) return "text";
    switch (yield* run.peek()) {
      case OPEN_BRACKET:
        run.skip();
        return yield* this.#readRaw("", "]");
      case OPEN_PAREN:
        return yield* this.#readPythonCall();
      case LF:
        return yield* this.#readInput();
      case END:
        return this.#endInName();
      default:
        return "text";
    }
  }

  get #isKnown(): boolean {
    return this.#run.context.index.tool(this.#name) !== undefined;
  }

  /** The tool can be called without arguments. */
  get #needsNothing(): boolean {
    return (this.#run.context.index.tool(this.#name)?.required.length ?? 0) === 0;
  }

  /** The tool has no parameters. */
  get #takesNothing(): boolean {
    const { properties = {} } = this.#run.context.index.tool(this.#name)?.definition.parameters ?? {};
    return Object.keys(properties).length === 0;
  }

  #begin(): void {
    this.#run.begin(this.#name);
  }

  /** The message ended in a name, which may go on. */
  #endInName(): "text" {
    this.#begin();
    if (this.#run.ended === "mend" && this.#needsNothing) this.#run.close("close");
    return "text";
  }

  /** An object of the tool's name and its input. */
  *#readJsonCall(): FrameSteps {
    const run = this.#run;
    if (this.#isFenced) yield* run.while((code) => code >= 97 && code <= 122, MAX_INNER_FENCE_INFO);
    if ((yield* run.skipBlanks()) === OPEN_BRACKET) run.skip();
    if ((yield* run.skipBlanks()) !== OPEN_BRACE) return "text";
    run.skip();
    const outcome = yield* new JsonCallReader(run, new FrameMarks([])).read(run.start);
    return outcome === "call" ? yield* this.#readBehind() : "text";
  }

  *#readPythonCall(): FrameSteps {
    const run = this.#run;
    const call = new PythonCallReader(run, this.#name, run.start);
    run.skip();
    const outcome = yield* call.read();
    if (outcome === "broken" || outcome === "cut") return "text";
    if (outcome === "whole") call.tell();
    return yield* this.#readBehind();
  }

  /** Behind the line of the name: the input, or nothing of it. */
  *#readInput(): FrameSteps {
    const run = this.#run;
    const { place } = run;
    const blanks = yield* run.while(isBlank, MAX_BLANKS);
    const { word, raw } = yield* readWord(run, [...this.#words.input, this.#words.result]);
    if (word !== undefined && word !== this.#words.result) return yield* this.#readArguments();
    if (word === undefined && (yield* run.peek()) === END) {
      this.#begin();
      const isWhole = this.#takesNothing ? run.ended !== "cut" : run.ended === "mend" && this.#needsNothing;
      if (isWhole && this.#words.result.startsWith(raw.toLowerCase())) run.close("close", undefined, place);
      return "text";
    }
    // Without its input a name may stand in prose.
    if (!(word === undefined ? this.#takesNothing : this.#needsNothing)) return "text";
    this.#begin();
    run.close("close", undefined, place);
    if (word !== undefined) return yield* this.#skipRest();
    run.reopen(blanks + raw);
    return "text";
  }

  *#readArguments(): FrameSteps {
    const run = this.#run;
    let before = "";
    if ((yield* run.skipBlanks()) === BACKTICK) {
      before += yield* run.while((code) => code === BACKTICK, 3);
      before += yield* run.while((code) => code >= 97 && code <= 122, MAX_INNER_FENCE_INFO);
      before += yield* run.while(isBlank, MAX_BLANKS);
      this.#isFenced = true;
    }
    if ((yield* run.peek()) !== OPEN_BRACE) return yield* this.#readRaw(before);
    this.#begin();
    const outcome = yield* readJsonArguments(run, new FrameMarks([]));
    return outcome === "cut" ? "text" : yield* this.#readBehind();
  }

  /** Text is the value of the parameter that the tool wants, if that is one. */
  *#readRaw(before: string, closer?: "]"): FrameSteps {
    const run = this.#run;
    if (before === "" && (yield* run.peek()) === END) {
      this.#begin();
      return "text";
    }
    const { properties = {}, required = [] } = run.context.index.tool(this.#name)?.definition.parameters ?? {};
    const names = Object.keys(properties);
    const wanted = required.length === 1 ? required : names;
    if (wanted.length > 1 && required.length === 0) return "text";
    this.#begin();
    const end = yield* readRawInput(run, {
      before,
      parameter: wanted.length === 1 ? wanted[0] : undefined,
      words: [this.#words.result, ...this.#words.others],
      closer,
      isQuoted: before === "" && (yield* run.peek()) === DOUBLE_QUOTE,
    });
    if (end.word === this.#words.result) return yield* this.#skipRest();
    if (end.word !== undefined) run.reopen(end.raw);
    else if (end.raw === closer) return yield* this.#readBehind();
    return "text";
  }

  /** Behind the call: the close of its fence, and the tool's answer, if the model made one up. */
  *#readBehind(): FrameSteps {
    const run = this.#run;
    run.hold();
    if ((yield* run.skipBlanks()) === CLOSE_BRACKET) run.skip();
    if (this.#isFenced && (yield* run.skipBlanks()) === BACKTICK) {
      if (!(yield* run.literal("```"))) return "text";
      run.drop();
      run.hold();
    }
    yield* run.skipBlanks();
    const { word, raw } = yield* readWord(run, [this.#words.result]);
    if (word !== undefined) return yield* this.#skipRest();
    // Half the word with which the message ends is not shown.
    if (raw.length >= MIN_HALF_WORD && (yield* run.peek()) === END) run.drop();
    return "text";
  }

  *#skipRest(): FrameSteps {
    const run = this.#run;
    run.drop();
    while (yield* run.more()) run.at = run.to;
    return "text";
  }
}
