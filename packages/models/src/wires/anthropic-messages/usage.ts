import type { Usage } from "@millrace/protocol";
import { countIn } from "../../json.js";
import type { MessagesUsage } from "./types.js";

/** Takes over the counts that are such, field by field: they come at the start and again, corrected, at the end. */
export function readUsage(usage: MessagesUsage, into: Usage): void {
  const take = (field: Exclude<keyof Usage, "estimated">, value: unknown) => {
    const count = countIn(value);
    if (count !== undefined) into[field] = count;
  };
  take("inputTokens", usage.input_tokens);
  take("outputTokens", usage.output_tokens);
  take("cacheReadTokens", usage.cache_read_input_tokens);
  take("cacheWriteTokens", usage.cache_creation_input_tokens);
  take("reasoningTokens", usage.output_tokens_details?.thinking_tokens);
}
