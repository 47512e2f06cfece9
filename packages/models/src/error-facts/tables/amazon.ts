import { answered, type ErrorFact, streamed } from "../error-fact.js";
import { MODEL_UNKNOWN, NOT_ENTITLED, OVERFLOW, QUOTA, RATE_LIMIT } from "../outcomes.js";

/** Amazon Bedrock. The code stands in `__type`, or in the header `x-amzn-errortype` alone. Apostrophes may be curly. */
export const AMAZON: readonly ErrorFact[] = [
  {
    name: "input too long for Bedrock",
    ...OVERFLOW,
    says: /input is too long for requested model/i,
    samples: [
      // continuedev/continue#9592
      answered("bedrock", 400, '{"__type":"ValidationException","message":"Input is too long for requested model."}'),
    ],
  },
  {
    name: "Bedrock's tokens of a day used up",
    ...QUOTA,
    says: /too many tokens per day/i,
    remedy: "Your tokens of the day at Bedrock are used up: ask AWS for a higher quota, or use another model.",
    samples: [
      // minorun365/agent-book#29
      answered(
        "bedrock",
        429,
        '{"__type":"ThrottlingException","message":"Too many tokens per day, please wait before trying again."}',
      ),
    ],
  },
  {
    name: "throttled by Bedrock",
    ...RATE_LIMIT,
    codes: ["throttlingexception"],
    says: /too many (?:tokens|requests), please wait before trying again/i,
    samples: [
      // anthropics/claude-code#236
      answered(
        "bedrock",
        429,
        '{"__type":"ThrottlingException","message":"Too many tokens, please wait before trying again."}',
      ),
      // ranxianglei/billion-context-pi#169
      streamed("custom", '{"message":"Too many tokens, please wait before trying again."}'),
      answered("bedrock", 400, '{"message":"Rate exceeded"}', {
        headers: { "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/coral/com.amazon.bedrock/" },
      }),
    ],
  },
  {
    name: "model not enabled at Bedrock",
    ...NOT_ENTITLED,
    codes: ["accessdeniedexception"],
    says: /don.?t have access to the model with the specified model ID|use case details have not been submitted/i,
    remedy: "Your AWS account has no access to {model}: enable it in the Bedrock console, or use another model.",
    samples: [
      answered(
        "bedrock",
        403,
        '{"__type":"AccessDeniedException","message":"You don\'t have access to the model with the specified model ID."}',
      ),
    ],
  },
  {
    name: "model that wants an inference profile",
    ...MODEL_UNKNOWN,
    says: /on-demand throughput isn.?t supported|doesn.?t support on-demand throughput/i,
    remedy:
      "Bedrock serves {model} through an inference profile only: put its region before the name, as in `us.anthropic.…`.",
    samples: [
      // BerriAI/litellm#7181, aws-samples/sample-getting-started-with-strands-agents-course#1
      answered(
        "bedrock",
        400,
        '{"__type":"ValidationException","message":"Invocation of model ID amazon.nova-pro-v1:0 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model."}',
      ),
    ],
  },
];
