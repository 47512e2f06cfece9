import type { ReceivedRequest } from "../model-request.js";
import type { Answer, Part, Usage } from "../scenario.js";
import { contentLength } from "./answer-parts.js";

const BYTES_PER_TOKEN = 4;

/** What the server says it counted: what the answer has it say, else what it would count. `null`: it says nothing. */
export function usageOf(answer: Answer, request: ReceivedRequest, parts: readonly Part[]): Usage | null {
  return answer.usage === undefined ? estimatedUsage(request, parts) : answer.usage;
}

/** What a server would count, roughly: four bytes a token. */
function estimatedUsage(request: ReceivedRequest, parts: readonly Part[]): Usage {
  return {
    inputTokens: Math.ceil(Buffer.byteLength(request.body) / BYTES_PER_TOKEN),
    outputTokens: Math.max(1, Math.ceil(contentLength(parts) / BYTES_PER_TOKEN)),
  };
}
