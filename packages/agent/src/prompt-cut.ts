import type { Usage } from "@millrace/protocol";

/** No tokenizer makes so few tokens of prompts, code or prose: 3 to 5 bytes a token are usual. */
const MAX_BYTES_PER_TOKEN = 6;
/** Fewer tokens than this are a server that counts only what it had not cached, not one that cut. */
const MIN_TOKENS = 1_000;

/**
 * The tokens that a server read of a prompt where it silently left the rest out; undefined where it read it all, or
 * where that cannot be told. A wrong alarm would cost history, so cached tokens count on top, as if a gateway had let an
 * uncached count through as the whole: they are part of `inputTokens` by its contract, and who cuts prompts reports none.
 *
 * @param bytes UTF-8 bytes that were sent
 * @example
 * tokensReadOfCutPrompt(40_000, { inputTokens: 4_096 }); // 4096: about 10,000 were sent
 */
export function tokensReadOfCutPrompt(bytes: number, usage: Usage): number | undefined {
  const { inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, estimated } = usage;
  if (inputTokens === undefined || estimated) return undefined;
  const read = inputTokens + cacheReadTokens + cacheWriteTokens;
  return read >= MIN_TOKENS && bytes / read > MAX_BYTES_PER_TOKEN ? read : undefined;
}
