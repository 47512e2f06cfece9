import type { ClientRequest } from "../../client-request.js";
import { isRecord } from "../../json.js";

/** What this wire leaves to the client about the form of an answer. */
export interface AnswerForm {
  /** `stream_options.include_usage`: a stream ends with a chunk of its usage. */
  streamUsage: boolean;
  /** `functions`, the form before tools: a call is a `function_call`, which holds one. */
  functionCall: boolean;
}

/** The form that the client of this request wants. */
export function answerForm({ echo }: ClientRequest): AnswerForm {
  const { stream_options, functions } = echo ?? {};
  return {
    streamUsage: isRecord(stream_options) && stream_options.include_usage === true,
    functionCall: Array.isArray(functions) && functions.length > 0,
  };
}
