import type { ReceivedRequest } from "../model-request.js";
import type { Finding } from "./finding.js";
import { judgeCalls } from "./judge-calls.js";
import { judgeMessages } from "./judge-messages.js";
import { bodyFault, judgeParameters } from "./judge-parameters.js";
import { judgeTools } from "./judge-tools.js";

/**
 * All that a strict server would refuse or misread in one request, by the rules that need only this request: what some
 * server in the field refuses is refused here. The README lists the rules. O(bytes of the request).
 */
export function judgeRequest(request: ReceivedRequest): readonly Finding[] {
  const broken = bodyFault(request);
  if (broken !== undefined) return [broken];
  return [...judgeParameters(request), ...judgeTools(request), ...judgeMessages(request), ...judgeCalls(request)];
}
