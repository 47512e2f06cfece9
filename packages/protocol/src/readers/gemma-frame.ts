import { isNameCharacter } from "../scan/characters.js";
import { DelimitedArguments } from "./delimited-arguments.js";
import type { Frame, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { callHandler } from "./json-arguments.js";
import { OPEN_BRACE } from "./json-characters.js";
import { readValue } from "./read-value.js";

const LONGEST_NAME = 200;

/** How one Gemma spells its calls. */
export interface GemmaFrameForm {
  /** Name of the tag that opens a call. */
  tag: string;
  /** The mark that closes it. */
  close: string;
  /** Stands on both sides of a text. */
  quote: string;
}

/**
 * A frame of one call as the Gemma models write it, `call:f{key:value}`.
 *
 * @example gemmaFrame({ tag: "|tool_call", close: "<tool_call|>", quote: '<|"|>' })
 */
export function gemmaFrame(form: GemmaFrameForm): Frame {
  return { openers: [{ tag: form.tag }], read: (run) => readCall(run, form) };
}

function* readCall(run: FrameRun, { close, quote }: GemmaFrameForm): FrameSteps {
  yield* run.skipBlanks();
  if (!(yield* run.literal("call:"))) return "text";
  yield* run.skipBlanks();
  const name = yield* run.while(isNameCharacter, LONGEST_NAME);
  if (name === "" || (yield* run.skipBlanks()) !== OPEN_BRACE) return "text";
  run.skip();
  run.begin(name);
  const reader = new DelimitedArguments(callHandler(run), [quote], close);
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
