import type { Frame, FrameOpener } from "./frame.js";

/**
 * A frame that opens reasoning of one dialect, which its own marks alone close.
 *
 * @example reasoningFrame([{ tag: "|inner_prefix|" }])
 */
export function reasoningFrame(openers: readonly FrameOpener[]): Frame {
  return {
    openers,
    *read(run) {
      yield* run.more();
      return "reasoning";
    },
  };
}
