import type { StreamChunk, Usage } from "@millrace/protocol";
import type { WireName } from "../provider.js";
import { sealSignature } from "./signature.js";

/**
 * What a decoder read, in terms that are the same on all wires: a signature says where it is from, and
 * `usage.inputTokens` is the whole prompt.
 *
 * @param origin of signatures, see `signatureOrigin`
 */
export function neutralChunk(chunk: StreamChunk, wire: WireName, origin: string): StreamChunk {
  switch (chunk.type) {
    case "reasoning-delta":
    case "tool-input-end":
      return chunk.signature === undefined ? chunk : { ...chunk, signature: sealSignature(origin, chunk.signature) };
    case "usage":
      return CACHE_APART.has(wire) ? { type: "usage", usage: withCache(chunk.usage) } : chunk;
    default:
      return chunk;
  }
}

/** Wires that count what was read from a cache and written to it beside the input. Source: Anthropic, "Prompt caching". */
const CACHE_APART: ReadonlySet<WireName> = new Set(["anthropic-messages"]);

function withCache(usage: Usage): Usage {
  const { inputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  return inputTokens === undefined
    ? usage
    : { ...usage, inputTokens: inputTokens + cacheReadTokens + cacheWriteTokens };
}
