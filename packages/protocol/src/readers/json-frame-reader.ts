import { MAX_INNER_FENCE_INFO } from "../limits.js";
import { BACKTICK, TILDE } from "../scan/characters.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { JsonCallReader } from "./json-call-reader.js";
import { CLOSE_BRACE, CLOSE_BRACKET, COMMA, OPEN_BRACE, OPEN_BRACKET } from "./json-characters.js";

const SEMICOLON = 59;

/** What stands around calls that are JSON objects. */
export interface JsonFrameForm {
  openers: readonly FrameOpener[];
  /** Text between the opener and the JSON, blanks around it skipped, e.g. `<|plugin|>`. */
  behindOpener?: string;
  /** Marks that close the frame. It may lack one: it is over with its JSON, too. */
  closes?: readonly string[];
  /** Marks that stand between calls: further openers, separators. */
  between?: readonly string[];
  weak?: true;
  /** The JSON is a list: an object alone is none of this frame. */
  listOnly?: true;
}

/**
 * A frame of calls that are JSON objects with a name and arguments: one, several behind one another, or a list of them; a
 * code fence may stand around the JSON.
 *
 * @example jsonFrame({ openers: [{ tag: "tool_call" }], closes: ["</tool_call>"], between: ["<tool_call>"] })
 */
export function jsonFrame(form: JsonFrameForm): Frame {
  const { openers, weak } = form;
  return { openers, ...(weak === true && { weak }), read: (run) => readCalls(run, form) };
}

function* readCalls(run: FrameRun, form: JsonFrameForm): FrameSteps {
  const { behindOpener, closes = [], between = [] } = form;
  const marks = new FrameMarks([...closes, ...between]);
  if (behindOpener !== undefined) {
    yield* run.skipBlanks();
    if (!(yield* run.literal(behindOpener))) return "text";
  }
  // The frame may stand in a code fence, or begin with it.
  let fence = run.opener === "```" ? BACKTICK : 0;
  let mayOpenList = true;
  let isList = run.opener.endsWith("[");
  // The opener itself may be the first call's brace.
  let isInObject = run.opener === "{";
  for (let calls = 0; ; ) {
    if (calls > 0) run.hold();
    const code = isInObject ? OPEN_BRACE : yield* run.skipBlanks();
    if (code === END) return "text";
    if (code === OPEN_BRACKET && mayOpenList && !isList) {
      isList = true;
      mayOpenList = false;
      run.skip();
      // Behind a call another form may begin with it: `[f()]`.
      if (calls > 0 && (yield* run.skipBlanks()) !== OPEN_BRACE) return "text";
      if (calls > 0) run.drop();
    } else if ((code === BACKTICK || code === TILDE) && fence === 0 && calls === 0) {
      if (!(yield* run.literal(String.fromCharCode(code).repeat(3)))) return "text";
      yield* run.while((letter) => letter >= 97 && letter <= 122, MAX_INNER_FENCE_INFO);
      fence = code;
    } else if ((code === BACKTICK || code === TILDE) && fence !== 0 && calls > 0) {
      if (!(yield* run.literal(String.fromCharCode(code).repeat(3)))) return "text";
      run.drop();
      fence = 0;
    } else if (code === OPEN_BRACE && (isList || form.listOnly !== true)) {
      const start = calls === 0 ? run.start : run.place;
      if (!isInObject) run.skip();
      isInObject = false;
      const outcome = yield* new JsonCallReader(run, marks).read(start);
      if (outcome === "cut") return "text";
      if (outcome === "none") {
        if (calls === 0 || !(yield* skipLine(run))) return "text";
      } else if (outcome === "mark" && closes.includes(marks.found)) {
        return "text";
      }
      if (outcome === "nameless" && calls === 0 && !isList) return "text";
      if (outcome !== "nameless" || calls > 0) calls++;
    } else if (calls > 0 && isJunk(code)) {
      run.skip();
      run.drop();
    } else {
      if (!(yield* marks.read(run))) return "text";
      if (calls > 0) run.drop();
      if (!between.includes(marks.found)) return "text";
      isList = false;
      mayOpenList = true;
    }
  }
}

/** A separator, or a bracket too much. */
function isJunk(code: number): boolean {
  return code === COMMA || code === SEMICOLON || code === CLOSE_BRACE || code === CLOSE_BRACKET;
}

/** An entry was no call: skips to the end of its line. True if another one, or a mark, may follow there. */
function* skipLine(run: FrameRun): FrameSteps<boolean> {
  for (let code = yield* run.peek(); code !== END; code = yield* run.peek()) {
    run.skip();
    if (code === 10) break;
  }
  const next = yield* run.skipBlanks();
  if (next !== OPEN_BRACE) return false;
  run.drop();
  return true;
}
