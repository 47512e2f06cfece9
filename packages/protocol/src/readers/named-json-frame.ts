import type { Frame, FrameOpener, FrameSteps } from "./frame.js";
import { FrameMarks } from "./frame-marks.js";
import type { FrameRun } from "./frame-run.js";
import { type CallHeader, readNamedCall } from "./named-call.js";

/** A call whose name stands before a JSON object with its arguments. */
export interface NamedJsonForm {
  openers: readonly FrameOpener[];
  /**
   * Reads what stands before the arguments, up to them. `undefined`: it is no call's header, and what was read of it is
   * text. Must read forward only.
   */
  readHeader(run: FrameRun): FrameSteps<CallHeader | undefined>;
  /** Marks that close a call. */
  closes?: readonly string[];
  /** Marks that open the next call, and so close this one, too. As written: in each of their spellings. */
  opens?: readonly string[];
  weak?: true;
}

/**
 * A frame of a call that is a name and then a JSON object; a code fence may stand around that. The next call, and a mark
 * that closes a section of calls, are met in text.
 *
 * @example namedJsonFrame({ openers: [{ literal: "[TOOL_CALLS]" }], readHeader, opens: ["[TOOL_CALLS]"] })
 */
export function namedJsonFrame(form: NamedJsonForm): Frame {
  const { openers, weak } = form;
  return { openers, ...(weak === true && { weak }), read: (run) => readCall(run, form) };
}

function* readCall(run: FrameRun, { readHeader, closes = [], opens = [] }: NamedJsonForm): FrameSteps {
  const header = yield* readHeader(run);
  if (header === undefined) return "text";
  const marks = new FrameMarks([...closes, ...opens]);
  const end = yield* readNamedCall(run, marks, header);
  if (end === "none" && header.textFrom !== undefined && run.ended === undefined) run.giveBack(header.textFrom);
  if (end === "mark" && opens.includes(marks.found)) run.reopen(marks.found);
  return "text";
}
