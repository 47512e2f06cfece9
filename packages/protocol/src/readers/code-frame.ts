import { MAX_CALL_NAME } from "../limits.js";
import { readCodeCall } from "./code-call.js";
import { codeTool } from "./code-tool.js";
import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import type { FrameRun } from "./frame-run.js";
import { isHeaderCharacter } from "./header-characters.js";
import { OPEN_BRACE, OPEN_BRACKET } from "./json-characters.js";

/** The form of Llama's own tools. */
const NAMED_CALL = /^[\w.]*\.call\(/;

/** What stands around code that is a call by itself. */
export interface CodeForm {
  openers: readonly FrameOpener[];
  /** Text between the opener and the code, blanks around it skipped, e.g. `<|interpreter|>`. */
  behindOpener?: string;
  closes?: readonly string[];
}

/**
 * A frame of code without JSON and without a name: a call of the tool that runs code, if there is one. Else it is text.
 *
 * @example codeFrame({ openers: [{ tag: "|action_start|" }], behindOpener: "<|interpreter|>", closes: ["<|action_end|>"] })
 */
export function codeFrame(form: CodeForm): Frame {
  return { openers: form.openers, read: (run) => readCode(run, form) };
}

function* readCode(run: FrameRun, { behindOpener, closes = [] }: CodeForm): FrameSteps {
  let first = yield* run.skipBlanks();
  if (behindOpener !== undefined) {
    if (!(yield* run.literal(behindOpener))) return "text";
    first = yield* run.skipBlanks();
  }
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return "text";
  const from = run.place;
  const tool = codeTool(run.context.index);
  if (tool !== undefined) {
    yield* readCodeCall(run, tool, closes);
    return "text";
  }
  // Nobody takes code: it is text, unless it is a call that another frame knows how to read.
  const word = yield* run.while(isHeaderCharacter, MAX_CALL_NAME);
  if (!NAMED_CALL.test(word)) run.giveBack(from);
  return "text";
}
