import type { FinishReason, Usage } from "@millrace/protocol";
import type { ClientFailure } from "../../client-failure.js";
import type { AnswerHead } from "../../client-wire.js";
import type { JsonRecord } from "../../json.js";
import { errorOnWire } from "./failures.js";
import type { OutputItem } from "./output-items.js";

/** How an answer stands. */
export interface Outcome {
  status: "in_progress" | "completed" | "incomplete" | "failed";
  /** Why it is incomplete. */
  reason?: "max_output_tokens" | "content_filter";
  failure?: ClientFailure;
}

/** Fields that an answer repeats from its request, with what stands there if the request says nothing. */
const REPEATED = {
  metadata: {},
  reasoning: { effort: null, summary: null },
  safety_identifier: null,
  service_tier: "default",
  temperature: 1,
  text: { format: { type: "text" } },
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
  user: null,
  prompt_cache_key: null,
  max_tool_calls: null,
} as const;

/** What a reason to finish comes to. An end without a reason is one like any other; a client can do nothing about it. */
export function outcomeOf(reason: FinishReason): Outcome {
  switch (reason) {
    case "length":
      return { status: "incomplete", reason: "max_output_tokens" };
    case "content-filter":
      return { status: "incomplete", reason: "content_filter" };
    case "error":
      return { status: "failed", failure: BROKEN_OFF };
    default:
      return { status: "completed" };
  }
}

const BROKEN_OFF: ClientFailure = {
  status: 502,
  kind: "unknown",
  message: "The model's server ended the answer with an error and did not say which.",
};

/** The `response` object, with all that the types of OpenAI's SDK ask for. */
export function responseObject(
  head: AnswerHead,
  outcome: Outcome,
  output: readonly OutputItem[],
  usage?: Usage,
): object {
  const { request } = head;
  const { echo = {}, extra } = request;
  const { failure, reason, status } = outcome;
  const error = failure && errorOnWire(failure);
  return {
    id: `resp_${head.id}`,
    object: "response",
    created_at: head.created,
    status,
    background: false,
    error: error === undefined ? null : { code: error.code, message: error.message },
    incomplete_details: reason === undefined ? null : { reason },
    instructions: echo.instructions ?? null,
    max_output_tokens: request.maxOutputTokens ?? null,
    model: request.model,
    output,
    parallel_tool_calls: request.parallelToolCalls ?? true,
    previous_response_id: null,
    // Nothing is kept, whatever the request says.
    store: false,
    tool_choice: echo.tool_choice ?? "auto",
    tools: echo.tools ?? [],
    ...repeated(extra),
    usage: usage === undefined ? null : usageOnWire(usage, head.tokensEstimated),
  };
}

function repeated(extra: JsonRecord): JsonRecord {
  return Object.fromEntries(Object.entries(REPEATED).map(([field, usual]) => [field, extra[field] ?? usual]));
}

function usageOnWire(usage: Usage, tokensEstimated: number): object {
  const { inputTokens = tokensEstimated, outputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage;
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cacheReadTokens, cache_write_tokens: cacheWriteTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: usage.totalTokens ?? inputTokens + outputTokens,
  };
}
