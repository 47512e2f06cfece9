import { MAX_UNKNOWN_CALL } from "../limits.js";
import { Rope } from "../scan/rope.js";
import type { FrameSteps } from "./frame.js";
import type { FrameRun } from "./frame-run.js";
import { callHandler } from "./json-arguments.js";
import { IGNORE, type JsonHandler } from "./json-handler.js";
import { PythonArguments } from "./python-arguments.js";
import { readValue } from "./read-value.js";

const STAR = 42;

/**
 * How a call came out. `call`: it was told, and is closed · `whole`: its arguments are whole, and it is not told: `tell` tells
 * it · `broken`: these are no arguments · `cut`: the message ended in them.
 */
export type PythonCallOutcome = "call" | "whole" | "broken" | "cut";

/**
 * Reads one call `name(…)`, from behind its `(` on. A call of a tool that there is begins with its first argument, so that it
 * can be seen as it grows. Where that is no sure sign of a call (`search(1)` in prose, or a tool that nobody knows) it is kept
 * until its arguments are whole. Amortised O(1) per character.
 */
export class PythonCallReader {
  readonly #run: FrameRun;
  readonly #name: string;
  readonly #start: number;
  /** The arguments as written, of a call that is not told as it is read. */
  readonly #kept = new Rope();
  #end = 0;

  /** `start`: where the call begins. */
  constructor(run: FrameRun, name: string, start: number) {
    this.#run = run;
    this.#name = run.toolName(name);
    this.#start = start;
  }

  /** There is such a tool. */
  get isKnown(): boolean {
    return this.#run.context.index.tool(this.#name) !== undefined;
  }

  *read(): FrameSteps<PythonCallOutcome> {
    const code = yield* this.#run.skipBlanks();
    const isNamed = isNameStart(code) || code === STAR;
    return yield* this.isKnown && (isNamed || !this.#isWeak) ? this.#readTold() : this.#readKept();
  }

  /** The call is one after all: tells all that was read of it, and closes it where it is whole. */
  tell(): void {
    const reader = this.#newReader(this.#handlerThatBegins());
    this.#begin();
    reader.write(this.#kept.toString());
    if (reader.closed) this.#close(reader);
  }

  get #isWeak(): boolean {
    return this.#run.frame.weak === true;
  }

  *#readTold(): FrameSteps<PythonCallOutcome> {
    const run = this.#run;
    const reader = this.#newReader(this.#handlerThatBegins());
    const end = yield* readValue(run, reader);
    if (end === "broken") {
      run.close("end");
      return "broken";
    }
    this.#begin();
    if (end === "half") return "cut";
    this.#end = run.place;
    this.#close(reader);
    return "call";
  }

  *#readKept(): FrameSteps<PythonCallOutcome> {
    const longest = this.#isWeak && !this.isKnown ? MAX_UNKNOWN_CALL : Number.POSITIVE_INFINITY;
    const end = yield* readValue(this.#run, this.#newReader(IGNORE), {
      longest,
      onPiece: (piece) => this.#kept.append(piece),
    });
    this.#end = this.#run.place;
    if (end !== "half") return end;
    if (this.isKnown || !this.#isWeak) this.tell();
    return "cut";
  }

  #newReader(handler: JsonHandler): PythonArguments {
    const { properties = {} } = this.#run.context.index.tool(this.#name)?.definition.parameters ?? {};
    return new PythonArguments(handler, Object.keys(properties));
  }

  #handlerThatBegins(): JsonHandler {
    const handler = callHandler(this.#run);
    return {
      ...handler,
      onKey: (name) => {
        this.#begin();
        handler.onKey(name);
      },
    };
  }

  #begin(): void {
    if (this.#run.call === undefined) this.#run.begin(this.#name, this.#start);
  }

  #close(reader: PythonArguments): void {
    for (const { kind, message } of reader.repairs) this.#run.call?.repair(kind, message);
    this.#run.close("close", { value: reader.value }, this.#end);
  }
}

/** A letter of ASCII or an underscore: what a name begins with. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;
}
