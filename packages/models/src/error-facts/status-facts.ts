import type { ErrorFact } from "./error-fact.js";
import { SERVER_STATUS } from "./statuses.js";

/** What a status alone says, after all that know better. */
export const STATUS_FACTS: readonly ErrorFact[] = [
  {
    name: "access denied",
    status: [403, 407],
    kind: "auth",
    retryable: false,
    remedy: "{server} denies access with this key. {key}",
    sample: { provider: "custom", phase: "first-byte", status: 403, body: '{"error":{"message":"Forbidden"}}' },
  },
  {
    name: "request too large",
    status: [413],
    kind: "context_overflow",
    retryable: false,
    remedy: "The request is too large for {server}: send less.",
    sample: { provider: "custom", phase: "first-byte", status: 413, body: "Payload Too Large" },
  },
  {
    name: "server gave up waiting",
    status: [408, 504, 524],
    kind: "timeout",
    retryable: true,
    remedy: "{server} took too long: try again, or use a smaller or faster model.",
    sample: { provider: "custom", phase: "first-byte", status: 524, body: "error code: 524" },
  },
  {
    name: "server overloaded or down",
    status: SERVER_STATUS,
    kind: "overloaded",
    retryable: true,
    remedy: "{server} is overloaded, loading or down: try again later.",
    sample: {
      provider: "llamacpp",
      phase: "first-byte",
      status: 503,
      body: '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}',
    },
  },
  {
    name: "refused without a word",
    empty: true,
    status: [400, 409, 422],
    kind: "unknown",
    retryable: false,
    remedy: "{server} refused the request and does not say why: look at its log; the request may be too large.",
    sample: { provider: "custom", phase: "first-byte", status: 400, body: "" },
  },
  {
    name: "request refused",
    status: [400, 406, 409, 410, 411, 415, 422],
    kind: "invalid_request",
    retryable: false,
    remedy: "{server} does not take the request as it is: see what it says.",
    sample: {
      provider: "openai",
      phase: "first-byte",
      status: 400,
      body: '{"error":{"message":"max_tokens is too large: 200000.","type":"invalid_request_error","param":"max_tokens","code":"invalid_value"}}',
    },
  },
  {
    name: "no answer of a model",
    foreign: true,
    kind: "network",
    retryable: false,
    remedy:
      "Is the base URL {address} right (it often ends in /v1)? Something answers there, but not as a chat model does.",
    sample: { provider: "custom", phase: "first-content", status: 200, body: "OK", foreign: true },
  },
];
