import { answered, type ErrorFact, streamed } from "../error-fact.js";
import {
  HISTORY_REFUSED,
  KEY_REFUSED,
  MODEL_UNKNOWN,
  NOT_ENTITLED,
  OVERFLOW,
  QUOTA,
  REASONING_REFUSED,
  SPEND_LIMIT,
} from "../outcomes.js";

/**
 * Anthropic, and its models at Bedrock, Vertex and gateways. `invalid_request_error` is the type of nearly everything:
 * only the message tells.
 */
export const ANTHROPIC: readonly ErrorFact[] = [
  {
    name: "prompt too long for Claude",
    ...OVERFLOW,
    says: /prompt is too long: (?<used>\d{1,9}) tokens > (?<limit>\d{1,9}) maximum/i,
    samples: [
      // anomalyco/opencode#500
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213462 tokens > 200000 maximum"},"request_id":"req_01"}',
        { limitTokens: 200000, usedTokens: 213462 },
      ),
      // strands-agents/harness-sdk#1712
      answered(
        "bedrock",
        400,
        '{"__type":"ValidationException","message":"The model returned the following errors: prompt is too long: 203470 tokens > 200000 maximum"}',
        { limitTokens: 200000, usedTokens: 203470 },
      ),
    ],
  },
  {
    name: "prompt and answer too long for Claude",
    ...OVERFLOW,
    says: /exceed context limit: (?<used>\d{1,9}) \+ \d{1,9} > (?<limit>\d{1,9})/i,
    samples: [
      // anthropics/claude-code#42
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"input length and `max_tokens` exceed context limit: 187254 + 20000 > 204798, decrease input length or `max_tokens` and try again"}}',
        { limitTokens: 204798, usedTokens: 187254 },
      ),
    ],
  },
  {
    name: "long context not in the plan",
    ...NOT_ENTITLED,
    says: /long context beta is not yet available|extra usage is required for long context/i,
    remedy: "Your plan at Anthropic does not cover requests this long: enable extra usage, or use a smaller window.",
    samples: [
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"The long context beta is not yet available for this subscription."}}',
      ),
      // anthropics/claude-code#29584
      answered(
        "anthropic",
        429,
        '{"type":"error","error":{"type":"rate_limit_error","message":"Extra usage is required for long context requests."}}',
      ),
    ],
  },
  {
    name: "no credit at Anthropic",
    ...QUOTA,
    says: /credit balance is too low/i,
    remedy: "Your credit at Anthropic is used up: add some under Plans & Billing, or use another model.",
    samples: [
      // anthropics/claude-code#66314
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits."}}',
      ),
    ],
  },
  {
    name: "limit set at Anthropic reached",
    ...SPEND_LIMIT,
    says: /reached your specified API usage limits/i,
    samples: [
      // anthropics/claude-code#38035
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"You have reached your specified API usage limits. You will regain access on 2026-01-02 at 00:00 UTC."}}',
        { resetMs: 86_400_000 },
      ),
    ],
  },
  {
    name: "token of a plan instead of a key",
    ...KEY_REFUSED,
    says: /credential is only authorized for use with|OAuth authentication is currently not supported/i,
    remedy: "Anthropic takes no token of a Claude plan here: use a key of its API, from console.anthropic.com.",
    samples: [
      // code-yeongyu/oh-my-openagent#1198
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"This credential is only authorized for use with Claude Code and cannot be used for other API requests."}}',
      ),
      // anthropics/claude-code#6131
      answered(
        "anthropic",
        401,
        '{"type":"error","error":{"type":"authentication_error","message":"OAuth authentication is currently not supported."}}',
      ),
    ],
  },
  {
    name: "organization disabled at Anthropic",
    ...NOT_ENTITLED,
    says: /this organization has been disabled/i,
    remedy: "Your organization at Anthropic is disabled: only its support can help.",
    samples: [
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"This organization has been disabled."}}',
      ),
    ],
  },
  {
    // Its type, not_found_error, is that of a wrong path, too.
    name: "model unknown at Anthropic",
    ...MODEL_UNKNOWN,
    status: [404],
    says: /\bmodel: \S{1,200}/i,
    samples: [
      // Anthropic's documentation, "Errors"
      answered(
        "anthropic",
        404,
        '{"type":"error","error":{"type":"not_found_error","message":"model: claude-3-7-sonnet-latest-x"}}',
      ),
    ],
  },
  {
    name: "calls and results that do not pair, said by Claude",
    ...HISTORY_REFUSED,
    says: /tool_use.{0,40}ids were found without|unexpected `tool_use_id`|each tool_use must have a single result/i,
    samples: [
      // earendil-works/pi#4189
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"messages.386: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. Each `tool_use` block must have a corresponding `tool_result` block in the next message."}}',
      ),
      // can1357/oh-my-pi#1165
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_02."}}',
      ),
      // aaif-goose/goose#9133
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"messages.20.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_03"}}',
      ),
    ],
  },
  {
    name: "signed thinking not as it came",
    ...REASONING_REFUSED,
    says: /`thinking` (?:or|and) `redacted_thinking`|invalid `signature` in `thinking` block/i,
    samples: [
      // anthropics/claude-code#10627
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"}}',
      ),
      // anthropics/claude-code#63314
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"messages.7.content.12: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response."}}',
      ),
    ],
  },
  {
    name: "picture too large for Claude",
    says: /image exceeds \d{1,6} [KMG]B maximum|image dimensions exceed max allowed size/i,
    kind: "invalid_request",
    retryable: false,
    remedy:
      "A picture in the conversation is too large for {server}: start a new session without it, or with a smaller one.",
    samples: [
      answered(
        "anthropic",
        400,
        '{"type":"error","error":{"type":"invalid_request_error","message":"messages.41.content.3.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes"}}',
      ),
    ],
  },
  {
    name: "Anthropic overloaded",
    kind: "overloaded",
    retryable: true,
    codes: ["overloaded_error"],
    remedy: "{server} is overloaded: try again later, or use another model.",
    samples: [
      // anthropics/anthropic-sdk-typescript#616
      answered("anthropic", 529, '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
      streamed(
        "anthropic",
        'event: error\ndata: {"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"}}\n\n',
      ),
    ],
  },
];
