import { MAX_CALL_NAME } from "../limits.js";
import { DOUBLE_QUOTE, SINGLE_QUOTE } from "../scan/characters.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { readJsonArguments } from "./json-arguments.js";
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET } from "./json-characters.js";

/** What stands around calls that are members of objects. */
export interface KeyedJsonForm {
  openers: readonly FrameOpener[];
  closes: readonly string[];
}

/**
 * A frame of calls that are members of JSON objects, the name as the key and the arguments as its value; the objects may
 * stand in a list.
 *
 * @example keyedJsonFrame({ openers: [{ tag: "|tools_prefix|" }], closes: ["<|tools_suffix|>"] }) // [{"f": {"a": 1}}]
 */
export function keyedJsonFrame({ openers, closes }: KeyedJsonForm): Frame {
  return { openers, read: (run) => readCalls(run, new FrameMarks(closes)) };
}

function* readCalls(run: FrameRun, marks: FrameMarks): FrameSteps {
  const from = run.place;
  for (;;) {
    const code = yield* skipBrackets(run);
    const start = run.hasBegun ? run.place : run.start;
    if (code !== DOUBLE_QUOTE && code !== SINGLE_QUOTE) {
      if (run.hasBegun && (yield* marks.read(run))) run.drop();
      break;
    }
    const name = yield* readKey(run, code);
    if (name === undefined) break;
    const first = yield* run.peek();
    // The arguments may be an object that was quoted; text under a key that names no tool is none.
    const isText = first === DOUBLE_QUOTE && run.context.index.tool(run.toolName(name)) !== undefined;
    if (first !== OPEN_BRACE && !isText && first !== END) break;
    run.begin(name, start);
    if (first === END || (yield* readJsonArguments(run, marks)) !== "call") break;
    run.hold();
  }
  if (run.ended === undefined && !run.hasBegun) run.giveBack(from);
  // Half a key, or half a mark, is no text where the message ended in it.
  if (run.ended !== undefined && run.hasBegun) run.drop();
  return "text";
}

/** Skips what stands between members. What was skipped behind a call belongs to the frame. */
function* skipBrackets(run: FrameRun): FrameSteps<number> {
  for (;;) {
    const code = yield* run.skipBlanks();
    const isBehindCall = code === CLOSE_BRACE || code === CLOSE_BRACKET;
    if (code !== OPEN_BRACE && code !== OPEN_BRACKET && code !== COMMA && !(isBehindCall && run.hasBegun)) return code;
    run.skip();
    if (!isBehindCall) continue;
    run.drop();
    run.hold();
  }
}

/** Reads a key, to behind its colon. Undefined: it is none. */
function* readKey(run: FrameRun, quote: number): FrameSteps<string | undefined> {
  run.skip();
  const name = yield* run.while((code) => code !== quote, MAX_CALL_NAME);
  if ((yield* run.peek()) !== quote || name === "") return undefined;
  run.skip();
  if ((yield* run.skipBlanks()) !== COLON) return undefined;
  run.skip();
  yield* run.skipBlanks();
  return name;
}
