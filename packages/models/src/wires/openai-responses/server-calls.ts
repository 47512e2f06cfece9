import type { OutputItem } from "./types.js";

/**
 * Whether a call is one that the server answers itself, though its item looks like a call of ours: xAI's search, whose
 * ids begin so. Source: streams/quirks.md, "Tool calls".
 */
export function isOfServer({ call_id }: OutputItem): boolean {
  return typeof call_id === "string" && call_id.startsWith("xs_");
}
