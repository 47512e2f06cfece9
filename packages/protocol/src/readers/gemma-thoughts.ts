import type { Frame } from "./frame.js";
import { isUpperCase } from "./header-characters.js";

/**
 * The channel in which Gemma 4 thinks: `<|channel>thought`, up to `<channel|>`. The channel's name may be missing: then
 * thoughts follow at once, and begin as sentences do.
 */
export const gemmaThoughts: Frame = {
  openers: [{ tag: "|channel" }],
  *read(run) {
    if (isUpperCase(yield* run.peek())) return "reasoning";
    return (yield* run.literal("thought")) ? "reasoning" : "text";
  },
};
