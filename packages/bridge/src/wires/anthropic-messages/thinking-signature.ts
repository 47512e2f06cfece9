import type { Part } from "@millrace/agent";
import { type JsonRecord, textIn } from "../../json.js";

/**
 * Stands for the signature that an upstream did not give. Clients keep thinking only if it is signed (the AI SDK drops
 * it), and models that think between calls need it back. Our reader takes it for none.
 */
export const UNSIGNED = "unsigned";

/**
 * Thinking that comes back, as the writer gave it out: the upstream's signature as it is, in `signature` beside words and
 * in `data` of a block without any.
 */
export function openThinking(block: JsonRecord): readonly Part[] {
  const text = textIn(block.thinking) ?? "";
  const opaque = textIn(block.type === "redacted_thinking" ? block.data : block.signature);
  const signature = opaque === UNSIGNED ? undefined : opaque;
  if (text === "" && signature === undefined) return [];
  return [{ type: "reasoning", text, ...(signature !== undefined && { signature }) }];
}
