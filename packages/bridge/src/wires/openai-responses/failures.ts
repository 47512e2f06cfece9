import type { ClientFailure } from "../../client-failure.js";

/** What clients of this wire look at to know what kind of error it is. */
interface ErrorWords {
  type: string;
  code: string;
  /** A message of OpenAI's own that comes with them. */
  sample: string;
}

/**
 * A kind of failure as this wire says it. OpenAI's own words; where several would do, those that codex knows: in a stream
 * it stops at `context_length_exceeded`, `insufficient_quota` and `invalid_prompt`, reads the wait out of the message of
 * `rate_limit_exceeded`, and tries again after anything else. Source: codex-rs, codex-api/src/sse/responses.rs; seen with
 * codex 0.171.
 */
export const ERROR_WORDS: Readonly<Record<ClientFailure["kind"], ErrorWords>> = {
  auth: {
    type: "invalid_request_error",
    code: "invalid_api_key",
    sample:
      "Incorrect API key provided: sk-x. You can find your API key at https://platform.openai.com/account/api-keys.",
  },
  quota: {
    type: "insufficient_quota",
    code: "insufficient_quota",
    sample: "You exceeded your current quota, please check your plan and billing details.",
  },
  spend_limit: {
    type: "insufficient_quota",
    code: "insufficient_quota",
    sample: "Billing hard limit has been reached",
  },
  entitlement: {
    type: "invalid_request_error",
    // Not usage_not_included, at which codex speaks of a ChatGPT plan.
    code: "invalid_prompt",
    sample: "Your organization must be verified to use the model `o3`.",
  },
  invalid_request: {
    type: "invalid_request_error",
    code: "invalid_prompt",
    sample: "Invalid value: 'critic'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
  },
  content_filter: {
    type: "invalid_request_error",
    code: "invalid_prompt",
    sample: "Invalid prompt: your prompt was flagged as potentially violating our usage policy.",
  },
  rate_limit: {
    type: "rate_limit_exceeded",
    code: "rate_limit_exceeded",
    sample: "Rate limit reached for gpt-5 on tokens per min (TPM): Limit 30000. Please try again in 1.5s.",
  },
  overloaded: {
    type: "server_error",
    // Not server_is_overloaded, at which codex gives the model up.
    code: "server_error",
    sample: "The server is currently overloaded with other requests. Sorry about that! You can retry your request.",
  },
  network: { type: "server_error", code: "server_error", sample: "upstream connect error: connection refused" },
  timeout: { type: "server_error", code: "server_error", sample: "The model's server did not answer in time." },
  context_overflow: {
    type: "invalid_request_error",
    code: "context_length_exceeded",
    sample: "Your input exceeds the context window of this model. Please adjust your input and try again.",
  },
  unknown: {
    type: "server_error",
    code: "server_error",
    sample: "An error occurred while processing your request. You can retry your request.",
  },
  not_found: {
    type: "invalid_request_error",
    code: "model_not_found",
    sample: "The model `gpt-9` does not exist or you do not have access to it.",
  },
  too_large: {
    type: "invalid_request_error",
    code: "request_too_large",
    sample: "The request is too large: 64 MiB at most.",
  },
};

/** An error as this wire has it in the body of an answer, and inside a stream. */
export function errorOnWire(failure: ClientFailure): {
  message: string;
  type: string;
  param: string | null;
  code: string;
} {
  const { type, code } = ERROR_WORDS[failure.kind];
  return { message: messageOf(failure), type, param: failure.param ?? null, code };
}

/** With the wait in words: in a stream there is no other place for it. */
function messageOf({ message, retryAfterSeconds }: ClientFailure): string {
  if (retryAfterSeconds === undefined || /try again in/i.test(message)) return message;
  return `${message} Please try again in ${retryAfterSeconds}s.`;
}
