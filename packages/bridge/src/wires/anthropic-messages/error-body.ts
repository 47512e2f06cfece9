import type { ClientFailure } from "../../client-failure.js";

/** How a kind of failure is said on this wire. */
interface WireError {
  type: string;
  /** What the message has to begin with, for clients that look for it. */
  begins?: string;
  /** A message as Anthropic's own server sends it with that type, or an upstream. */
  sample: string;
}

/**
 * Sources: Anthropic's API reference, "Errors"; the error types of @anthropic-ai/sdk 1.14.0. A used-up quota is no rate
 * limit: clients try again after one, in vain.
 */
export const WIRE_ERRORS: Readonly<Record<ClientFailure["kind"], WireError>> = {
  auth: { type: "authentication_error", sample: "invalid x-api-key" },
  quota: {
    type: "billing_error",
    sample: "You exceeded your current quota, please check your plan and billing details.",
  },
  spend_limit: { type: "billing_error", sample: "Your credit balance is too low to access the Anthropic API." },
  entitlement: {
    type: "permission_error",
    sample: "Your API key does not have permission to use the specified resource.",
  },
  invalid_request: { type: "invalid_request_error", sample: "max_tokens: must be greater than or equal to 1" },
  content_filter: { type: "invalid_request_error", sample: "Output blocked by content filtering policy" },
  // Claude Code compacts and tries again where it reads these words. Source: its issues 820 and 46348.
  context_overflow: {
    type: "invalid_request_error",
    begins: "prompt is too long",
    sample: "prompt is too long: 210118 tokens > 200000 maximum",
  },
  rate_limit: { type: "rate_limit_error", sample: "Number of request tokens has exceeded your per-minute rate limit" },
  overloaded: { type: "overloaded_error", sample: "Overloaded" },
  network: { type: "api_error", sample: "connect ECONNREFUSED 127.0.0.1:11434" },
  timeout: { type: "timeout_error", sample: "The server sent nothing for 120 s." },
  not_found: { type: "not_found_error", sample: "model: no-such-model" },
  too_large: { type: "request_too_large", sample: "Request exceeds the maximum size" },
  unknown: { type: "api_error", sample: "Internal server error" },
};

/** The body of an answer that is an error. The upstream's words stay in it, whatever is put before them. */
export function errorBody({ kind, message, param }: ClientFailure): {
  type: "error";
  error: { type: string; message: string };
} {
  const { type, begins } = WIRE_ERRORS[kind];
  const words = param === undefined || message.includes(param) ? message : `${param}: ${message}`;
  const missing = begins !== undefined && !words.toLowerCase().includes(begins);
  return { type: "error", error: { type, message: missing ? `${begins}: ${words}` : words } };
}
