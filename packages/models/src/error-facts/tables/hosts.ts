import { answered, type ErrorFact, streamed } from "../error-fact.js";
import { BROKEN_CALL, HISTORY_REFUSED, MODEL_UNKNOWN, OVERFLOW, QUOTA, RATE_LIMIT, SPEND_LIMIT } from "../outcomes.js";

/** Those who serve models over OpenAI's wire, where they have words of their own. */
export const HOSTS: readonly ErrorFact[] = [
  {
    name: "broken call, refused by Groq",
    ...BROKEN_CALL,
    codes: ["tool_use_failed"],
    samples: [
      streamed(
        "groq",
        '{"error":{"message":"Tool call validation failed","type":"invalid_request_error","code":"tool_use_failed","failed_generation":"{}","status_code":400}}',
      ),
    ],
  },
  {
    name: "model retired by Groq",
    ...MODEL_UNKNOWN,
    codes: ["model_decommissioned"],
    says: /has been decommissioned/i,
    remedy: "{server} no longer serves {model}: choose another of its models.",
    samples: [
      // RightNow-AI/openfang#60
      answered(
        "groq",
        400,
        '{"error":{"message":"The model `deepseek-r1-distill-llama-70b` has been decommissioned and is no longer supported. Please refer to https://console.groq.com/docs/deprecations for a recommendation on which model to use instead.","type":"invalid_request_error","param":"","code":"model_decommissioned"}}',
      ),
    ],
  },
  {
    name: "prompt too long for Cerebras",
    ...OVERFLOW,
    says: /current length is (?<used>\d{1,9}) while limit is (?<limit>\d{1,9})/i,
    samples: [
      // cline/cline#5140
      answered(
        "cerebras",
        400,
        '{"message":"Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}',
        { limitTokens: 40000, usedTokens: 42328 },
      ),
    ],
  },
  {
    name: "tokens of the day used up at Cerebras",
    ...QUOTA,
    says: /tokens per day limit exceeded/i,
    samples: [
      answered(
        "cerebras",
        429,
        '{"message":"Tokens per day limit exceeded - too many tokens processed.","type":"too_many_tokens_error","param":"quota","code":"token_quota_exceeded"}',
      ),
    ],
  },
  {
    name: "tokens of the minute used up at Cerebras",
    ...RATE_LIMIT,
    says: /tokens per minute limit exceeded/i,
    remedy: "Cerebras counts the room for an answer as used: wait a minute, or use another model.",
    samples: [
      // continuedev/continue#9800
      answered(
        "cerebras",
        429,
        '{"message":"Tokens per minute limit exceeded - too many tokens processed.","type":"too_many_tokens_error","param":"quota","code":"token_quota_exceeded"}',
      ),
    ],
  },
  {
    name: "prompt too long for Mistral",
    ...OVERFLOW,
    says: /contains (?<used>\d{1,9}) tokens.{0,100}model with (?<limit>\d{1,9}) maximum context length/i,
    samples: [
      answered(
        "mistral",
        400,
        '{"object":"error","message":"Prompt contains 133214 tokens and 0 draft tokens, too large for model with 131072 maximum context length","type":"invalid_request_prompt","param":null,"code":"3051"}',
        { limitTokens: 131072, usedTokens: 133214 },
      ),
    ],
  },
  {
    name: "capacity of Mistral exceeded",
    ...RATE_LIMIT,
    codes: ["service_tier_capacity_exceeded"],
    remedy: "Mistral has no capacity left for {model} just now: wait, or use another model.",
    samples: [
      answered(
        "mistral",
        429,
        '{"object":"error","message":"Service tier capacity exceeded for this model.","type":"service_tier_capacity_exceeded","param":null,"code":"3505"}',
      ),
    ],
  },
  {
    name: "calls and results that do not pair, said by Mistral",
    ...HISTORY_REFUSED,
    says: /not the same number of function calls and responses/i,
    samples: [
      // camel-ai/camel#1467
      answered(
        "mistral",
        400,
        '{"object":"error","message":"Not the same number of function calls and responses","type":"invalid_request_error","param":null,"code":null}',
      ),
    ],
  },
  {
    name: "order of messages refused by Mistral",
    ...HISTORY_REFUSED,
    codes: ["invalid_request_message_order"],
    remedy: "{model} does not take these messages in this order: start a new session.",
    samples: [
      // charmbracelet/crush#279
      answered(
        "openrouter",
        400,
        '{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\\"object\\":\\"error\\",\\"message\\":\\"Unexpected role \'tool\' after role \'user\'\\",\\"type\\":\\"invalid_request_message_order\\",\\"param\\":null,\\"code\\":\\"3230\\"}","provider_name":"Mistral"}}}',
      ),
    ],
  },
  {
    name: "credit or spending limit of xAI",
    ...SPEND_LIMIT,
    says: /used all available credits or reached its monthly spending limit/i,
    samples: [
      // continuedev/continue#10373
      answered(
        "xai",
        429,
        '"Your team 00000000-0000-0000-0000-000000000000 has either used all available credits or reached its monthly spending limit. To continue making API requests, please purchase more credits or raise your spending limit."',
      ),
    ],
  },
  {
    name: "no credit at xAI",
    ...QUOTA,
    says: /newly created teams? doesn.?t have any credits|run out of credits or need a Grok subscription/i,
    remedy: "Your team at xAI has no credit: buy some at console.x.ai, or use another model.",
    samples: [
      // continuedev/continue#12670
      answered(
        "xai",
        403,
        '{"code":"The caller does not have permission to execute the specified operation","error":"Your newly created team doesn\'t have any credits or licenses yet. You can purchase those on https://console.x.ai/team/0."}',
      ),
    ],
  },
  {
    name: "tokens of the minute used up at xAI",
    ...RATE_LIMIT,
    says: /too many tokens for team/i,
    samples: [
      // cline/cline#4826
      answered(
        "xai",
        429,
        '{"code":"Some resource has been exhausted","error":"Too many tokens for team 00000000-0000-0000-0000-000000000000 and model grok-4-0709. Your team\'s rate limit is — Tokens per Minute (actual/limit): 65605/16000."}',
      ),
    ],
  },
  {
    name: "model that Together serves on an endpoint of your own only",
    ...MODEL_UNKNOWN,
    codes: ["model_not_available", "dedicated_endpoint_not_running"],
    says: /unable to access non-serverless model/i,
    remedy: "Together serves {model} on a dedicated endpoint only: start one, or choose a serverless model.",
    samples: [
      // HeyPuter/puter#3168
      answered(
        "together",
        400,
        '{"error":{"message":"Unable to access non-serverless model mistralai/Mixtral-8x7B-Instruct-v0.1. Please visit https://api.together.ai/models to create and start a new dedicated endpoint for the model.","type":"invalid_request_error","param":null,"code":"model_not_available"}}',
      ),
      answered(
        "together",
        400,
        '{"error":{"message":"The dedicated endpoint for mistralai/Mixtral-8x22B-Instruct-v0.1 is not running. Please visit https://api.together.ai/models to start the endpoint.","type":"invalid_request_error","param":null,"code":"dedicated_endpoint_not_running"}}',
      ),
    ],
  },
  {
    name: "prompt too long for Fireworks",
    ...OVERFLOW,
    says: /prompt is too long: (?<used>\d{1,9}), model maximum context length: (?<limit>\d{1,9})/i,
    samples: [
      answered(
        "fireworks",
        400,
        '{"error":{"object":"error","type":"invalid_request_error","message":"The prompt is too long: 140000, model maximum context length: 131071"}}',
        { limitTokens: 131071, usedTokens: 140000 },
      ),
    ],
  },
  {
    name: "model not in the account at NVIDIA",
    ...MODEL_UNKNOWN,
    says: /Function (?:id )?'[^'\n]{1,60}': (?:Not found for account|DEGRADED function)/i,
    remedy: "NVIDIA does not serve {model} to this account now: choose another from its list at build.nvidia.com.",
    samples: [
      // Alishahryar1/free-claude-code#956
      answered(
        "nvidia",
        404,
        '{"status":404,"title":"Not Found","detail":"Function \'12345678-b123-12a3-1221-123456789123\': Not found for account \'x\'"}',
      ),
      // decolua/9router#2527
      answered(
        "nvidia",
        400,
        '{"status":400,"title":"Bad Request","detail":"Function id \'87ea0ddc-cff1-4bca-bf8b-3bd98a35ddd0\': DEGRADED function cannot be invoked"}',
      ),
    ],
  },
];
