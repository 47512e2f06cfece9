/**
 * What a model client yields while an answer arrives, neutral between wires. The order of arrival is kept.
 *
 * - `tool-input-*` is a native call: `index` tells calls of one message apart (it need not start at 0 or be dense).
 *   The name may come with the start or with a later delta; pieces of one call may interleave with those of another.
 * - `tool-input-end` is sent only where the wire itself says that the call's input is complete; a client never guesses it.
 * - A signature is opaque and goes back with the next request. Of reasoning it ends what was thought since the signature,
 *   text or call before it; where that is nothing, the server hides what was thought. A client writes into it where it is
 *   from, so that it goes back to the wire and model family that can read it and nowhere else.
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
  /** The whole prompt: what was read from a cache and what was written to it are part of it, whatever the wire counts. */
  inputTokens?: number;
  outputTokens?: number;
  reasoningTokens?: number;
  /** Of the prompt, what the server had in its cache. */
  cacheReadTokens?: number;
  /** Of the prompt, what the server put into its cache, where that has a price of its own. */
  cacheWriteTokens?: number;
  totalTokens?: number;
  /** Tokens per second as the server itself measured them, what it had cached left out. */
  speed?: { prompt?: number; output?: number };
  estimated?: true;
}
