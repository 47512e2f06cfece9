import { recordIn } from "../json.js";
import { isRightEdit } from "./apply-probe-edit.js";
import { type BodyMatch, compareBody } from "./compare-body.js";
import { type ProbeAnswer, type Reading, readAnswer, wholeCalls } from "./probe-answer.js";
import { BODY_CALL } from "./probe-calls.js";

/** How a piece of work came back. */
export interface JudgedWork {
  /** A whole call of the right tool came. */
  called: boolean;
  /** As it was asked for; of a file, carriage returns aside. */
  right: boolean;
  /** Almost: of a file, all but blank lines at its end. */
  near: boolean;
  /** The dialect that the call was written in. */
  dialect?: string;
  /** What is wrong or lost, a clause; empty where nothing is. */
  said: string;
}

/** Judges the answer to the probe that asks for a whole file. */
export function judgeBody(answer: ProbeAnswer, reading: Reading): JudgedWork {
  const call = callIn(answer, reading, BODY_CALL.name);
  if (call === undefined) return noCall(answer);
  const { match, said } = compareBody(BODY_CALL.values.content, call.input.content);
  return { called: true, right: RIGHT.has(match), near: match === "end", dialect: call.dialect, said };
}

const RIGHT: ReadonlySet<BodyMatch["match"]> = new Set(["exact", "line-breaks"]);

/** Judges the answer to the probe that asks for an edit. */
export function judgeEdit(answer: ProbeAnswer, reading: Reading): JudgedWork {
  const call = callIn(answer, reading, "replace_in_file");
  if (call === undefined) return noCall(answer);
  const right = isRightEdit(call.input);
  return { called: true, right, near: false, dialect: call.dialect, said: right ? "" : "the edit does not apply" };
}

function callIn(
  answer: ProbeAnswer,
  reading: Reading,
  name: string,
): { dialect: string; input: Readonly<Record<string, unknown>> } | undefined {
  const call = wholeCalls(readAnswer(answer, reading)).find((block) => block.name === name);
  return call && { dialect: call.dialect, input: recordIn(call.input) };
}

function noCall({ reason }: ProbeAnswer): JudgedWork {
  const said = reason === "length" ? "the answer was cut before its call was whole" : "no call came";
  return { called: false, right: false, near: false, said };
}
