/**
 * What a model client yields while an answer arrives, neutral between wires. The order of arrival is kept.
 *
 * - `tool-input-*` is a native call: `index` tells calls of one message apart (it need not start at 0 or be dense).
 *   The name may come with the start or with a later delta; pieces of one call may interleave with those of another.
 * - `tool-input-end` is sent only where the wire itself says that the call's input is complete; a client never guesses it.
 * - `usage` and `keep-alive` are not content: they show that the server lives and what the request cost.
 */
export type StreamChunk =
  | { type: "text-delta"; text: string }
  | { type: "reasoning-delta"; text: string; signature?: string }
  | { type: "tool-input-start"; index: number; providerCallId?: string; name?: string }
  | { type: "tool-input-delta"; index: number; json: string; name?: string }
  | { type: "tool-input-end"; index: number; signature?: string }
  | { type: "usage"; usage: Usage }
  | { type: "keep-alive" }
  | { type: "finish"; reason: FinishReason; raw?: string };

/**
 * Why an answer ended. `stop` and `tool-calls` are regular ends; `length`, `error` and `content-filter` cut the answer;
 * `unknown` is an end without a reason. `raw` of the finish chunk holds the word that was on the wire.
 */
export type FinishReason = "stop" | "tool-calls" | "length" | "content-filter" | "error" | "unknown";

/** Tokens as the server reported them. A field that was not reported is absent; `estimated` marks our own guess. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  cacheReadTokens?: number;
  cacheWriteTokens?: number;
  totalTokens?: number;
  estimated?: true;
}
