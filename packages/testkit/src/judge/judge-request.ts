import type { IssuedAnswers } from "../issued-answers.js";
import type { ReceivedRequest } from "../model-request.js";
import { judgeAnthropicRequest } from "./anthropic/judge-anthropic-request.js";
import type { Finding } from "./finding.js";
import { judgeCalls } from "./judge-calls.js";
import { judgeMessages } from "./judge-messages.js";
import { bodyFault, judgeParameters } from "./judge-parameters.js";
import { judgeSignatures } from "./judge-signatures.js";
import { judgeTools } from "./judge-tools.js";
import { judgeResponsesRequest } from "./responses/judge-responses-request.js";

/**
 * All that a strict server would refuse or misread in one request, knowing only it and what the server gave out before:
 * what some server in the field refuses is refused here. The README lists the rules. O(bytes of the request).
 */
export function judgeRequest(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  const broken = bodyFault(request);
  if (broken !== undefined) return [broken];
  if (request.wire === "anthropic") return judgeAnthropicRequest(request, issued);
  if (request.wire === "openai-responses") return judgeResponsesRequest(request, issued);
  return [
    ...judgeParameters(request),
    ...judgeTools(request),
    ...judgeMessages(request),
    ...judgeCalls(request),
    ...judgeSignatures(request, issued),
  ];
}
