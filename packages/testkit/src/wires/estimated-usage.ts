import type { ReceivedRequest } from "../model-request.js";
import type { Part, Usage } from "../scenario.js";
import { contentLength } from "./answer-parts.js";

const BYTES_PER_TOKEN = 4;

/** What a server would count, roughly: four bytes a token. */
export function estimatedUsage(request: ReceivedRequest, parts: readonly Part[]): Usage {
  return {
    inputTokens: Math.ceil(Buffer.byteLength(request.body) / BYTES_PER_TOKEN),
    outputTokens: Math.max(1, Math.ceil(contentLength(parts) / BYTES_PER_TOKEN)),
  };
}
