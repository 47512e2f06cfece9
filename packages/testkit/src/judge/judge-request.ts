import type { ReceivedRequest } from "../model-request.js";

/** A fault found, before it is known which request it belongs to. */
export interface Finding {
  rule: string;
  message: string;
  path: string;
}

/** All that a strict server would refuse or misread in one request, by the rules that need only this request. */
export function judgeRequest(_request: ReceivedRequest): readonly Finding[] {
  return [];
}
