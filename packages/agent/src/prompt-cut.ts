import type { Usage } from "@millrace/protocol";

/** No tokenizer makes so few tokens of prompts, code or prose: 3 to 5 bytes a token are usual. */
const MAX_BYTES_PER_TOKEN = 6;
/** Fewer tokens than this are a server that counts only what it had not cached, not one that cut. */
const MIN_TOKENS = 1_000;

/**
 * The tokens that a server read of a prompt where it silently left the rest out; undefined where it read it all, or
 * where that cannot be told: nothing reported, or a cache in play.
 *
 * @param bytes UTF-8 bytes that were sent
 */
export function tokensReadOfCutPrompt(bytes: number, usage: Usage): number | undefined {
  const { inputTokens, cacheReadTokens = 0, estimated } = usage;
  if (inputTokens === undefined || estimated || cacheReadTokens > 0 || inputTokens < MIN_TOKENS) return undefined;
  return bytes / inputTokens > MAX_BYTES_PER_TOKEN ? inputTokens : undefined;
}
