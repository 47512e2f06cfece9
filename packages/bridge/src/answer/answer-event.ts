import type { FinishReason, Usage } from "@millrace/protocol";

/**
 * An answer on its way to a client. Blocks come strictly one after the other: a start, its deltas, its end, then the next
 * one's start. There is no empty text block, and no text ends inside a character (halves that stand alone are U+FFFD). `finish`
 * is last and comes once; without it the answer broke off.
 */
export type AnswerEvent =
  | { type: "text-start" | "text-end" | "reasoning-start" }
  | { type: "text-delta" | "reasoning-delta"; text: string }
  /** `signature` is opaque and goes back with the reasoning; a block without any text may have one. */
  | { type: "reasoning-end"; signature?: string }
  /**
   * `id` is ours and no other call's, ever; of a request that goes up as it came it is the upstream's, and no other call's
   * of the answer.
   */
  | { type: "call-start"; id: string; name: string }
  /** A piece of the arguments: of JSON text, or, of a tool in `textTools`, of the text itself. Never empty. */
  | { type: "call-delta"; text: string }
  /** `cut`: the answer ended inside the call, its arguments are no whole JSON: it must not be run. */
  | { type: "call-end"; cut?: true }
  /** `reason` is `length` where a call was cut off, `tool-calls` where a call is whole. `usage.inputTokens` is the whole prompt. */
  | { type: "finish"; reason: FinishReason; usage: Usage };
