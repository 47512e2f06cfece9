import { MAX_CALL_NAME } from "../limits.js";
import { isNameCharacter } from "../scan/characters.js";
import { readCodeCall } from "./code-call.js";
import { codeTool } from "./code-tool.js";
import type { Frame, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import { END, type FrameRun } from "./frame-run.js";
import { OPEN_BRACE } from "./json-characters.js";
import { readNamedCall } from "./named-call.js";

const OPENER = ">>>";
/** Whom the model speaks to where it calls no tool. */
const EVERYBODY = "all";

/**
 * Functionary 3.2's form: `>>>`, to whom it goes, a line break, and the arguments or, to a tool that runs code, the code. What
 * goes to `all` is text. No sure sign of a call: Python's prompt and quoted mail look like it.
 */
export const functionaryFrame: Frame = {
  openers: [{ literal: OPENER, before: isNameCharacter }],
  weak: true,
  read,
};

function* read(run: FrameRun): FrameSteps {
  const { index } = run.context;
  const name = yield* run.while(isNameCharacter, MAX_CALL_NAME);
  const first = yield* run.skipBlanks();
  if (!run.lineBlank || first === END) return "text";
  const tool = index.tool(name);
  if (tool === undefined) {
    if (name === EVERYBODY) run.giveBack(run.place);
    return "text";
  }
  const code = codeTool(index);
  if (first !== OPEN_BRACE && code?.name === tool.name) {
    const mark = yield* readCodeCall(run, code, [OPENER]);
    if (mark === OPENER) run.reopen(mark);
    return "text";
  }
  const marks = new FrameMarks([OPENER]);
  const end = yield* readNamedCall(run, marks, { name });
  if (end === "mark" && marks.found === OPENER) run.reopen(marks.found);
  return "text";
}
