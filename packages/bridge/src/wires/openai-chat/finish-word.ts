import type { FinishReason } from "@millrace/protocol";
import type { AnswerForm } from "./answer-form.js";

/**
 * Why an answer ended, in this wire's words. `error` is OpenRouter's; there is none of OpenAI's for it, and another one
 * would call an answer whole that is not.
 */
const WORDS: Readonly<Record<FinishReason, string>> = {
  stop: "stop",
  "tool-calls": "tool_calls",
  length: "length",
  "content-filter": "content_filter",
  error: "error",
  unknown: "stop",
};

export function finishWord(reason: FinishReason, form: AnswerForm): string {
  return reason === "tool-calls" && form.functionCall ? "function_call" : WORDS[reason];
}
