import { MAX_BLANKS, MAX_CALL_NAME } from "../limits.js";
import { CR, isBlank, isNameCharacter, LESS_THAN, LF, SPACE, TAB } from "../scan/characters.js";
import { coerceValue } from "../schema/coerce.js";
import { propertySchema } from "../schema/conform.js";
import type { Frame, FrameSteps } from "./frame.js";
import { END, type FrameRun } from "./frame-run.js";
import { callHandler } from "./json-arguments.js";
import { HASH } from "./json-characters.js";
import type { TagTool } from "./tag-index.js";
import { TagNames } from "./tag-names.js";
import { YamlBody } from "./yaml-body.js";

const COLON = 58;

/**
 * Arguments that are YAML between the tags of a tool: behind the tool's tag a line begins with one of its parameters and a
 * colon. Ends at the tool's close tag, first on its line and indented no further than the parameters, or last on the line of
 * a parameter. It is read from the first character of that line on.
 */
export const yamlFrame: Frame = {
  openers: [],
  weak: true,
  *read(run) {
    const { context } = run;
    const tool = context.index.tool(run.tag?.name ?? "");
    const opener = context.held.peek(context.input, run.place);
    const lineBreak = opener.lastIndexOf("\n");
    const indent = (yield* skipComments(run)) ?? opener.slice(lineBreak + 1);
    const key = yield* run.while((code) => isNameCharacter(code) && code !== COLON, MAX_CALL_NAME);
    if (tool === undefined || lineBreak === -1) return "text";
    // A cut call, where the message ended in what may become a parameter.
    const isCut = (yield* run.peek()) === END && mayBeKey(tool, key);
    if (isCut) run.begin(tool.name);
    if (isCut || tool.parameter(key) === undefined || !(yield* run.literal(":"))) return "text";
    const next = yield* run.peek();
    if (next !== END && !isBlank(next)) return "text";
    run.begin(tool.name);
    yield* new YamlCallReader(run, tool, indent.length).read(`${indent}${key}:`);
    return "text";
  },
};

/** Skips lines that are comments. Gives how the line behind them is indented; `undefined` where there is none. */
function* skipComments(run: FrameRun): FrameSteps<string | undefined> {
  let indent: string | undefined;
  while ((yield* run.peek()) === HASH) {
    for (let code = yield* run.peek(); code !== LF && code !== END; code = yield* run.peek()) run.skip();
    if ((yield* run.peek()) === LF) run.skip();
    indent = yield* run.while((code) => code === SPACE || code === TAB, MAX_BLANKS);
  }
  return indent;
}

/** Whether half a key may become a parameter of the tool. */
function mayBeKey(tool: TagTool, half: string): boolean {
  return [...tool.parameterNames].some((name) => name.toLowerCase().startsWith(half.toLowerCase()));
}

class YamlCallReader {
  readonly #run: FrameRun;
  readonly #tool: TagTool;
  readonly #indent: number;
  readonly #names: TagNames;
  readonly #body: YamlBody;

  /** `indent`: how far the parameters are indented. */
  constructor(run: FrameRun, tool: TagTool, indent: number) {
    this.#run = run;
    this.#tool = tool;
    this.#indent = indent;
    this.#names = new TagNames([tool.name.toLowerCase()]);
    this.#body = new YamlBody(callHandler(run));
  }

  /** Reads from behind the first parameter's colon on; `begun` is what its line holds up to there. */
  *read(begun: string): FrameSteps<void> {
    const run = this.#run;
    this.#body.write(begun);
    let indent = this.#indent;
    for (;;) {
      let end = yield* this.#readText();
      let behind = "";
      if (end === LF) {
        run.skip();
        this.#body.write("\n");
        const blanks = yield* run.while((code) => code === SPACE || code === TAB, MAX_BLANKS);
        indent = blanks.length;
        end = yield* run.peek();
        if (end !== LESS_THAN) this.#body.write(blanks);
        else behind = blanks;
        if (end !== LESS_THAN && end !== END) continue;
      }
      if (end === END) return this.#endOfMessage();
      if (yield* this.#readClose(indent, behind)) return this.#close("close");
    }
  }

  /** Text up to the end of the line, or to a `<`. Gives what stands there. */
  *#readText(): FrameSteps<number> {
    const run = this.#run;
    while (yield* run.more()) {
      const { rest } = run;
      const at = rest.search(/[\n<]/);
      this.#body.write(at === -1 ? rest : rest.slice(0, at));
      run.at = at === -1 ? run.to : run.at + at;
      if (at !== -1) return rest.charCodeAt(at);
    }
    return END;
  }

  /** At a `<`, `blanks` stand before it if it is first on its line. Is it the close tag? Else it is part of a value. */
  *#readClose(indent: number, blanks: string): FrameSteps<boolean> {
    const run = this.#run;
    const isFirst = run.lineBlank;
    const tag = yield* run.readTag(this.#names);
    const raw = blanks + run.raw;
    const isOwn = tag?.isClose === true && indent <= this.#indent;
    if (isOwn && isFirst) return true;
    // Half a tag with which the message ends is none of the value.
    if (tag === undefined && run.ended !== undefined && run.at === run.to && indent <= this.#indent) return false;
    const spaces = isOwn ? yield* run.while((code) => code === SPACE || code === TAB || code === CR, MAX_BLANKS) : "";
    const code = isOwn ? yield* run.peek() : SPACE;
    if (code === LF || (code === END && run.ended !== "cut")) return true;
    this.#body.write(raw + spaces);
    return false;
  }

  /** The message ended in the call. Where it may mend, the call is whole if only its close is missing. */
  #endOfMessage(): void {
    const { call, ended, lineBlank } = this.#run;
    // Tells what is known of the last line, too.
    this.#body.end();
    if (ended !== "mend" || !lineBlank || call?.isComplete !== true) return;
    call.repair("implied-call-close", `</${this.#tool.name}> was missing at the end.`);
    this.#close("repair");
  }

  #close(closedBy: "close" | "repair"): void {
    const { call } = this.#run;
    this.#body.end();
    const { value, repairs } = this.#body;
    for (const { kind, message } of repairs) call?.repair(kind, message);
    if (call === undefined || typeof value !== "object" || value === null) {
      this.#run.close("end");
      return;
    }
    const typed = Object.entries(value).map(([name, one]) => {
      const schema = propertySchema(call.parameters, name);
      return [name, typeof one === "string" ? coerceValue(schema, one) : one] as const;
    });
    this.#run.close(closedBy, { value: Object.fromEntries(typed) });
  }
}
