/**
 * Tags in which models write their thoughts, with a family that does. In text they count first on their line, or
 * anywhere once the message had a reasoning block; never in code.
 */
const REASONING_TAGS: ReadonlySet<string> = new Set([
  "think", // DeepSeek R1, Qwen3, GLM 4.5, MiniMax M2
  "thinking", // Claude and others under an XML prompt
  "thought", // Gemini derivatives
  "reasoning", // fine-tunes that follow a prompt
  "reflection", // Reflection Llama
]);

/** Longest name of a reasoning tag. */
export const LONGEST_REASONING_TAG = 10;

/** Whether a lower-case tag name opens or closes reasoning. */
export function isReasoningTag(name: string): boolean {
  return REASONING_TAGS.has(name);
}

/** The names, for those who look for the beginning of one. */
export const reasoningTags: readonly string[] = [...REASONING_TAGS];
