import type { Frame } from "./frame.js";

/** The channel in which Gemma 4 thinks: `<|channel>thought`, up to `<channel|>`. */
export const gemmaThoughts: Frame = {
  openers: [{ tag: "|channel" }],
  *read(run) {
    return (yield* run.literal("thought")) ? "reasoning" : "text";
  },
};
