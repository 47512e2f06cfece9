import type { Usage } from "@millrace/protocol";
import { takeCount } from "../take-count.js";
import type { MessagesUsage } from "./types.js";

/** Takes over the counts, field by field: they come at the start and again, corrected, at the end. */
export function readUsage(usage: MessagesUsage, into: Usage): void {
  takeCount(into, "inputTokens", usage.input_tokens);
  takeCount(into, "outputTokens", usage.output_tokens);
  takeCount(into, "cacheReadTokens", usage.cache_read_input_tokens);
  takeCount(into, "cacheWriteTokens", usage.cache_creation_input_tokens);
  takeCount(into, "reasoningTokens", usage.output_tokens_details?.thinking_tokens);
}
