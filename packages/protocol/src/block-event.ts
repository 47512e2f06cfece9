import type { ToolUseBlock } from "./block.js";

/**
 * What changed, in order: `blocks` is the fold of these events. Nothing is taken back: a delta that went out stays part
 * of its block, a block never changes its type, an ended block never changes. `block` is the index in `blocks`.
 *
 * The one thing that may still come after a `tool-end` is `tool-signature`: some wires send what goes back with a call
 * only when the answer ends. It is the block's `signature` from then on; everything else of the block stays.
 *
 * The deltas of a parameter joined are its final raw text (decoded; of a scalar tag value trimmed).
 */
export type BlockEvent =
  | { type: "text-start" | "reasoning-start" | "text-end" | "reasoning-end"; block: number }
  | { type: "text-delta" | "reasoning-delta"; block: number; text: string }
  | { type: "tool-start"; block: number; id: string; name: string }
  | { type: "param-start" | "param-end"; block: number; param: string }
  | { type: "param-delta"; block: number; param: string; text: string }
  | { type: "tool-end"; block: number; value: ToolUseBlock }
  | { type: "tool-signature"; block: number; signature: string };
