import type { ModelProfile } from "../model-profile.js";

/** Tokens kept free for the answer where the model's own limit is not known. */
const ANSWER_TOKENS = 4_096;

/** What the model may write, as far as the window must leave room for it. */
export function answerTokens({ maxOutput }: Pick<ModelProfile, "maxOutput">): number {
  return maxOutput?.value ?? ANSWER_TOKENS;
}
