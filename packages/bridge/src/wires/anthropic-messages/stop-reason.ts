import type { FinishReason } from "@millrace/protocol";

/** Source: Anthropic's API reference. Whether a stop sequence ended an answer is not known here, so it is `end_turn`. */
const STOP_REASONS: Readonly<Record<Exclude<FinishReason, "unknown" | "error">, string>> = {
  stop: "end_turn",
  "tool-calls": "tool_use",
  length: "max_tokens",
  "content-filter": "refusal",
};

/** The wire's word for an end. Where nobody said why it ended, a whole call says what is to be done next. */
export function stopReason(reason: FinishReason, called: boolean): string {
  if (reason === "unknown" || reason === "error") return called ? "tool_use" : "end_turn";
  return STOP_REASONS[reason];
}
