import { answered, type ErrorFact, streamed } from "../error-fact.js";
import {
  CONTENT_REFUSED,
  HISTORY_REFUSED,
  MODEL_UNKNOWN,
  NOT_ENTITLED,
  QUOTA,
  RATE_LIMIT,
  REASONING_REFUSED,
  SPEND_LIMIT,
} from "../outcomes.js";

/** OpenAI, ChatGPT plans and Azure OpenAI. What half the world has copied from them stands in `shared.ts`. */
export const OPENAI: readonly ErrorFact[] = [
  {
    name: "request larger than a minute's allowance",
    status: [200, 413, 429],
    says: /request too large.{0,300}tokens per min/i,
    kind: "rate_limit",
    retryable: false,
    remedy: "One request is larger than what {server} allows you in a minute: use another model or plan.",
    samples: [
      // openclaw/openclaw#147644
      answered(
        "groq",
        413,
        '{"error":{"message":"Request too large for model `openai/gpt-oss-20b` in organization `org_x` service tier `on_demand` on tokens per minute (TPM): Limit 8000, Requested 42451, please reduce your message size and try again.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
      ),
      // fork-dev/TrackerWin#2595
      answered(
        "openai",
        429,
        '{"error":{"message":"Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 132819. The input or output tokens must be reduced in order to run successfully.","type":"tokens","param":null,"code":"rate_limit_exceeded"}}',
      ),
      streamed(
        "openai",
        '{"type":"error","error":{"type":"tokens","code":"rate_limit_exceeded","message":"Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 1, Requested 30. The input or output tokens must be reduced in order to run successfully.","param":null}}',
      ),
    ],
  },
  {
    name: "organization not verified",
    ...NOT_ENTITLED,
    says: /must be verified to use the model/i,
    remedy: "Verify your organization at OpenAI to use {model}, or use another model.",
    samples: [
      answered(
        "openai",
        403,
        '{"error":{"message":"Your organization must be verified to use the model `o3`. Please go to: https://platform.openai.com/settings/organization/general and click on Verify Organization.","type":"invalid_request_error","param":null,"code":null}}',
      ),
    ],
  },
  {
    name: "ChatGPT plan without this",
    ...NOT_ENTITLED,
    codes: ["usage_not_included"],
    says: /not supported when using codex with a chatgpt account/i,
    remedy: "Your ChatGPT plan does not include this: upgrade it, or use a key of the API.",
    samples: [
      answered(
        "openai",
        403,
        '{"error":{"type":"usage_not_included","code":"usage_not_included","message":"To use Codex with your ChatGPT plan, upgrade to Plus"}}',
      ),
      // openai/codex#6603
      answered(
        "openai",
        400,
        '{"detail":"The \'gpt-5.1-codex\' model is not supported when using Codex with a ChatGPT account."}',
      ),
    ],
  },
  {
    name: "limit of a ChatGPT plan reached",
    ...QUOTA,
    codes: ["usage_limit_reached"],
    remedy: "The limit of your ChatGPT plan is reached: wait until it is renewed, or use another model.",
    samples: [
      answered(
        "openai",
        429,
        '{"error":{"type":"usage_limit_reached","message":"The usage limit has been reached","plan_type":"plus","resets_in_seconds":11211}}',
        { resetMs: 11_211_000 },
      ),
    ],
  },
  {
    name: "OpenAI's billing limit reached",
    ...SPEND_LIMIT,
    codes: ["billing_hard_limit_reached"],
    says: /billing hard limit has been reached/i,
    samples: [
      answered(
        "openai",
        400,
        '{"error":{"message":"Billing hard limit has been reached","type":"invalid_request_error","param":null,"code":"billing_hard_limit_reached"}}',
      ),
    ],
  },
  {
    name: "country not served",
    ...NOT_ENTITLED,
    codes: ["unsupported_country_region_territory"],
    remedy: "OpenAI does not serve the country your requests come from.",
    samples: [
      answered(
        "openai",
        403,
        '{"error":{"code":"unsupported_country_region_territory","message":"Country, region, or territory not supported","param":null,"type":"request_forbidden"}}',
      ),
    ],
  },
  {
    name: "model of another wire",
    ...MODEL_UNKNOWN,
    says: /only supported in v1\/responses|not a chat model and thus not supported/i,
    remedy: "{model} cannot be used for chat completions: choose the wire openai-responses, or use another model.",
    samples: [
      // openai/codex#1346
      answered(
        "openai",
        404,
        '{"error":{"message":"This model is only supported in v1/responses and not in v1/chat/completions.","type":"invalid_request_error","param":"model","code":null}}',
      ),
      // egoist/chatwise-releases#1256
      answered(
        "openai",
        404,
        '{"error":{"message":"This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?","type":"invalid_request_error","param":"model","code":null}}',
      ),
    ],
  },
  {
    name: "thoughts that OpenAI does not take back",
    ...REASONING_REFUSED,
    codes: ["invalid_encrypted_content"],
    says: /encrypted content .{0,200}could not be verified|of type .reasoning. was provided without its required following item/i,
    samples: [
      // openai/codex#8145
      answered(
        "openai",
        400,
        '{"error":{"message":"The encrypted content gAAA...DQ== could not be verified.","type":"invalid_request_error","param":null,"code":"invalid_encrypted_content"}}',
      ),
      // continuedev/continue#8933
      answered(
        "openai",
        400,
        '{"error":{"message":"Item \'rs_0c38\' of type \'reasoning\' was provided without its required following item.","type":"invalid_request_error","param":"input","code":null}}',
      ),
    ],
  },
  {
    name: "model without thoughts that could go back",
    status: [400],
    says: /encrypted content is not supported with this model/i,
    kind: "invalid_request",
    retryable: false,
    remedy: "{model} does not reason, as was thought of it: choose the wire openai-chat for it.",
    samples: [
      // pydantic/pydantic-ai#2865
      answered(
        "openai",
        400,
        '{"error":{"message":"Encrypted content is not supported with this model.","type":"invalid_request_error","param":"include","code":null}}',
      ),
    ],
  },
  {
    name: "calls and results that do not pair, on the responses wire",
    ...HISTORY_REFUSED,
    says: /no tool (?:output|call) found for (?:function|custom tool) call/i,
    samples: [
      answered(
        "openai",
        400,
        '{"error":{"message":"No tool output found for function call call_abc.","type":"invalid_request_error","param":"input","code":null}}',
      ),
    ],
  },
  {
    name: "deployment unknown to Azure",
    ...MODEL_UNKNOWN,
    codes: ["deploymentnotfound"],
    says: /API deployment for this resource does not exist/i,
    remedy: "Azure has no deployment named {model}: it wants the name of your deployment, not of the model.",
    samples: [
      // MicrosoftDocs/azure-docs#114013
      answered(
        "azure",
        404,
        '{"error":{"code":"DeploymentNotFound","message":"The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again."}}',
      ),
    ],
  },
  {
    name: "content filtered by Azure",
    ...CONTENT_REFUSED,
    codes: ["responsibleaipolicyviolation"],
    says: /content management policy/i,
    samples: [
      // tatsu-lab/alpaca_eval#227
      answered(
        "azure",
        400,
        '{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI\'s content management policy. Please modify your prompt and retry.","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}',
      ),
    ],
  },
  {
    name: "rate limit of an Azure deployment",
    ...RATE_LIMIT,
    says: /exceeded (?:token|call) rate limit of your current/i,
    samples: [
      answered(
        "azure",
        429,
        '{"error":{"code":"429","message":"Requests to the ChatCompletions_Create Operation under Azure OpenAI API version 2024-10-21 have exceeded token rate limit of your current pricing tier. Please retry after 23 seconds."}}',
        { retryAfterMs: 23_000 },
      ),
    ],
  },
  {
    name: "OpenAI's servers overloaded",
    kind: "overloaded",
    retryable: true,
    codes: ["server_is_overloaded"],
    says: /our servers are currently overloaded/i,
    remedy: "OpenAI's servers are overloaded: try again later, or use another model.",
    samples: [
      // Wei-Shaw/sub2api#5909
      streamed(
        "openai",
        '{"code":"server_is_overloaded","message":"Our servers are currently overloaded. Please try again later."}',
      ),
      // tontinton/maki#777
      answered(
        "openai",
        400,
        '{"error":{"message":"Our servers are currently overloaded. Please try again later.","type":"service_unavailable_error"}}',
      ),
    ],
  },
];
