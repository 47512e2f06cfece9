import { MAX_CALL_KEY } from "../limits.js";
import { CR, DOUBLE_QUOTE, isBlank, LESS_THAN, LF, SINGLE_QUOTE, SLASH } from "../scan/characters.js";
import { isUnsafeKey } from "../schema/parse-json.js";
import type { FrameSteps } from "./frame.js";
import type { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, HASH, isTokenCharacter, OPEN_BRACE } from "./json-characters.js";
import { IGNORE, type JsonHandler } from "./json-handler.js";
import { JsonReader } from "./json-value.js";
import { type JsonEnd, readJson } from "./read-json.js";

/** Keys under which models write a tool's name, and its arguments. */
const NAME_KEYS: ReadonlySet<string> = new Set(["name", "tool", "tool_name", "function", "function_name", "action"]);
const ARGUMENT_KEYS: ReadonlySet<string> = new Set([
  "arguments",
  "parameters",
  "args",
  "params",
  "input",
  "action_input",
  "kwargs",
  "tool_args",
  "tool_input",
  "tool_parameters",
  "function_args",
  "function_arguments",
]);
/** What else may stand in a call that has no mark of its own. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["type", "id", "tool_call_id", "call_id", "index"]);
/** Of `null`, and of `None`. */
const LETTER_N = 110;
const CAPITAL_N = 78;

/**
 * How an object came out: a `call` · `nameless`: an object that names no tool · `none`: no JSON, or no call of a tool that
 * there is where that is asked · `cut`: the message ended in it. `mark`: as `call`, but a mark of the frame closed it, which
 * was read.
 */
export type JsonCallOutcome = "call" | "nameless" | "none" | "cut" | "mark";

/**
 * Reads one call that is a JSON object of a name and arguments, from behind its `{` on. Whichever comes first: arguments before
 * the name wait for it. The call begins when its name is known, in a frame that is no sure sign only when its arguments
 * begin to fit the tool. It closes with its object. Amortised O(1) per character.
 */
export class JsonCallReader {
  readonly #run: FrameRun;
  readonly #marks: FrameMarks;
  #name: string | undefined;
  #providerCallId: string | undefined;
  /** The arguments, once they are whole. */
  #value: { value: unknown } | undefined;
  /** Members beside the name that are parameters of the tool. */
  readonly #beside = new Map<string, unknown>();
  /** Their text, where it came before the name. */
  #waiting: string | undefined;
  #depth = 0;
  /** A second brace stood behind the first. */
  #isDoubled = false;
  #start = 0;

  constructor(run: FrameRun, marks: FrameMarks) {
    this.#run = run;
    this.#marks = marks;
  }

  /** `start`: where the call begins. */
  *read(start: number): FrameSteps<JsonCallOutcome> {
    const run = this.#run;
    this.#start = start;
    this.#depth = 1;
    for (;;) {
      const code = yield* this.#skip();
      if (code === END) return this.#atEnd();
      if (code === CLOSE_BRACE) {
        run.skip();
        if (--this.#depth === 0) return this.#close("close");
        continue;
      }
      if (code === OPEN_BRACE && run.call === undefined && !this.#isWeak && !this.#isDoubled && !this.#hasArguments) {
        // Prompts in which braces are doubled, as in a template, teach it so.
        run.skip();
        this.#depth++;
        this.#isDoubled = true;
        continue;
      }
      if (code === CLOSE_BRACKET && this.#isWholeBut) return this.#closeMissing();
      const isKey = code === DOUBLE_QUOTE || code === SINGLE_QUOTE || isTokenCharacter(code);
      if (!isKey || code === LESS_THAN) return yield* this.#closeAtMark();
      const key = yield* this.#readKey(code);
      if (key === undefined) return this.#fail();
      const outcome = yield* this.#readMember(key);
      if (outcome !== "next") return outcome;
    }
  }

  get #isWeak(): boolean {
    return this.#run.frame.weak === true;
  }

  get #hasArguments(): boolean {
    return this.#value !== undefined || this.#waiting !== undefined;
  }

  /** Skips blanks, commas and comments between members. */
  *#skip(): FrameSteps<number> {
    const run = this.#run;
    for (;;) {
      const code = yield* run.peek();
      if (isBlank(code) || code === COMMA) run.skip();
      else if (code === SLASH || code === HASH) yield* this.#skipComment(code);
      else return code;
    }
  }

  *#skipComment(first: number): FrameSteps<void> {
    const run = this.#run;
    run.skip();
    const isBlock = first === SLASH && (yield* run.peek()) === 42;
    let before = 0;
    for (let code = yield* run.peek(); code !== END; code = yield* run.peek()) {
      if (!isBlock && (code === LF || code === CR)) return;
      run.skip();
      if (isBlock && before === 42 && code === SLASH) return;
      before = code;
    }
  }

  *#readKey(first: number): FrameSteps<string | undefined> {
    const run = this.#run;
    const isQuoted = first === DOUBLE_QUOTE || first === SINGLE_QUOTE;
    if (isQuoted) run.skip();
    const key = yield* run.while(isQuoted ? (code) => code !== first && code !== LF : isTokenCharacter, MAX_CALL_KEY);
    if (isQuoted) {
      if ((yield* run.peek()) !== first) return undefined;
      run.skip();
    }
    if (this.#isWeak && !NAME_KEYS.has(key) && !ARGUMENT_KEYS.has(key) && !OTHER_KEYS.has(key)) return undefined;
    if ((yield* run.skipBlanks()) !== COLON) return undefined;
    run.skip();
    return key;
  }

  *#readMember(key: string): FrameSteps<JsonCallOutcome | "next"> {
    const run = this.#run;
    const code = yield* run.skipBlanks();
    if (code === END) return this.#atEnd();
    if (key === "function" && code === OPEN_BRACE) {
      // The form of OpenAI's wire: {"type": "function", "function": {"name": …, "arguments": …}}
      run.skip();
      this.#depth++;
      return "next";
    }
    if (NAME_KEYS.has(key) && this.#name === undefined && (code === DOUBLE_QUOTE || code === SINGLE_QUOTE)) {
      return yield* this.#readName();
    }
    if (NAME_KEYS.has(key) && this.#name === undefined) return this.#fail();
    if (ARGUMENT_KEYS.has(key) && !this.#hasArguments) return yield* this.#readArguments(code);
    const reader = new JsonReader(IGNORE, this.#marks);
    const end = yield* readJson(run, reader, this.#marks);
    const isId = end === "whole" && (key === "id" || key === "tool_call_id");
    if (isId && typeof reader.value === "string" && reader.value !== "") this.#providerCallId = reader.value;
    if (end === "whole" && this.#isParameter(key)) this.#beside.set(key, reader.value);
    return this.#after(end);
  }

  /** The tool that was named has a parameter of this name. */
  #isParameter(key: string): boolean {
    return !isUnsafeKey(key) && this.#run.context.index.tool(this.#name ?? "")?.parameter(key)?.name === key;
  }

  *#readName(): FrameSteps<JsonCallOutcome | "next"> {
    const run = this.#run;
    const reader = new JsonReader(IGNORE);
    const end = yield* readJson(run, reader, this.#marks);
    if (end !== "whole") return this.#after(end);
    const name = typeof reader.value === "string" ? reader.value.trim() : "";
    if (name === "") return this.#fail();
    if (this.#isWeak && run.context.index.tool(name) === undefined) return this.#fail();
    this.#name = name;
    if (!this.#isWeak) this.#begin();
    if (this.#waiting === undefined) return "next";
    if (this.#isWeak && !this.#fits(Object.keys(this.#value?.value ?? {}))) return this.#fail();
    this.#tellWaiting();
    return "next";
  }

  *#readArguments(code: number): FrameSteps<JsonCallOutcome | "next"> {
    const run = this.#run;
    if (this.#name === undefined) return yield* this.#keepArguments();
    if (this.#isWeak && !mayBeArguments(code)) return this.#fail();
    let isFitting = true;
    const handler = this.#handlerThatBegins((key) => {
      isFitting &&= this.#run.hasBegun || this.#fits([key]);
    });
    const reader = new JsonReader(handler, this.#marks);
    const end = yield* readJson(run, reader, this.#marks, () => isFitting);
    if (!isFitting) return this.#fail();
    for (const { kind, message } of reader.repairs) this.#note(kind, message);
    if (end === "half" || end === "broken") return this.#after(end);
    this.#value = { value: reader.value };
    if (typeof reader.value === "string") this.#takeText(reader.value);
    if (this.#isWeak && run.call === undefined && !this.#fits(Object.keys(reader.value ?? {}))) return this.#fail();
    return this.#after(end);
  }

  /** Text in place of the arguments is the value of the tool's only parameter, but where it is an object that was quoted. */
  #takeText(text: string): void {
    const names = Object.keys(this.#run.context.index.tool(this.#name ?? "")?.definition.parameters.properties ?? {});
    const [name] = names;
    if (name === undefined || names.length > 1 || text === "" || text.trimStart().startsWith("{")) return;
    this.#value = { value: { [name]: text } };
    this.#begin();
    this.#run.call?.startParam(name);
    this.#run.call?.append(text);
    this.#run.call?.endParam();
  }

  #note(...repair: Parameters<NonNullable<FrameRun["call"]>["repair"]>): void {
    this.#run.call?.repair(...repair);
  }

  /** Arguments that come before the name are read, and told once that is known. */
  *#keepArguments(): FrameSteps<JsonCallOutcome | "next"> {
    const reader = new JsonReader(IGNORE, this.#marks);
    let text = "";
    const end = yield* readJson(this.#run, reader, this.#marks, (piece) => {
      text += piece;
      return true;
    });
    this.#waiting = text;
    this.#value = { value: reader.value };
    return this.#after(end);
  }

  #tellWaiting(): void {
    const reader = new JsonReader(
      this.#handlerThatBegins(() => {}),
      this.#marks,
    );
    reader.write(this.#waiting ?? "");
    if (!reader.closed) reader.closeMissing();
    for (const { kind, message } of reader.repairs) this.#note(kind, message);
    this.#begin();
    this.#waiting = undefined;
  }

  /** Tells the call of its arguments. `onFirst` hears of each key before it is told. */
  #handlerThatBegins(onFirst: (key: string) => void): JsonHandler {
    return {
      onKey: (name) => {
        onFirst(name);
        if (this.#isWeak && !this.#run.hasBegun && !this.#fits([name])) return;
        this.#begin();
        this.#run.call?.startParam(name);
      },
      onText: (_name, piece) => this.#run.call?.append(piece),
      onValueEnd: () => this.#run.call?.endParam(),
      onClose() {},
    };
  }

  #begin(): void {
    if (this.#run.call !== undefined || this.#name === undefined) return;
    this.#run.begin(this.#name, this.#start, this.#providerCallId);
    if (this.#isDoubled) this.#note("json-syntax", "The JSON was mended: braces were doubled.");
  }

  /** These are arguments of the tool. */
  #fits(keys: readonly string[]): boolean {
    const definition = this.#run.context.index.tool(this.#name ?? "")?.definition;
    if (definition === undefined) return false;
    const { properties = {}, additionalProperties } = definition.parameters;
    const isOpen = additionalProperties !== undefined && additionalProperties !== false;
    return keys.every((key) => isOpen || Object.hasOwn(properties, key));
  }

  /** How the value at hand ended, and what that is to the call. */
  #after(end: JsonEnd): JsonCallOutcome | "next" {
    if (end === "whole") return "next";
    if (end === "marked") return this.#closeBehindMark();
    return end === "broken" ? this.#fail() : this.#atEnd();
  }

  /** Something stands where a member or a bracket should: the mark that closes the frame, if anything. */
  *#closeAtMark(): FrameSteps<JsonCallOutcome> {
    return (yield* this.#marks.read(this.#run)) ? this.#closeBehindMark() : this.#fail();
  }

  #closeBehindMark(): JsonCallOutcome {
    if (this.#name === undefined) return "nameless";
    const outcome = this.#closeMissing();
    return outcome === "call" ? "mark" : outcome;
  }

  #atEnd(): JsonCallOutcome {
    return this.#run.ended === "mend" && this.#isWholeBut ? this.#closeMissing() : "cut";
  }

  /** Its name and its arguments are there: nothing but brackets may be missing. */
  get #isWholeBut(): boolean {
    return this.#value !== undefined && this.#name !== undefined;
  }

  #closeMissing(): JsonCallOutcome {
    this.#begin();
    this.#note("json-syntax", "The JSON was mended: a closing bracket was missing.");
    return this.#close("repair");
  }

  /** It is no call after all; one that has begun cannot be taken back, and is not run. */
  #fail(): JsonCallOutcome {
    if (this.#run.call === undefined) return "none";
    this.#run.close("end");
    return "call";
  }

  #close(closedBy: "close" | "repair"): JsonCallOutcome {
    const run = this.#run;
    if (this.#name === undefined) return "nameless";
    const value = this.#value?.value;
    const isNone = value === undefined || value === null || value === "";
    if (run.call === undefined && this.#isWeak && this.#value === undefined) return "none";
    this.#begin();
    run.close(closedBy, { value: isNone ? this.#tellBeside() : value });
    return "call";
  }

  /** There were no arguments, but members beside the name that are parameters of the tool: those are the arguments. */
  #tellBeside(): Record<string, unknown> {
    const { call } = this.#run;
    if (this.#beside.size > 0) call?.repair("json-syntax", "The JSON was mended: the arguments stood beside the name.");
    for (const [key, value] of this.#beside) {
      call?.startParam(key);
      call?.append(typeof value === "string" ? value : JSON.stringify(value));
      call?.endParam();
    }
    return Object.fromEntries(this.#beside);
  }
}

/** An object, one that was written as a string, or null. */
function mayBeArguments(code: number): boolean {
  const isQuote = code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
  return code === OPEN_BRACE || isQuote || code === LETTER_N || code === CAPITAL_N;
}
