import type { Usage } from "@millrace/protocol";
import { takeCount } from "../take-count.js";
import type { ChatUsage } from "./types.js";

/** Takes over the counts, field by field: some servers repeat usage in each chunk, with nulls. */
export function readUsage(usage: ChatUsage, into: Usage): void {
  takeCount(into, "inputTokens", usage.prompt_tokens);
  takeCount(into, "outputTokens", usage.completion_tokens);
  takeCount(into, "totalTokens", usage.total_tokens);
  takeCount(into, "reasoningTokens", usage.completion_tokens_details?.reasoning_tokens, usage.reasoning_tokens);
  takeCount(
    into,
    "cacheReadTokens",
    usage.prompt_tokens_details?.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cached_tokens,
  );
  takeCount(into, "cacheWriteTokens", usage.prompt_tokens_details?.cache_write_tokens);
}
