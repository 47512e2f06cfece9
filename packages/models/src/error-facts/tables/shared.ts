import { answered, type ErrorFact, streamed } from "../error-fact.js";
import {
  CONTENT_REFUSED,
  HISTORY_REFUSED,
  KEY_REFUSED,
  MODEL_UNKNOWN,
  OVERFLOW,
  OVERLOADED,
  QUOTA,
  RATE_LIMIT,
  SPEND_LIMIT,
  TOOLS_REFUSED,
} from "../outcomes.js";

/** Codes and sentences that several providers share, most of them copied from OpenAI. */
export const SHARED: readonly ErrorFact[] = [
  {
    name: "prompt longer than the maximum context length",
    ...OVERFLOW,
    says: /maximum (?:context|prompt) length (?:is|of) (?<limit>\d{1,9}).{0,200}?(?:resulted in(?: over)?|prompt contains at least|requested about|you requested|requested a total of|request contains|request has) (?<used>\d{2,9})\b(?! output)/is,
    samples: [
      // webtimemachine/wtm2#579
      answered(
        "openai",
        400,
        '{"error":{"message":"This model\'s maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}',
        { limitTokens: 128000, usedTokens: 204308 },
      ),
      // FoundationAgents/OpenManus#62
      answered(
        "azure",
        400,
        '{"error":{"message":"This model\'s maximum context length is 8192 tokens. However, you requested 8213 tokens (6683 in the messages, 730 in the functions, and 800 in the completion). Please reduce the length of the messages, functions, or completion.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}',
        { limitTokens: 8192, usedTokens: 8213 },
      ),
      // OpenHands/OpenHands#8149
      answered(
        "openrouter",
        400,
        '{"error":{"message":"This endpoint\'s maximum context length is 40960 tokens. However, you requested about 42988 tokens (38892 of text input, 4096 in the output).","code":400}}',
        { limitTokens: 40960, usedTokens: 42988 },
      ),
      // earendil-works/pi#5930
      answered(
        "vllm",
        400,
        '{"error":{"message":"This model\'s maximum context length is 262144 tokens. However, you requested 4096 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 266241 tokens.","type":"BadRequestError","param":"input_tokens","code":400}}',
        { limitTokens: 262144, usedTokens: 262145 },
      ),
      // cline/cline#3120
      answered(
        "xai",
        400,
        '{"code":"Client specified an invalid argument","error":"This model\'s maximum prompt length is 131072 but the request contains 136973 tokens."}',
        { limitTokens: 131072, usedTokens: 136973 },
      ),
      // microsoft/autogen#300, text-generation-webui
      answered(
        "custom",
        400,
        '{"error":{"message":"This model maximum context length is 2048 tokens. However, your messages resulted in over 2133 tokens.","code":400,"type":"InvalidRequestError","param":"messages"}}',
        { limitTokens: 2048, usedTokens: 2133 },
      ),
      // evalstate/fast-agent#621
      answered(
        "deepseek",
        400,
        '{"error":{"message":"This model\'s maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion).","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
        { limitTokens: 131072, usedTokens: 131134 },
      ),
    ],
  },
  {
    name: "prompt longer than the maximum context length, which alone is named",
    ...OVERFLOW,
    says: /maximum context length is (?<limit>\d{1,9}) tokens?\. (?:please )?reduce/i,
    samples: [
      answered(
        "deepinfra",
        400,
        '{"error":{"message":"This model\'s maximum context length is 131072 tokens. Please reduce the length of the messages or completion."}}',
        { limitTokens: 131072 },
      ),
    ],
  },
  {
    name: "prompt longer than the window, without numbers",
    ...OVERFLOW,
    codes: ["context_length_exceeded"],
    says: /exceeds the context window|prompt exceeds (?:the )?max(?:imum)? context length|reduce the length of the (?:messages|input prompt)|ContextWindowExceededError/i,
    samples: [
      // anomalyco/opencode#8089
      streamed(
        "openai",
        '{"type":"error","sequence_number":2,"error":{"type":"invalid_request_error","code":"context_length_exceeded","message":"Your input exceeds the context window of this model. Please adjust your input and try again.","param":"input"}}',
      ),
      // ddalcu/mlx-serve#66
      answered("custom", 400, '{"error":{"message":"Prompt exceeds maximum context length"}}'),
      answered(
        "groq",
        400,
        '{"error":{"message":"Please reduce the length of the messages or completion.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}',
      ),
    ],
  },
  {
    name: "content filtered",
    ...CONTENT_REFUSED,
    codes: ["content_filter", "content_policy_violation"],
    samples: [
      answered(
        "moonshot",
        400,
        '{"error":{"message":"The request was rejected because it was considered high risk","type":"content_filter"}}',
      ),
    ],
  },
  {
    name: "quota used up",
    ...QUOTA,
    codes: ["insufficient_quota", "insufficient_balance_error", "quota_exceeded"],
    says: /exceeded your current quota, please check your plan|insufficient (?:account )?(?:balance|funds)/i,
    samples: [
      // openai/codex#6340
      answered(
        "openai",
        429,
        '{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}',
      ),
      answered(
        "deepseek",
        402,
        '{"error":{"message":"Insufficient Balance","type":"unknown_error","param":null,"code":"invalid_request_error"}}',
      ),
      // github/copilot-cli#730
      answered("github-copilot", 402, '{"message":"You have no quota","code":"quota_exceeded"}'),
      // MiniMax-AI/MiniMax-M2#62
      answered("minimax", 500, '{"type":"error","error":{"type":"api_error","message":"insufficient balance (1008)"}}'),
      // can1357/oh-my-pi#3170
      answered(
        "custom",
        401,
        '{"error":{"message":"Insufficient balance. Manage your billing here: https://opencode.ai/workspace/demo"}}',
      ),
    ],
  },
  {
    name: "own spending limit reached",
    ...SPEND_LIMIT,
    says: /(?:reached|exceeded) (?:its|your|the) (?:\w{1,20} )?(?:spending|spend) limit/i,
    samples: [answered("custom", 403, '{"error":{"message":"You have reached your monthly spending limit."}}')],
  },
  {
    name: "key not accepted",
    ...KEY_REFUSED,
    codes: ["invalid_api_key", "authentication_error"],
    samples: [
      answered(
        "openai",
        401,
        '{"error":{"message":"Incorrect API key provided: sk-FAKE*****0000. You can find your API key at https://platform.openai.com/account/api-keys.","type":"invalid_request_error","param":null,"code":"invalid_api_key"}}',
      ),
      answered(
        "anthropic",
        401,
        '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
      ),
    ],
  },
  {
    name: "model without tools",
    ...TOOLS_REFUSED,
    says: /does not support (?:tools|tool[ _-]?(?:use|call)|function)|tool(?:s| use| calling)?`? (?:is|are) not supported/i,
    status: [400, 404, 405, 422, 500, 501],
    samples: [
      answered(
        "groq",
        400,
        '{"error":{"message":"`tool calling` is not supported with this model","type":"invalid_request_error"}}',
      ),
      answered("custom", 400, '{"error":{"message":"acme-7b does not support tools"}}'),
    ],
  },
  {
    name: "model unknown, by its code",
    ...MODEL_UNKNOWN,
    codes: ["model_not_found", "model_not_exist", "model_not_supported"],
    samples: [
      answered(
        "openai",
        404,
        '{"error":{"message":"The model `gpt-9` does not exist or you do not have access to it.","type":"invalid_request_error","param":null,"code":"model_not_found"}}',
      ),
      answered(
        "github-copilot",
        400,
        '{"error":{"message":"The requested model is not supported.","code":"model_not_supported","param":"model","type":"invalid_request_error"}}',
      ),
    ],
  },
  {
    name: "model unknown, by its words",
    ...MODEL_UNKNOWN,
    says: /model\b.{0,120}\b(?:not found|(?:does )?not exist|is not available)|no such model|unknown model|invalid model/i,
    status: [400, 404, 422],
    samples: [
      answered(
        "custom",
        404,
        '{"object":"error","message":"The model `a` does not exist.","type":"NotFoundError","param":null,"code":404}',
      ),
      answered(
        "litellm",
        400,
        '{"error":{"message":"Invalid model name passed in model=gpt-9.","type":"None","param":"None","code":"400"}}',
      ),
    ],
  },
  {
    name: "calls and results that do not pair",
    ...HISTORY_REFUSED,
    says: /tool_calls.{0,60}must be followed by tool messages|messages with role .{1,3}tool.{1,3} must be a response to|tool_call_id.{0,60} (?:is not found|not found)/i,
    status: [400, 422],
    samples: [
      answered(
        "openai",
        400,
        '{"error":{"message":"An assistant message with \'tool_calls\' must be followed by tool messages responding to each \'tool_call_id\'.","type":"invalid_request_error"}}',
      ),
      answered(
        "deepseek",
        400,
        '{"error":{"message":"Messages with role \'tool\' must be a response to a preceding message with \'tool_calls\'","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
      ),
    ],
  },
  {
    // With status 429 the status says it.
    name: "rate limit reached, in a stream",
    ...RATE_LIMIT,
    status: [200],
    codes: ["rate_limit_exceeded"],
    samples: [
      streamed(
        "openai",
        '{"error":{"code":"rate_limit_exceeded","message":"Rate limit reached for gpt-5 in organization org-x on tokens per min (TPM): Limit 30000, Used 28011, Requested 6120. Please try again in 8.262s."}}',
        { retryAfterMs: 8_262 },
      ),
    ],
  },
  {
    name: "fault of the server, in a stream",
    ...OVERLOADED,
    status: [200],
    codes: ["server_error", "internal_server_error", "api_error", "service_unavailable_error"],
    remedy: "{server} had a fault of its own: try again; if it goes on, look at its log or its status page.",
    samples: [
      streamed(
        "openai",
        '{"error":{"message":"The server had an error while processing your request. Sorry about that!","type":"server_error","param":null,"code":null}}',
      ),
    ],
  },
  {
    // With a status of 5xx the status says it.
    name: "overloaded, by its words in a stream",
    ...OVERLOADED,
    status: [200],
    says: /\boverloaded\b|\b(?:server|engine|model) (?:is )?(?:currently )?busy\b/i,
    samples: [streamed("ollama", '{"error":"Overloaded"}'), streamed("custom", '{"error":"The server is busy"}')],
  },
];
