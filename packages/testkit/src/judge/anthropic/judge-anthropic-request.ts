import type { IssuedAnswers } from "../../issued-answers.js";
import type { ReceivedRequest } from "../../model-request.js";
import type { Finding } from "../finding.js";
import { judgeBlocks } from "./judge-blocks.js";
import { judgeCacheMarks } from "./judge-cache-marks.js";
import { judgeEnvelope } from "./judge-envelope.js";
import { judgeThinking } from "./judge-thinking.js";
import { judgeToolDefinitions } from "./judge-tool-definitions.js";
import { judgeToolUse } from "./judge-tool-use.js";

/** All that Anthropic's API refuses in a request, and what it mends in silence (two messages of one role in a row). */
export function judgeAnthropicRequest(request: ReceivedRequest, issued: IssuedAnswers): readonly Finding[] {
  return [
    ...judgeEnvelope(request),
    ...judgeToolDefinitions(request),
    ...judgeBlocks(request),
    ...judgeToolUse(request),
    ...judgeCacheMarks(request),
    ...judgeThinking(request, issued),
  ];
}
