import { answered, type ErrorFact } from "../error-fact.js";
import { QUOTA, RATE_LIMIT } from "../outcomes.js";
import { SERVER_STATUS } from "../server-status.js";

/** What a status alone says, after all that know better. */
export const STATUSES: readonly ErrorFact[] = [
  {
    name: "not signed in",
    status: [401],
    kind: "auth",
    retryable: false,
    remedy: "{server} wants a valid key. {key}",
    samples: [answered("custom", 401, '{"error":{"message":"You didn\'t provide an API key."}}')],
  },
  {
    name: "payment needed",
    ...QUOTA,
    status: [402],
    remedy: "Your credit at {server} does not cover this request: add credit, or use another model.",
    samples: [answered("custom", 402, '{"error":{"message":"Payment Required"}}')],
  },
  {
    name: "access denied",
    status: [403, 407],
    kind: "auth",
    retryable: false,
    remedy: "{server} denies access with this key. {key}",
    samples: [{ provider: "custom", phase: "first-byte", status: 403, body: '{"error":{"message":"Forbidden"}}' }],
  },
  {
    name: "wrong address",
    status: [404, 405],
    kind: "invalid_request",
    retryable: false,
    remedy:
      "There is no such address at {server}. Check the base URL {address}, of which most end in /v1, and whether the server speaks this wire.",
    samples: [answered("custom", 404, "404 page not found")],
  },
  {
    name: "request too large",
    status: [413],
    kind: "context_overflow",
    retryable: false,
    remedy: "The request is too large for {server}: send less.",
    samples: [{ provider: "custom", phase: "first-byte", status: 413, body: "Payload Too Large" }],
  },
  {
    name: "too many requests",
    ...RATE_LIMIT,
    status: [429],
    samples: [
      answered("custom", 429, '{"error":{"message":"slow down"}}'),
      answered(
        "openai",
        429,
        '{"error":{"message":"Rate limit reached for gpt-4.1 in organization org-x on tokens per min (TPM): Limit 30000, Used 28011, Requested 6120. Please try again in 8.262s.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
        { retryAfterMs: 8_262 },
      ),
      answered(
        "groq",
        429,
        '{"error":{"message":"Rate limit reached for model `llama-3.3-70b-versatile` in organization `org_x` service tier `on_demand` on tokens per day (TPD): Limit 100000, Used 99336, Requested 1424. Please try again in 10m56.64s.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
        { retryAfterMs: 656_640 },
      ),
      answered(
        "anthropic",
        429,
        '{"type":"error","error":{"type":"rate_limit_error","message":"This request would exceed your organization\'s rate limit of 80,000 input tokens per minute."}}',
        { headers: { "retry-after": "17" }, retryAfterMs: 17_000 },
      ),
      answered(
        "openrouter",
        429,
        '{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"qwen/qwen3-coder:free is temporarily rate-limited upstream. Please retry shortly, or add your own key to accumulate your rate limits","provider_name":"Chutes"}}}',
      ),
    ],
  },
  {
    name: "server gave up waiting",
    status: [408, 504, 524],
    kind: "timeout",
    retryable: true,
    remedy: "{server} took too long: try again, or use a smaller or faster model.",
    samples: [{ provider: "custom", phase: "first-byte", status: 524, body: "error code: 524" }],
  },
  {
    name: "server overloaded or down",
    status: SERVER_STATUS,
    kind: "overloaded",
    retryable: true,
    remedy: "{server} is overloaded, loading or down: try again later.",
    samples: [
      // TavernAI/TavernAI-v1#137
      answered(
        "koboldcpp",
        503,
        '{"detail":{"msg":"Server is busy; please try again later.","type":"service_unavailable"}}',
      ),
      answered("ollama", 503, '{"error":"server busy, please try again.  maximum pending requests exceeded"}'),
      answered(
        "gemini",
        503,
        '{"error":{"code":503,"message":"The model is overloaded. Please try again later.","status":"UNAVAILABLE"}}',
      ),
    ],
  },
  {
    name: "refused without a word",
    empty: true,
    status: [400, 409, 422],
    kind: "unknown",
    retryable: false,
    remedy: "{server} refused the request and does not say why: look at its log; the request may be too large.",
    samples: [{ provider: "custom", phase: "first-byte", status: 400, body: "" }],
  },
  {
    name: "request refused",
    status: [400, 406, 409, 410, 411, 415, 422],
    kind: "invalid_request",
    retryable: false,
    remedy: "{server} does not take the request as it is: see what it says.",
    samples: [
      {
        provider: "openai",
        phase: "first-byte",
        status: 400,
        body: '{"error":{"message":"max_tokens is too large: 200000.","type":"invalid_request_error","param":"max_tokens","code":"invalid_value"}}',
      },
    ],
  },
  {
    name: "no answer of a model",
    foreign: true,
    kind: "network",
    retryable: false,
    remedy:
      "Is the base URL {address} right (it often ends in /v1)? Something answers there, but not as a chat model does.",
    samples: [{ provider: "custom", phase: "first-content", status: 200, body: "OK", foreign: true }],
  },
];
