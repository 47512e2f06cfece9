import type { CodeTool } from "./code-tool.js";
import type { FrameSteps } from "./frame.js";
import type { FrameRun } from "./frame-run.js";
import { readToMark } from "./text-to-mark.js";

/** Tokens behind which a server ends a turn in which a tool is called. */
const ENDS: readonly string[] = ["<|eom_id|>", "<|eot_id|>", "<|im_end|>"];
const FENCED = /^```[^\n`]*\n([\s\S]*?)\r?\n?```$/;

/**
 * Reads code that is the one argument of a call, up to a mark. Nothing in code tells where it ends, and half a program must
 * not run: it is no call before its mark was read, or the message ended well. At an end of which nothing is known it is text.
 */
export function* readCodeCall(run: FrameRun, tool: CodeTool, marks: readonly string[]): FrameSteps<string | undefined> {
  const from = run.place;
  let text = "";
  const mark = yield* readToMark(run, [...marks, ...ENDS], (piece) => {
    text += piece;
  });
  if (mark === undefined && run.ended !== "mend") {
    if (run.ended === "leave") run.giveBack(from);
    return undefined;
  }
  const code = text.trim();
  const call = run.begin(tool.name);
  call.startParam(tool.parameter);
  call.append(FENCED.exec(code)?.[1] ?? code);
  call.endParam();
  if (mark === undefined) call.repair("implied-call-close", "The mark that closes the call was missing at the end.");
  run.close(mark === undefined ? "repair" : "close", undefined, run.place - (mark ?? "").length);
  return mark;
}
