import type { ErrorFact } from "./error-fact.js";

/** The account or the content is refused: who is asked decides, not the form of the request. */
export const REFUSAL_FACTS: readonly ErrorFact[] = [
  {
    name: "content filtered",
    words: /^(?:content_filter|content_policy_violation|responsibleaipolicyviolation)$/m,
    kind: "content_filter",
    retryable: false,
    remedy: "{server} refuses this content: put it differently, or use another model.",
    sample: {
      provider: "openai",
      phase: "first-byte",
      status: 400,
      body: '{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI\'s content management policy.","type":null,"param":"prompt","code":"content_filter","status":400}}',
    },
  },
  {
    name: "flagged by moderation",
    says: /requires moderation|was flagged (?:for|as)/i,
    status: [400, 403, 451],
    kind: "content_filter",
    retryable: false,
    remedy: "{server} refuses this content: put it differently, or use another model.",
    sample: {
      provider: "openrouter",
      phase: "first-byte",
      status: 403,
      body: '{"error":{"message":"openai/gpt-4o requires moderation on OpenAI. Your input was flagged for \\"violence\\".","code":403,"metadata":{"reasons":["violence"]}}}',
    },
  },
  {
    name: "plan, region or model not included",
    words: /^(?:usage_not_included|accessdeniedexception|unsupported_country_region_territory)$/m,
    kind: "entitlement",
    retryable: false,
    remedy: "Your account at {server} does not include this: change the plan or the model.",
    sample: {
      provider: "openai",
      phase: "first-byte",
      status: 403,
      body: '{"error":{"type":"usage_not_included","code":"usage_not_included","message":"To use Codex with your ChatGPT plan, upgrade to Plus"}}',
    },
  },
  {
    name: "account may not use this",
    says: /must be verified to use|(?:don't|do not) have access to (?:the|this) model|location is not supported|not (?:yet )?available for this subscription/i,
    kind: "entitlement",
    retryable: false,
    remedy: "Your account at {server} may not use {model} as it is: see what it says, or use another model.",
    sample: {
      provider: "openai",
      phase: "first-byte",
      status: 403,
      body: '{"error":{"message":"Your organization must be verified to use the model `o3`.","type":"invalid_request_error","param":null,"code":null}}',
    },
  },
  {
    name: "own spending limit reached",
    says: /spending limit|key limit exceeded/i,
    kind: "spend_limit",
    retryable: false,
    remedy: "A limit that your account at {server} sets is reached: raise it there, or use another key.",
    sample: {
      provider: "openrouter",
      phase: "first-byte",
      status: 403,
      body: '{"error":{"message":"Key limit exceeded (monthly limit). Manage it using https://openrouter.ai/settings/keys","code":403}}',
    },
  },
  {
    name: "key not accepted",
    words: /^(?:api_key_invalid|invalid_api_key|authentication_error)$/m,
    kind: "auth",
    retryable: false,
    remedy: "{server} does not accept the key. {key}",
    sample: {
      provider: "gemini",
      phase: "first-byte",
      status: 400,
      body: '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}',
    },
  },
  {
    name: "not signed in",
    status: [401],
    kind: "auth",
    retryable: false,
    remedy: "{server} wants a valid key. {key}",
    sample: {
      provider: "openai",
      phase: "first-byte",
      status: 401,
      body: '{"error":{"message":"You didn\'t provide an API key.","type":"invalid_request_error","param":null,"code":null}}',
    },
  },
];
