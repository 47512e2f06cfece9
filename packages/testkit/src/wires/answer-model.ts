import type { ReceivedRequest } from "../model-request.js";
import type { Answer } from "../scenario.js";

/** The model that an answer names: the one that it has, else the one that was asked for. */
export function modelOf(answer: Answer, { json }: ReceivedRequest): string {
  return answer.model ?? String(json.model ?? "scripted");
}
