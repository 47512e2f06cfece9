import { MAX_BLANKS, MIN_HALF_WORD } from "../limits.js";
import { CR, LF, SPACE, TAB } from "../scan/characters.js";
import { acceptedTypes } from "../schema/accepted-types.js";
import { bodyParameters } from "../schema/body-parameters.js";
import { coerceParams } from "../schema/coerce.js";
import { propertySchema } from "../schema/conform.js";
import { parseJson } from "../schema/parse-json.js";
import type { Frame, FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import type { FramedCall } from "./framed-call.js";
import { readLine, readWord, skipSpaces } from "./line-steps.js";
import { ParameterText } from "./parameter-text.js";
import { TrimmedText } from "./trimmed-text.js";

const NAME = "tool_name:";
const ARGUMENT = "begin_arg:";
const FENCE = "```";
const CLOSE = "end_arg";
const UNDERSCORE = 95;

/**
 * The frames of Continue's system message tools: a line `TOOL_NAME: f`, and for each argument a line `BEGIN_ARG: a`, the lines
 * of its value, and a line `END_ARG`. A fence `tool` stands around them, or is missing: then a call ends with its last
 * argument. In a fence the name may stand alone on its line, if arguments or the close of the fence follow. The name must be
 * that of a tool.
 */
export const codeblockFrames: readonly Frame[] = [
  { openers: [{ fence: "tool" }], read: (run) => new CodeblockReader(run).read() },
  { openers: [{ literal: NAME, at: "line-start" }], weak: true, read: (run) => new CodeblockReader(run).read() },
];

/** Takes the pieces of a value. */
interface ValueText {
  append(piece: string): void;
  finish(): void;
}

const NOWHERE: ValueText = { append() {}, finish() {} };

class CodeblockReader {
  readonly #run: FrameRun;
  /** The fence is missing. */
  readonly #isBare: boolean;
  /** The tool at hand requires arguments. */
  #wantsArguments = false;
  /** The word before the name is missing. */
  #isUnnamed = false;
  /** Place behind the last argument of the call. */
  #end = 0;

  constructor(run: FrameRun) {
    this.#run = run;
    this.#isBare = run.opener === NAME;
  }

  *read(): FrameSteps {
    const run = this.#run;
    let first = "";
    if (!this.#isBare) {
      yield* run.skipBlanks();
      const { word, raw } = yield* readWord(run, [NAME]);
      if (word === undefined) first = raw;
      this.#isUnnamed = word === undefined;
    }
    for (let start = run.start; ; start = this.#end) {
      const name = run.toolName(first + (yield* readLine(run)));
      first = "";
      const tool = run.context.index.tool(name);
      if (tool === undefined && !run.hasBegun) return "text";
      // Without a fence the words alone are no sign of a call of a tool that wants arguments, nor is a name without its word.
      this.#wantsArguments = (tool?.required.length ?? 0) > 0;
      const isSure = this.#isBare ? !this.#wantsArguments : !this.#isUnnamed;
      if (isSure) run.begin(name, start);
      this.#end = run.place;
      // A name that may go on is not run.
      if ((yield* run.peek()) === END && run.ended !== "mend") return "text";
      const next = yield* this.#readArguments(() => run.call ?? run.begin(name, start));
      this.#isUnnamed = false;
      if (next !== NAME) return "text";
    }
  }

  /** Reads arguments up to what ends the call, and ends it. Gives what that is. */
  *#readArguments(begin: () => FramedCall): FrameSteps<string | undefined> {
    const run = this.#run;
    for (;;) {
      if (this.#isBare && run.hasBegun) run.hold();
      yield* run.skipBlanks();
      const lineStart = run.place;
      const { word, raw } = yield* readWord(run, [ARGUMENT, NAME, FENCE]);
      if (word === ARGUMENT) {
        const call = begin();
        run.drop();
        const name = this.#argumentName(call, yield* readLine(run));
        // A name that may go on begins nothing.
        if ((yield* run.peek()) === END) return undefined;
        if (!(yield* this.#readValue(this.#textOf(call, name)))) return undefined;
        this.#end = run.place;
      } else if (this.#isBare) {
        return yield* this.#endBare(word, raw);
      } else if (word !== undefined) {
        if (run.call === undefined && this.#wantsArguments) return undefined;
        begin();
        if (word === NAME) run.call?.repair("implied-call-close", "The fence was not closed before another call.");
        const place = word === NAME ? lineStart : run.place;
        this.#close(word === NAME ? "repair" : "close", place);
        this.#end = place;
        return word;
      } else if ((yield* run.peek()) === END) {
        this.#endOfMessage();
        return undefined;
      } else if (!run.hasBegun) {
        return undefined;
      } else {
        // Something between arguments: it is not shown.
        yield* run.while((code) => code !== LF, Number.POSITIVE_INFINITY);
      }
    }
  }

  /** A call without a fence is over where no argument follows. A fence that closes is one whose open line was lost. */
  *#endBare(word: string | undefined, raw: string): FrameSteps<undefined> {
    const run = this.#run;
    if (run.call === undefined) return undefined;
    const isOver = (yield* run.peek()) === END;
    if (!isOver || run.ended !== "cut") this.#close("close", this.#end);
    const code = word === FENCE ? yield* skipSpaces(run) : undefined;
    const isHalf = isOver && raw.length >= MIN_HALF_WORD;
    if (isHalf || code === LF || code === CR || code === END) run.drop();
    return undefined;
  }

  /** The message ended in a fence. Where it may mend, a call is whole if only its close is missing. */
  #endOfMessage(): void {
    const { call, ended, place } = this.#run;
    if (ended !== "mend" || call?.isComplete !== true) return;
    call.repair("implied-call-close", "The fence was not closed at the end.");
    this.#close("repair", place);
  }

  #argumentName(call: FramedCall, written: string): string {
    const names = Object.keys(call.parameters.properties ?? {});
    if (names.includes(written)) return written;
    return names.find((name) => name.toLowerCase() === written.toLowerCase()) ?? written;
  }

  #textOf(call: FramedCall, name: string): ValueText {
    if (name === "") return NOWHERE;
    if (call.has(name)) {
      call.repair("repeated-parameter", `${name} came more than once: the first one counts.`);
      return NOWHERE;
    }
    call.startParam(name);
    return bodyParameters(call.parameters).has(name) ? new ParameterText(call, "layout") : new TrimmedText(call);
  }

  /** Reads a value, from the end of the line of its name to that of `END_ARG`. False where the message ended in it. */
  *#readValue(value: ValueText): FrameSteps<boolean> {
    const run = this.#run;
    while (yield* this.#readLines(value)) {
      value.append("\n");
      const indent = yield* run.while(isSpace, MAX_BLANKS);
      const word = yield* run.while(isLetter, CLOSE.length);
      const isClose = word.toLowerCase() === CLOSE;
      const behind = isClose ? yield* run.while(isSpace, MAX_BLANKS) : "";
      const code = yield* run.peek();
      if (isClose && (code === LF || code === CR || code === END)) {
        value.finish();
        return true;
      }
      // Half the word with which the message ends is none of the value.
      if (code === END && CLOSE.startsWith(word.toLowerCase())) return false;
      value.append(indent + word + behind);
    }
    return false;
  }

  /** Reads to the end of the line, which is read, too. False where the message ended in it. */
  *#readLines(value: ValueText): FrameSteps<boolean> {
    const run = this.#run;
    run.takePlain = (piece) => {
      const isPlain = !piece.includes("\n");
      if (isPlain) value.append(piece);
      return isPlain;
    };
    while (yield* run.more()) {
      const { rest } = run;
      const at = rest.indexOf("\n");
      value.append(at === -1 ? rest : rest.slice(0, at));
      run.at = at === -1 ? run.to : run.at + at + 1;
      if (at === -1) continue;
      run.takePlain = undefined;
      return true;
    }
    run.takePlain = undefined;
    return false;
  }

  /** The call ends at place `end`. A value whose schema says nothing of its type is JSON if it parses as such. */
  #close(closedBy: "close" | "repair", end: number): void {
    const { call } = this.#run;
    if (call === undefined) return;
    const input = coerceParams(call.parameters, call.toldParams);
    for (const [name, text] of call.toldParams) {
      const schema = propertySchema(call.parameters, name);
      const isTyped = schema !== undefined && acceptedTypes(schema) !== undefined;
      const parsed = isTyped || !Object.hasOwn(input, name) ? undefined : parseJson(text.trim());
      if (parsed !== undefined) input[name] = parsed.value;
    }
    this.#run.close(closedBy, { value: input }, end);
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || code === TAB;
}

function isLetter(code: number): boolean {
  return code === UNDERSCORE || ((code | 32) >= 97 && (code | 32) <= 122);
}
