import type { Usage } from "@millrace/protocol";
import { takeCount } from "../take-count.js";
import type { ResponsesUsage } from "./types.js";

/** The counts of an answer. They come once, with its end. */
export function readUsage(usage: ResponsesUsage, into: Usage): void {
  takeCount(into, "inputTokens", usage.input_tokens);
  takeCount(into, "outputTokens", usage.output_tokens);
  takeCount(into, "totalTokens", usage.total_tokens);
  takeCount(into, "cacheReadTokens", usage.input_tokens_details?.cached_tokens);
  takeCount(into, "cacheWriteTokens", usage.input_tokens_details?.cache_write_tokens);
  takeCount(into, "reasoningTokens", usage.output_tokens_details?.reasoning_tokens);
}
