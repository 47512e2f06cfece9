import type { Usage } from "@millrace/protocol";

/** `input_tokens` is without what was read from a cache and written to it. */
export interface WireUsage {
  input_tokens: number;
  cache_creation_input_tokens: number;
  cache_read_input_tokens: number;
  output_tokens: number;
  output_tokens_details?: { thinking_tokens: number };
}

/** What is said at the beginning, corrected at the end. */
export function firstUsage(tokensEstimated: number): WireUsage {
  return usageOnWire({}, tokensEstimated);
}

/** The counts at the end. Where the upstream did not count the prompt it is our estimate: clients compact by it. */
export function usageOnWire(usage: Usage, tokensEstimated: number): WireUsage {
  const { inputTokens = tokensEstimated, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  return {
    input_tokens: Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens),
    cache_creation_input_tokens: cacheWriteTokens,
    cache_read_input_tokens: cacheReadTokens,
    output_tokens: outputTokens,
    ...(usage.reasoningTokens !== undefined && { output_tokens_details: { thinking_tokens: usage.reasoningTokens } }),
  };
}
