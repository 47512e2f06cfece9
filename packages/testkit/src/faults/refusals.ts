import type { Wire } from "../model-request.js";
import type { Answer } from "../scenario.js";
import { errorBody } from "../wires/error-body.js";
import type { NamedFault } from "./named-fault.js";

const JSON_TYPE = { "content-type": "application/json" };

/** What a proxy in front of a server answers when the server does not. */
const ERROR_PAGE = `<!DOCTYPE html>
<html>
<head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body>
</html>
`;

/** Connections refused, and answers that are no answer of the model: statuses, error bodies, rate limits. */
export function refusalsOn(wire: Wire): readonly NamedFault[] {
  const busy = errorBody(wire, { message: "Overloaded", type: "overloaded_error" });
  const broken = errorBody(wire, { message: "Internal server error", type: "api_error" });
  const limited = errorBody(wire, { message: "Rate limit reached", type: "rate_limit_error" });
  const limit = (headers: NonNullable<Answer["headers"]>): Answer => ({ status: 429, headers, body: limited });
  return [
    refusal("refuse", { fault: { end: "refuse", forMs: 200 } }),
    refusal("server-error", { status: 500, body: broken }),
    refusal("overloaded", { status: wire === "anthropic" ? 529 : 503, body: busy }),
    refusal("empty-error", { status: 502, body: "" }),
    refusal("error-page", { status: 502, headers: { "content-type": "text/html" }, body: ERROR_PAGE }),
    refusal("error-in-words", { status: 400, body: "upstream connect error or disconnect" }),
    refusal("rate-limit", limit({})),
    refusal("rate-limit-with-seconds", limit({ "retry-after": "1" })),
    refusal("rate-limit-with-milliseconds", limit({ "retry-after-ms": "50" })),
    refusal("rate-limit-with-date", limit({ "retry-after": { dateInMs: 500 } })),
    refusal("rate-limit-twice", limit({ "retry-after-ms": "50" }), limit({ "retry-after-ms": "50" })),
    ...(wire === "chat-completions" ? [refusal("rate-limit-with-retry-info", { status: 429, body: RETRY_INFO })] : []),
    // These begin as if they were answers.
    { ...refusal("error-with-200", { headers: JSON_TYPE, body: JSON.stringify(busy) }), phase: "first-byte" },
    {
      ...refusal("page-with-200", { headers: { "content-type": "text/html" }, body: ERROR_PAGE }),
      phase: "first-byte",
    },
  ];
}

/** Google's way, also behind its OpenAI-compatible endpoint (google.rpc.RetryInfo). */
const RETRY_INFO = {
  error: {
    code: 429,
    message: "You exceeded your current quota.",
    status: "RESOURCE_EXHAUSTED",
    details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "0.5s" }],
  },
};

function refusal(name: string, ...answers: readonly Answer[]): NamedFault {
  return { name, phase: "connect", delivers: "nothing", apply: () => answers };
}
