import { isJsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import type { ChatTemplate } from "./chat-template.js";
import type { LostWords } from "./lost-words.js";

/**
 * What only one family asks for and no request can do for all of them: where the system text stands, one call a message,
 * and so on. A request judged by all templates is excused from these; one judged by a named template is not.
 * Each row: the words of behaviour.json's `needs`, and when a request goes against it.
 */
const REFUSED_WHEN: readonly { need: string; holds: (request: ReceivedRequest) => boolean }[] = [
  { need: "system text put into the first user message (a system message is refused)", holds: hasSystem },
  { need: "one call a message", holds: hasParallelCalls },
  { need: "no user message straight after a result", holds: hasUserAfterResult },
  { need: "user and assistant in turns", holds: hasUserAfterResult },
];

/** Words that these families lose, by what kind of words they are. */
const LOST_WHEN: readonly { need: string; what: LostWords["what"] }[] = [
  { need: "system text put into the first user message (a system message is dropped)", what: "system text" },
  { need: "system text elsewhere: it is dropped while the last message is a tool result", what: "system text" },
  { need: "tool definitions written into the system text (the template shows none)", what: "tool" },
];

export function mayRefuse(template: ChatTemplate, request: ReceivedRequest): boolean {
  return REFUSED_WHEN.some(({ need, holds }) => template.needs.has(need) && holds(request));
}

/** Text beside a call is never needed later (23 families drop it), so its loss is no fault of the request. */
export function mayLose(template: ChatTemplate, lost: LostWords): boolean {
  if (lost.what === "text beside a call") return true;
  if (lost.what === "parallel arguments" && !template.showsParallelCalls) return true;
  return LOST_WHEN.some(({ need, what }) => what === lost.what && template.needs.has(need));
}

function hasSystem(request: ReceivedRequest): boolean {
  return request.messages.some((message) => message.role === "system");
}

function hasParallelCalls(request: ReceivedRequest): boolean {
  return request.messages.some(
    ({ tool_calls: calls }) => Array.isArray(calls) && calls.filter(isJsonObject).length > 1,
  );
}

function hasUserAfterResult({ messages }: ReceivedRequest): boolean {
  return messages.some((message, index) => message.role === "user" && messages[index - 1]?.role === "tool");
}
