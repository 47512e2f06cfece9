import { MAX_INNER_FENCE_INFO } from "../limits.js";
import { BACKTICK, DOUBLE_QUOTE } from "../scan/characters.js";
import type { FrameSteps } from "./frame.js";
import type { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { readJsonArguments } from "./json-arguments.js";
import { CLOSE_BRACE, CLOSE_BRACKET, OPEN_BRACE } from "./json-characters.js";
import { readNamelessArguments } from "./nameless-arguments.js";

/** What stands before the arguments of a call. Without a name it is the tool that the arguments fit, if they fit but one. */
export interface CallHeader {
  name?: string;
  providerCallId?: string;
  /** Place from which on it is text if no arguments follow; only marks stand before. Absent: the opener is text, too. */
  textFrom?: number;
}

/**
 * How a call came out. `none`: no JSON stands there, and nothing was begun · `call`: it is over, what follows is no mark and
 * is held · `mark`: a mark closed it, and was read · `cut`: the message ended in it.
 */
export type NamedCallEnd = "none" | "call" | "mark" | "cut";

/**
 * Reads a call from behind its header on: a JSON object with its arguments, or nothing and a mark, up to behind the mark
 * that follows. A code fence may stand around the object, and brackets too much behind it. Amortised O(1) per character.
 */
export function* readNamedCall(run: FrameRun, marks: FrameMarks, header: CallHeader): FrameSteps<NamedCallEnd> {
  const isFenced = (yield* run.skipBlanks()) === BACKTICK;
  if (isFenced && !(yield* openFence(run))) return "none";
  const end = yield* readArguments(run, isFenced ? marks.behindFence() : marks, header);
  if (end !== "call") return end;
  run.hold();
  return yield* readClose(run, marks, isFenced);
}

function* openFence(run: FrameRun): FrameSteps<boolean> {
  if (!(yield* run.literal("```"))) return false;
  yield* run.while((code) => code >= 97 && code <= 122, MAX_INNER_FENCE_INFO);
  return true;
}

function* readArguments(
  run: FrameRun,
  marks: FrameMarks,
  { name, providerCallId }: CallHeader,
): FrameSteps<NamedCallEnd> {
  const code = yield* run.skipBlanks();
  const isJson = code === OPEN_BRACE || code === DOUBLE_QUOTE;
  if (name === undefined) return isJson ? yield* readNamelessArguments(run, marks) : "none";
  if (!isJson && code !== END && !(yield* marks.read(run))) return "none";
  run.begin(name, run.start, providerCallId);
  if (isJson) return yield* readJsonArguments(run, marks);
  if (code === END) return "cut";
  run.close("close", { value: {} }, run.place - marks.found.length);
  return "mark";
}

/** What may follow the arguments, up to behind the first mark. */
function* readClose(run: FrameRun, marks: FrameMarks, isFenced: boolean): FrameSteps<NamedCallEnd> {
  let code = yield* run.skipBlanks();
  while (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
    run.skip();
    run.drop();
    run.hold();
    code = yield* run.skipBlanks();
  }
  if (isFenced && code === BACKTICK) {
    if (!(yield* run.literal("```"))) return "call";
    run.drop();
    run.hold();
    yield* run.skipBlanks();
  }
  if (!(yield* marks.read(run))) return "call";
  run.drop();
  return "mark";
}
