import type { Usage } from "@millrace/protocol";
import type { AnswerHead } from "../../client-wire.js";

/** Clients need the three counts: a prompt that nobody counted is estimated, an answer that nobody counted is 0. */
export function usageOnWire(usage: Usage, { tokensEstimated }: AnswerHead): object {
  const { inputTokens = tokensEstimated, outputTokens = 0, cacheReadTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: usage.totalTokens ?? inputTokens + outputTokens,
    ...((cacheReadTokens !== undefined || cacheWriteTokens !== undefined) && {
      prompt_tokens_details: {
        cached_tokens: cacheReadTokens ?? 0,
        // OpenRouter's field: OpenAI has no price for it.
        ...(cacheWriteTokens !== undefined && { cache_write_tokens: cacheWriteTokens }),
      },
    }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  };
}
