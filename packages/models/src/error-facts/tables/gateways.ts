import { answered, type ErrorFact } from "../error-fact.js";
import {
  CONTENT_REFUSED,
  MODEL_UNKNOWN,
  NOT_ENTITLED,
  OVERFLOW,
  QUOTA,
  RATE_LIMIT,
  SPEND_LIMIT,
  TOOLS_REFUSED,
} from "../outcomes.js";

/** Those who pass requests on to others. What they relay stands in the tables of those who said it. */
export const GATEWAYS: readonly ErrorFact[] = [
  {
    name: "no tools on any route of OpenRouter",
    ...TOOLS_REFUSED,
    says: /no endpoints found that support (?:tool use|the provided 'tool_choice')/i,
    samples: [
      // anomalyco/opencode#1675
      answered(
        "openrouter",
        404,
        '{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection","code":404}}',
      ),
      // zed-industries/zed#36094
      answered(
        "openrouter",
        404,
        '{"error":{"message":"No endpoints found that support the provided \'tool_choice\' value.","code":404}}',
      ),
    ],
  },
  {
    name: "no route within the data policy",
    ...NOT_ENTITLED,
    says: /no endpoints (?:found|available) matching your/i,
    remedy:
      "Your privacy settings at OpenRouter leave nobody who serves {model}: change them there, or use another model.",
    samples: [
      // dnakov/anon-kode#13
      answered(
        "openrouter",
        404,
        '{"error":{"message":"No endpoints found matching your data policy. Check your settings: https://openrouter.ai/settings/privacy","code":404}}',
      ),
    ],
  },
  {
    name: "model unknown to OpenRouter",
    ...MODEL_UNKNOWN,
    says: /no endpoints found for \S|is not a valid model ID/i,
    samples: [
      answered("openrouter", 400, '{"error":{"message":"acme/none is not a valid model ID","code":400}}'),
      // vyancharuk/nodejs-api-boilerplate#16
      answered(
        "openrouter",
        404,
        '{"error":{"message":"No endpoints found for nousresearch/hermes-3-llama-3.1-405b:free.","code":404}}',
      ),
    ],
  },
  {
    name: "free requests of the day used up",
    ...QUOTA,
    says: /free-models-per-day/i,
    remedy: "Your free requests of the day at OpenRouter are used up: add credit, or use another model.",
    samples: [
      // Gitlawb/openclaude#936
      answered(
        "openrouter",
        429,
        '{"error":{"message":"Rate limit exceeded: free-models-per-day. Add 10 credits to unlock 1000 free model requests per day","code":429,"metadata":{"headers":{"X-RateLimit-Limit":"50","X-RateLimit-Remaining":"0","X-RateLimit-Reset":"1767312000000"}}}}',
        { resetMs: 86_400_000 },
      ),
    ],
  },
  {
    name: "free requests of the minute used up",
    ...RATE_LIMIT,
    says: /free-models-per-min/i,
    samples: [
      answered(
        "openrouter",
        429,
        '{"error":{"message":"Rate limit exceeded: free-models-per-min. ","code":429,"metadata":{"headers":{"X-RateLimit-Limit":"20","X-RateLimit-Remaining":"0","X-RateLimit-Reset":"1767225630000"}}}}',
        { retryAfterMs: 30_000 },
      ),
    ],
  },
  {
    name: "limit of an OpenRouter key reached",
    ...SPEND_LIMIT,
    says: /key limit exceeded/i,
    remedy: "The limit of this key at OpenRouter is reached: raise it there, or use another key.",
    samples: [
      // tailcallhq/forgecode#571
      answered(
        "openrouter",
        403,
        '{"error":{"message":"Key limit exceeded (monthly limit). Manage it using https://openrouter.ai/settings/keys","code":403}}',
      ),
    ],
  },
  {
    name: "credit too small for this request",
    ...QUOTA,
    says: /requires more credits, or fewer max_tokens|prompt tokens limit exceeded: \d/i,
    remedy: "Your credit at OpenRouter does not cover a request of this size: add credit, or use a cheaper model.",
    samples: [
      // QwenLM/qwen-code#73
      answered(
        "openrouter",
        402,
        '{"error":{"message":"This request requires more credits, or fewer max_tokens. You requested up to 65536 tokens, but can only afford 30104.","code":402}}',
      ),
      // continuedev/continue#11540
      answered(
        "openrouter",
        402,
        '{"error":{"message":"Prompt tokens limit exceeded: 36163 > 29652. To increase, visit https://openrouter.ai/settings/credits and upgrade to a paid account","code":402}}',
      ),
    ],
  },
  {
    name: "flagged by moderation",
    ...CONTENT_REFUSED,
    status: [400, 403, 451],
    says: /requires moderation on|input was flagged for/i,
    samples: [
      answered(
        "openrouter",
        403,
        '{"error":{"message":"openai/gpt-4o requires moderation on OpenAI. Your input was flagged for \\"violence\\".","code":403,"metadata":{"reasons":["violence"],"flagged_input":"x"}}}',
      ),
    ],
  },
  {
    name: "budget set in LiteLLM used up",
    ...SPEND_LIMIT,
    codes: ["budget_exceeded"],
    says: /budget has been exceeded|ExceededBudget:|crossed budget:/i,
    remedy: "A budget that the owner of this gateway set is used up: ask them, or use another key.",
    samples: [
      // BerriAI/litellm#36729
      answered(
        "litellm",
        429,
        '{"error":{"message":"Budget has been exceeded! Current cost: 10.51, Max budget: 10.00","type":"budget_exceeded","param":null,"code":"429"}}',
      ),
      // BerriAI/litellm#14144
      answered(
        "litellm",
        400,
        '{"error":{"message":"litellm.BadRequestError: OpenAIException - Budget has been exceeded! Current cost: 14.1, Max budget: 10. Received Model Group=llama","type":null,"param":null,"code":"400"}}',
      ),
    ],
  },
  {
    name: "request too large for GitHub Models",
    ...OVERFLOW,
    codes: ["tokens_limit_reached"],
    says: /request body too large for \S{1,100} model\. Max size: (?<limit>\d{1,9}) tokens/i,
    remedy: "GitHub Models takes no request this long: use another provider for {model}.",
    samples: [
      // cline/cline#2115
      answered(
        "github-models",
        413,
        '{"error":{"code":"tokens_limit_reached","message":"Request body too large for gpt-4o model. Max size: 8000 tokens.","details":"Request body too large for gpt-4o model. Max size: 8000 tokens."}}',
        { limitTokens: 8000 },
      ),
    ],
  },
  {
    name: "prompt too long for GitHub Copilot",
    ...OVERFLOW,
    codes: ["model_max_prompt_tokens_exceeded"],
    says: /token count of (?<used>\d{1,9}) exceeds the limit of (?<limit>\d{1,9})/i,
    samples: [
      answered(
        "github-copilot",
        400,
        '{"error":{"message":"prompt token count of 140231 exceeds the limit of 128000","code":"model_max_prompt_tokens_exceeded"}}',
        { limitTokens: 128000, usedTokens: 140231 },
      ),
    ],
  },
  {
    name: "credits of the month used up at Hugging Face",
    ...QUOTA,
    says: /exceeded your monthly included credits/i,
    samples: [
      // huggingface/agents-course#386
      answered(
        "huggingface",
        402,
        '{"error":"You have exceeded your monthly included credits for Inference Providers. Subscribe to PRO to get 20x more monthly included credits."}',
      ),
    ],
  },
  {
    name: "requests of the day used up at GitHub Models",
    ...QUOTA,
    says: /rate limit of \d{1,9} per 86400s exceeded/i,
    remedy: "Your requests of the day for {model} at GitHub Models are used up: use another model.",
    samples: [
      answered(
        "github-models",
        429,
        '{"error":{"code":"RateLimitReached","message":"Rate limit of 50 per 86400s exceeded for UserByModelByDay. Please wait 42054 seconds before retrying."}}',
        { resetMs: 42_054_000 },
      ),
    ],
  },
  {
    name: "no card on file at a gateway",
    ...NOT_ENTITLED,
    says: /credit card on file|free credits temporarily have restricted access/i,
    remedy: "{server} wants a way to pay on file before it serves this: add one there, or use another provider.",
    samples: [
      // arlanrakh/talk-to-girlfriend-ai#6
      answered(
        "vercel",
        403,
        '{"error":{"message":"AI Gateway requires a valid credit card on file to service requests.","type":"customer_verification_required"}}',
      ),
      // Aider-AI/aider#4495
      answered(
        "vercel",
        429,
        '{"error":{"message":"Free credits temporarily have restricted access due to abuse. Paid credits continue to have unrestricted access.","type":"rate_limit_exceeded"}}',
      ),
    ],
  },
  {
    name: "free allocation of the day used up at Cloudflare",
    ...QUOTA,
    says: /daily free allocation of/i,
    remedy: "Your free allocation of the day at Cloudflare is used up: upgrade, or use another provider.",
    samples: [
      // get-engram/engram#34
      answered(
        "cloudflare",
        429,
        '{"errors":[{"message":"AiError: you have used up your daily free allocation of 10,000 neurons","code":4006}],"success":false,"result":{},"messages":[]}',
      ),
    ],
  },
  {
    name: "prompt too long for Cloudflare",
    ...OVERFLOW,
    says: /maximum output tokens \((?<used>\d{1,9})\) exceeded this model context window limit \((?<limit>\d{1,9})\)/i,
    samples: [
      answered(
        "cloudflare",
        413,
        '{"errors":[{"message":"AiError: AiError: The estimated number of input and maximum output tokens (39284) exceeded this model context window limit (32000).","code":5021}],"success":false,"result":{},"messages":[]}',
        { limitTokens: 32000, usedTokens: 39284 },
      ),
    ],
  },
];
