import type { AnswerHead } from "../../client-wire.js";
import type { WireUsage } from "./usage.js";

/** A message as it begins a stream, and as it is answered whole. */
export function messageOf(
  { id, request }: AnswerHead,
  content: readonly object[],
  stop_reason: string | null,
  usage: WireUsage,
): object {
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model: request.model,
    content,
    stop_reason,
    stop_sequence: null,
    stop_details: null,
    usage,
  };
}
