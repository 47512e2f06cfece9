import { answered, type ErrorFact } from "../error-fact.js";
import {
  CONTENT_REFUSED,
  MODEL_UNKNOWN,
  NOT_ENTITLED,
  OVERFLOW,
  OVERLOADED,
  QUOTA,
  RATE_LIMIT,
  REASONING_REFUSED,
} from "../outcomes.js";

/** DeepSeek, Moonshot, Z.ai, MiniMax, Alibaba Cloud. Numeric codes hold in every language; sentences may be Chinese. */
export const CHINESE_PROVIDERS: readonly ErrorFact[] = [
  {
    name: "reasoning wanted back",
    ...REASONING_REFUSED,
    says: /in the thinking mode must be passed back|reasoning_content is missing in assistant tool call/i,
    samples: [
      // zed-industries/zed#55321
      answered(
        "deepseek",
        400,
        '{"error":{"message":"The `reasoning_content` in the thinking mode must be passed back to the API.","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}',
      ),
      // MoonshotAI/kimi-agent-sdk#169
      answered(
        "moonshot",
        400,
        '{"error":{"message":"thinking is enabled but reasoning_content is missing in assistant tool call message at index 13","type":"invalid_request_error"}}',
      ),
    ],
  },
  {
    name: "prompt too long for Moonshot",
    ...OVERFLOW,
    says: /exceeded model token limit: (?<limit>\d{1,9}) \(requested: (?<used>\d{1,9})\)/i,
    samples: [
      // MoonshotAI/kimi-cli#2011
      answered(
        "moonshot",
        400,
        '{"error":{"message":"Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)","type":"invalid_request_error"}}',
        { limitTokens: 262144, usedTokens: 269030 },
      ),
    ],
  },
  {
    name: "Moonshot overloaded, said as a rate limit",
    ...OVERLOADED,
    codes: ["engine_overloaded_error"],
    samples: [
      // preloop/preloop#114
      answered(
        "moonshot",
        429,
        '{"error":{"message":"The engine is currently overloaded, please try again later","type":"engine_overloaded_error"}}',
      ),
    ],
  },
  {
    name: "usage of a period used up at Moonshot",
    ...QUOTA,
    says: /reached kimi \w{1,20} usage limit|usage limit for this billing cycle/i,
    remedy: "The limit of your Kimi plan is reached: wait until it is renewed, or use another model.",
    samples: [
      // NousResearch/hermes-agent#36276
      answered(
        "moonshot",
        429,
        '{"error":{"message":"You\'ve reached kimi monthly usage limit for this billing cycle. Your quota will be refreshed in the next cycle.","type":"rate_limit_error"}}',
      ),
    ],
  },
  {
    name: "too many requests at once at Moonshot",
    ...RATE_LIMIT,
    codes: ["rate_limit_reached_error"],
    samples: [
      answered(
        "moonshot",
        429,
        '{"error":{"message":"Your account org-x<ak-x> request reached max organization concurrency: 1, please try again after 1 seconds","type":"rate_limit_reached_error"}}',
        { retryAfterMs: 1_000 },
      ),
    ],
  },
  {
    name: "prompt too long for Z.ai",
    ...OVERFLOW,
    codes: ["1261"],
    says: /prompt exceeds max length/i,
    samples: [answered("zai", 400, '{"error":{"code":"1261","message":"Prompt exceeds max length"}}')],
  },
  {
    name: "no balance or package at Z.ai",
    ...QUOTA,
    codes: ["1113"],
    says: /no resource package|余额不足/i,
    remedy:
      "No balance or package at Z.ai covers this: recharge, or use the base URL of your plan (a coding plan has its own).",
    samples: [
      // anthropics/claude-code#9201
      answered(
        "zai",
        429,
        '{"error":{"code":"1113","message":"Insufficient balance or no resource package. Please recharge."}}',
      ),
      // continuedev/continue#11823
      answered("zai", 429, '{"error":{"code":"1113","message":"余额不足或无可用资源包,请充值。"}}'),
    ],
  },
  {
    name: "limit of a Z.ai plan reached",
    ...QUOTA,
    codes: ["1308", "1310"],
    says: /usage limit reached for \d{1,3} ?hour/i,
    remedy: "The limit of your plan at Z.ai is reached: wait until it is renewed, or use another model.",
    samples: [
      // continuedev/continue#13195
      answered(
        "zai",
        429,
        '{"error":{"code":"1308","message":"Usage limit reached for 5 hour. Your limit will reset at 2026-08-27 21:31:39"}}',
      ),
    ],
  },
  {
    name: "fair use of Z.ai exceeded",
    ...NOT_ENTITLED,
    codes: ["1313"],
    says: /does not comply with the fair usage policy/i,
    remedy: "Z.ai has limited this account for its usage: ask its support, or use another model.",
    samples: [
      // zai-org/GLM-5#77
      answered(
        "zai",
        429,
        '{"error":{"code":"1313","message":"Your account\'s current usage pattern does not comply with the Fair Usage Policy, and your request frequency has been limited."}}',
      ),
    ],
  },
  {
    name: "too many requests at once at Z.ai",
    ...RATE_LIMIT,
    codes: ["1302", "1303"],
    says: /high concurrency usage of this API/i,
    samples: [
      // kaitranntt/ccs#402
      answered(
        "zai",
        429,
        '{"error":{"code":"1302","message":"High concurrency usage of this API, please reduce concurrency or contact customer service to increase limits"}}',
      ),
    ],
  },
  {
    name: "model unknown to Z.ai",
    ...MODEL_UNKNOWN,
    codes: ["1211"],
    samples: [
      answered("zai", 400, '{"error":{"code":"1211","message":"Unknown Model, please check the model code."}}'),
    ],
  },
  {
    name: "prompt too long for MiniMax",
    ...OVERFLOW,
    says: /context window exceeds limit/i,
    samples: [
      answered(
        "minimax",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"invalid params, context window exceeds limit (2013)"}}',
      ),
    ],
  },
  {
    name: "limit of a MiniMax plan reached",
    ...QUOTA,
    says: /token plan usage limit reached|usage limit exceeded.{0,200}\(2056\)/i,
    remedy: "The limit of your plan at MiniMax is reached: wait until it is renewed, or use another model.",
    samples: [
      // MiniMax-AI/MiniMax-M2.7#36
      answered(
        "minimax",
        429,
        '{"type":"error","error":{"type":"rate_limit_error","message":"usage limit exceeded, 5-hour usage limit reached for Token Plan Starter (0/0 used), resets at 2026-01-01T05:00:00Z (2056)"}}',
        { resetMs: 18_000_000 },
      ),
      // MadAppGang/claudish#219
      answered(
        "minimax",
        429,
        '{"type":"error","error":{"type":"rate_limit_error","message":"Token Plan usage limit reached: Upgrade your Token Plan or purchase Credits for more usage. (2056)"}}',
      ),
    ],
  },
  {
    name: "prompt too long for Alibaba Cloud",
    ...OVERFLOW,
    says: /range of input length should be \[1, (?<limit>\d{1,9})\]/i,
    samples: [
      // QwenLM/qwen-code#98
      answered(
        "dashscope",
        400,
        '{"error":{"code":"invalid_parameter_error","message":"<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 204800]","param":null,"type":"invalid_request_error"}}',
        { limitTokens: 204800 },
      ),
    ],
  },
  {
    // It says `insufficient_quota` of a minute's limit, too: the anchor of its link tells.
    name: "tokens of the minute used up at Alibaba Cloud",
    ...RATE_LIMIT,
    codes: ["throttling.allocationquota", "throttling.ratequota", "throttling"],
    says: /error-code#token-limit/i,
    samples: [
      // can1357/oh-my-pi#8476
      answered(
        "dashscope",
        429,
        '{"error":{"message":"You exceeded your current quota, please check your plan and billing details. For more information, read the docs: https://help.aliyun.com/zh/model-studio/error-code#token-limit","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}',
      ),
    ],
  },
  {
    name: "account of Alibaba Cloud in arrears",
    ...QUOTA,
    codes: ["arrearage", "allocationquota.freetieronly"],
    says: /make sure your account is in good standing|free quota has been exhausted/i,
    remedy:
      "Your free quota at Alibaba Cloud is used up, or the account is in arrears: pay there, or use another model.",
    samples: [
      // tencentmusic/supersonic#1572
      answered(
        "dashscope",
        400,
        '{"error":{"code":"Arrearage","message":"Access denied, please make sure your account is in good standing.","type":"Arrearage"}}',
      ),
      // axoviq-ai/synthadoc#215
      answered(
        "dashscope",
        403,
        '{"error":{"message":"The free quota has been exhausted. To continue accessing the model on a paid basis, please complete your payment information.","type":"AllocationQuota.FreeTierOnly","param":null,"code":"AllocationQuota.FreeTierOnly"}}',
      ),
    ],
  },
  {
    name: "content refused by Alibaba Cloud",
    ...CONTENT_REFUSED,
    codes: ["datainspectionfailed", "data_inspection_failed"],
    samples: [
      // QwenLM/Qwen#938
      answered(
        "dashscope",
        400,
        '{"error":{"code":"data_inspection_failed","message":"Input data may contain inappropriate content.","param":null,"type":"data_inspection_failed"}}',
      ),
    ],
  },
];
