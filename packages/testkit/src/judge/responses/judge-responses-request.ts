import type { IssuedAnswers } from "../../issued-answers.js";
import type { ReceivedRequest } from "../../model-request.js";
import type { Finding } from "../finding.js";
import { judgeFlatTools } from "./judge-flat-tools.js";
import { judgeItemCalls } from "./judge-item-calls.js";
import { judgeItemOrder } from "./judge-item-order.js";
import { judgeItems } from "./judge-items.js";
import { judgeReasoningItems } from "./judge-reasoning-items.js";
import { judgeResponseParameters } from "./judge-response-parameters.js";

/** All that OpenAI refuses in a request of its responses wire, and what servers that make a chat of it would misread. */
export function judgeResponsesRequest(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  return [
    ...judgeResponseParameters(request),
    ...judgeFlatTools(request),
    ...judgeItems(request),
    ...judgeItemOrder(request),
    ...judgeItemCalls(request),
    ...judgeReasoningItems(request, issued),
  ];
}
