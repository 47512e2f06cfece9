import { utf8Bytes } from "./context/estimate.js";
import type { ContentChunk } from "./exchange.js";

/** UTF-8 bytes of content in a piece of an answer: text, reasoning, arguments of calls. */
export function contentBytes(chunk: ContentChunk): number {
  if (chunk.type === "text-delta" || chunk.type === "reasoning-delta") return utf8Bytes(chunk.text);
  return chunk.type === "tool-input-delta" ? utf8Bytes(chunk.json) : 0;
}
