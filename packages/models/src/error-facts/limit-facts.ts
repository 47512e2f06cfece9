import type { ErrorFact } from "./error-fact.js";

/** Too much: of money, of requests in a time, of tokens in a request. The order tells look-alikes apart. */
export const LIMIT_FACTS: readonly ErrorFact[] = [
  {
    name: "request larger than a minute's allowance",
    status: [413, 429],
    says: /request too large[\s\S]*tokens per min/i,
    kind: "rate_limit",
    retryable: false,
    remedy: "One request is larger than what {server} allows you in a minute: use another model or plan.",
    sample: {
      provider: "groq",
      phase: "first-byte",
      status: 413,
      body: '{"error":{"message":"Request too large for model `openai/gpt-oss-20b` on tokens per minute (TPM): Limit 8000, Requested 42451, please reduce your message size and try again.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
    },
  },
  {
    name: "minute's quota used up",
    words: /perminute/m,
    status: [429],
    kind: "rate_limit",
    retryable: true,
    remedy: "Too many requests in a minute for {server}: wait, or use another model.",
    sample: {
      provider: "gemini",
      phase: "first-byte",
      status: 429,
      body: '{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. Please retry in 45.8s.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]},{"retryDelay":"45.8s"}]}}',
    },
  },
  {
    name: "overloaded, said as a rate limit",
    words: /^(?:engine_overloaded_error|overloaded_error)$/m,
    kind: "overloaded",
    retryable: true,
    remedy: "{server} is overloaded: try again later, or use another model.",
    sample: {
      provider: "moonshot",
      phase: "first-byte",
      status: 429,
      body: '{"error":{"message":"The engine is currently overloaded, please try again later","type":"engine_overloaded_error"}}',
    },
  },
  {
    name: "quota used up",
    words: /^(?:insufficient_quota|usage_limit_reached|1113)$|perday/m,
    kind: "quota",
    retryable: false,
    remedy: "Your quota at {server} is used up: waiting seconds does not help. Add credit, or use another model.",
    sample: {
      provider: "openai",
      phase: "first-byte",
      status: 429,
      body: '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}',
    },
  },
  {
    name: "usage limit of a period reached",
    says: /usage limit for this|(?:daily|weekly|monthly) usage limit|insufficient balance/i,
    kind: "quota",
    retryable: false,
    remedy: "Your quota at {server} is used up: waiting seconds does not help. Add credit, or use another model.",
    sample: {
      provider: "moonshot",
      phase: "first-byte",
      status: 429,
      body: '{"error":{"message":"You\'ve reached kimi monthly usage limit for this billing cycle.","type":"rate_limit_error"}}',
    },
  },
  {
    name: "payment needed",
    status: [402],
    kind: "quota",
    retryable: false,
    remedy: "Your credit at {server} does not cover this request: add credit, or use another model.",
    sample: {
      provider: "openrouter",
      phase: "first-byte",
      status: 402,
      body: '{"error":{"message":"This request requires more credits, or fewer max_tokens.","code":402}}',
    },
  },
  {
    name: "too many requests",
    status: [429],
    kind: "rate_limit",
    retryable: true,
    remedy: "Too many requests in a short time for {server}: wait, or use another model.",
    sample: { provider: "custom", phase: "first-byte", status: 429, body: '{"error":{"message":"slow down"}}' },
  },
];
