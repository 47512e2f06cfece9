import { MAX_CALL_NAME } from "../limits.js";
import { isNameCharacter } from "../scan/characters.js";
import { DelimitedArguments } from "./delimited-arguments.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { callHandler } from "./json-arguments.js";
import { CLOSE_BRACE, COLON, OPEN_BRACE } from "./json-characters.js";
import { readValue } from "./read-value.js";

const CALL = "call:";

/** How one Gemma spells its calls. */
export interface GemmaFrameForm {
  openers: readonly FrameOpener[];
  /** The mark that closes it. */
  close: string;
  /** Stands on both sides of a text. */
  quote: string;
}

/**
 * A frame of one call as the Gemma models write it, `call:f{key:value}`.
 *
 * @example gemmaFrame({ openers: [{ tag: "|tool_call" }], close: "<tool_call|>", quote: '<|"|>' })
 */
export function gemmaFrame(form: GemmaFrameForm): Frame {
  return { openers: form.openers, read: (run) => readMarkedCall(run, form) };
}

/**
 * The same call where the model lost its opener: `call:f{`, first on its line or behind its thoughts, or `<call>f{`. The
 * tool must be known, and what follows be arguments in the form of the Gemma models.
 */
export function bareGemmaFrame(form: GemmaFrameForm): Frame {
  return { openers: form.openers, weak: true, read: (run) => readBareCall(run, form) };
}

function* readMarkedCall(run: FrameRun, form: GemmaFrameForm): FrameSteps {
  // A model may put a colon too much before it.
  if ((yield* run.skipBlanks()) === COLON) run.skip();
  if (!(yield* run.literal(CALL))) return "text";
  const name = yield* readName(run);
  if (name === "") return "text";
  run.begin(name);
  return yield* readCall(run, form);
}

function* readBareCall(run: FrameRun, form: GemmaFrameForm): FrameSteps {
  const name = yield* readName(run);
  const tool = run.context.index.tool(run.toolName(name));
  if (tool === undefined) return "text";
  const first = yield* run.skipBlanks();
  const key = yield* run.while((code) => isNameCharacter(code) && code !== COLON, MAX_CALL_NAME);
  const isEmpty = first === CLOSE_BRACE && tool.required.length === 0;
  if (!isEmpty && (tool.parameter(key) === undefined || (yield* run.peek()) !== COLON)) return "text";
  run.begin(name);
  return yield* readCall(run, form, key);
}

/** The name, and the brace behind it; empty where they are none. */
function* readName(run: FrameRun): FrameSteps<string> {
  yield* run.skipBlanks();
  const name = yield* run.while(isNameCharacter, MAX_CALL_NAME);
  if (name === "" || (yield* run.skipBlanks()) !== OPEN_BRACE) return "";
  run.skip();
  return name;
}

/** Reads the open call, from behind its brace to behind its close; `begun`: what was read of its arguments. */
function* readCall(run: FrameRun, { close, quote }: GemmaFrameForm, begun = ""): FrameSteps {
  const reader = new DelimitedArguments(callHandler(run), [quote], close);
  reader.write(begun);
  const end = yield* readValue(run, reader);
  for (const { kind, message } of reader.repairs) run.call?.repair(kind, message);
  if (end === "half") return "text";
  if (end === "broken") run.close("end");
  else run.close(reader.closedByFrame ? "repair" : "close", { value: reader.value });
  if (reader.closedByFrame) return "text";
  const marks = new FrameMarks([close]);
  run.hold();
  if ((yield* run.skipBlanks()) !== END && (yield* marks.read(run))) run.drop();
  return "text";
}
