import type { FinishReason as ReadReason } from "@millrace/protocol";
import type { FinishReason } from "../specification.js";

/** The SDK's words that say the same to the reader; any other says nothing of how the answer ended. */
const REASONS: ReadonlyMap<string, ReadReason> = new Map([
  ["stop", "stop"],
  ["tool-calls", "tool-calls"],
  ["length", "length"],
  ["content-filter", "content-filter"],
  ["error", "error"],
]);
/** Ends that a call in the text does not explain better. */
const CUTS: ReadonlySet<string> = new Set(["length", "content-filter", "error", "interrupted"]);

/** Why an answer ended, as the reader takes it. */
export function readReason({ unified }: FinishReason): ReadReason {
  return REASONS.get(unified) ?? "unknown";
}

/** Why an answer ended, with what was read: cut off inside of a call, or to have calls run. The provider's own word stays. */
export function finishReason(reason: FinishReason, read: { isCut: boolean; hasCalls: boolean }): FinishReason {
  if (CUTS.has(reason.unified)) return reason;
  if (read.isCut) return { ...reason, unified: "length" };
  return read.hasCalls ? { ...reason, unified: "tool-calls" } : reason;
}
