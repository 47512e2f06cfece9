import type { Frame, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import type { FrameRun } from "./frame-run.js";
import { readHarmonyHeader } from "./harmony-header.js";
import { isUpperCase } from "./header-characters.js";
import { readWord } from "./line-steps.js";
import { readNamedCall } from "./named-call.js";

const ANALYSIS = "analysis";
const RECIPIENT = " to=";
const COMMENTARY_TO = `commentary${RECIPIENT}`;
const NEXT_COMMENTARY = "assistantcommentary";
const NEXT_FINAL = "assistantfinal";
const NEXT_ANALYSIS = "assistantanalysis";

/**
 * What a server that hides special tokens leaves of messages in gpt-oss's form: the words of their headers, in one with the
 * text. `analysisThe user …assistantcommentary to=functions.read_file json{…}`.
 */
export const harmonyWordsFrame: Frame = {
  openers: [
    { literal: ANALYSIS, at: "message-start", before: isUpperCase },
    { literal: COMMENTARY_TO, at: "message-start" },
    { literal: NEXT_COMMENTARY, at: "line-start" },
  ],
  read,
};

function* read(run: FrameRun): FrameSteps {
  const { held, input } = run.context;
  if (run.opener === ANALYSIS) return held.peek(input, run.place).startsWith(ANALYSIS) ? "reasoning" : "text";
  const marks = new FrameMarks([]);
  let isTo = run.opener === COMMENTARY_TO;
  for (;;) {
    const from = run.place;
    isTo ||= yield* run.literal(RECIPIENT);
    const header = isTo ? yield* readHarmonyHeader(run, COMMENTARY_TO) : undefined;
    const name = header?.is === "whole" ? header.recipient : undefined;
    const end = name === undefined ? "none" : yield* readNamedCall(run, marks, { name });
    if (end === "none" && run.opener === NEXT_COMMENTARY && !run.hasBegun && run.ended === undefined)
      run.giveBack(from);
    if (end !== "call") return "text";
    const { word } = yield* readWord(run, [NEXT_COMMENTARY, NEXT_FINAL, NEXT_ANALYSIS]);
    // Half a word, where the message ended in it, is no text.
    if (word !== undefined || run.ended !== undefined) run.drop();
    if (word !== NEXT_COMMENTARY) return word === NEXT_ANALYSIS ? "reasoning" : "text";
    run.hold();
    isTo = false;
  }
}
