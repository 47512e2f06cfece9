import type { Usage } from "@millrace/protocol";
import { countIn } from "../../json.js";
import type { ChatUsage } from "./types.js";

/** Takes over the counts that are such, field by field: some servers repeat usage in each chunk, with nulls. */
export function readUsage(usage: ChatUsage, into: Usage): void {
  const take = (field: Exclude<keyof Usage, "estimated">, ...counts: unknown[]) => {
    const count = countIn(...counts);
    if (count !== undefined) into[field] = count;
  };
  take("inputTokens", usage.prompt_tokens);
  take("outputTokens", usage.completion_tokens);
  take("totalTokens", usage.total_tokens);
  take("reasoningTokens", usage.completion_tokens_details?.reasoning_tokens, usage.reasoning_tokens);
  take(
    "cacheReadTokens",
    usage.prompt_tokens_details?.cached_tokens,
    usage.prompt_cache_hit_tokens,
    usage.cached_tokens,
  );
  take("cacheWriteTokens", usage.prompt_tokens_details?.cache_write_tokens);
}
