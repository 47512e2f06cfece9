import type { FrameRun } from "./frame-run.js";

/**
 * The message ended in a call of tags. It is whole where only its close is missing and the end may mend: all that was begun
 * was closed, and all that is required is there. Else it is cut off.
 */
export function endTaggedCall(run: FrameRun): void {
  const { call } = run;
  if (call === undefined || call.closed !== undefined) return;
  if (run.ended === "mend" && call.isComplete) {
    call.repair("implied-call-close", "The close of the call was missing at the end.");
    run.close("repair");
  } else {
    run.close("end");
  }
}
