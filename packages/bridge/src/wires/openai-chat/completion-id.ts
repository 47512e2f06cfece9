import type { AnswerHead } from "../../client-wire.js";

/** The id of an answer, in every chunk of it the same. */
export function completionId({ id }: AnswerHead): string {
  return `chatcmpl-${id}`;
}
