import { answered, type ErrorFact } from "../error-fact.js";
import { KEY_REFUSED, NOT_ENTITLED, OVERFLOW, QUOTA, RATE_LIMIT, REASONING_REFUSED } from "../outcomes.js";

/** Gemini and Vertex AI. A spent minute and a spent day say the same sentence: only the quota's id tells them apart. */
export const GOOGLE: readonly ErrorFact[] = [
  {
    name: "prompt too long for Gemini",
    ...OVERFLOW,
    says: /token count \((?<used>\d{1,9})\) exceeds the maximum number of tokens allowed \((?<limit>\d{1,9})\)/i,
    samples: [
      answered(
        "gemini",
        400,
        '{"error":{"code":400,"message":"The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).","status":"INVALID_ARGUMENT"}}',
        { limitTokens: 1048575, usedTokens: 1196265 },
      ),
    ],
  },
  {
    name: "Google's quota of a day used up",
    ...QUOTA,
    status: [200, 429],
    says: /PerDay(?![a-z])|limit '[^'\n]{1,80} per day/,
    samples: [
      // google-gemini/gemini-cli#10925
      answered(
        "gemini",
        429,
        '{"error":{"code":429,"message":"Quota exceeded for quota metric \'Gemini 2.5 Pro Requests\' and limit \'Gemini 2.5 Pro Requests per day per user per tier\' of service \'cloudcode-pa.googleapis.com\'.","status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMIT_EXCEEDED","metadata":{"quota_limit":"Gemini25ProRequestsPerDay"}}]}}',
      ),
      // michelle-avery/custom-conversation#26
      answered(
        "gemini",
        429,
        '[{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier","quotaValue":"25"}]}]}}]',
      ),
    ],
  },
  {
    name: "Google's quota of a minute used up",
    ...RATE_LIMIT,
    status: [200, 429],
    says: /PerMinute|_per_minute_|exceeded your current quota.{0,2000}please retry in/is,
    remedy: "Too many requests in a minute for {server}: wait, or use another model.",
    samples: [
      // dcdpr/jp#1061
      answered(
        "gemini",
        429,
        '{"error":{"code":429,"message":"You exceeded your current quota, please check your plan and billing details. Please retry in 45.837906927s.","status":"RESOURCE_EXHAUSTED","details":[{"violations":[{"quotaId":"GenerateRequestsPerMinutePerProjectPerModel-FreeTier"}]},{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"45.837906927s"}]}}',
        { retryAfterMs: 45_838 },
      ),
    ],
  },
  {
    name: "key not known to Google",
    ...KEY_REFUSED,
    codes: ["api_key_invalid"],
    says: /API key not valid|API key expired/i,
    samples: [
      answered(
        "gemini",
        400,
        '{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID","domain":"googleapis.com"}]}}',
      ),
    ],
  },
  {
    name: "region not served by Google",
    ...NOT_ENTITLED,
    says: /user location is not supported/i,
    remedy: "Google does not serve the country your requests come from.",
    samples: [
      answered(
        "gemini",
        400,
        '{"error":{"code":400,"message":"User location is not supported for the API use.","status":"FAILED_PRECONDITION"}}',
      ),
    ],
  },
  {
    name: "service not enabled at Google",
    ...NOT_ENTITLED,
    codes: ["service_disabled", "billing_disabled"],
    says: /has not been used in project \S{1,40} before or it is disabled/i,
    remedy: "The service is not enabled for your Google project: follow the link in its message, then try again.",
    samples: [
      // GoogleCloudPlatform/vertex-ai-samples#476
      answered(
        "vertex",
        403,
        '{"error":{"code":403,"message":"Vertex AI API has not been used in project 1 before or it is disabled. Enable it by visiting https://console.developers.google.com/apis/api/aiplatform.googleapis.com/overview?project=1 then retry.","status":"PERMISSION_DENIED","details":[{"reason":"SERVICE_DISABLED"}]}}',
      ),
    ],
  },
  {
    name: "thought signature missing",
    ...REASONING_REFUSED,
    says: /missing a thought_signature/i,
    samples: [
      // nearai/ironclaw#1510
      answered(
        "gemini",
        400,
        '[{"error":{"code":400,"message":"Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.","status":"INVALID_ARGUMENT"}}]',
      ),
    ],
  },
];
