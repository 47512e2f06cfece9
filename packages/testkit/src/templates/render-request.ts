import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { type ChatTemplate, STOPPED_CLOCK } from "./chat-template.js";

/** The clock of every rendering, whatever format a template asks for. */
const TODAY = "2026-01-01";

/**
 * The prompt that a server would make of the request with this template: arguments parsed, parts flattened to text,
 * missing ids filled in, the clock stopped. Throws what the template raises.
 */
export function renderRequest(request: ReceivedRequest, chatTemplate: ChatTemplate): string {
  return renderConversation({ messages: request.messages, tools: request.json.tools }, chatTemplate);
}

/** What a template is given of a request, in the shapes of chat completions. */
export interface Conversation {
  messages: readonly JsonObject[];
  /** Undefined where the request offers none. */
  tools: unknown;
}

/** As {@link renderRequest}, of a conversation from wherever. */
export function renderConversation({ messages, tools }: Conversation, chatTemplate: ChatTemplate): string {
  return chatTemplate.template.render({
    messages: messages.map((message, index) => prepare(message, index, chatTemplate.argumentsAs)),
    ...shownTools(tools, chatTemplate),
    documents: null,
    add_generation_prompt: true,
    [STOPPED_CLOCK]: () => TODAY,
    ...chatTemplate.variables,
  });
}

function shownTools(tools: unknown, { withoutTools, breaksOnLists }: ChatTemplate): JsonObject {
  if (tools !== undefined) return { tools: breaksOnLists ? withoutLists(tools) : tools };
  if (withoutTools === "omit") return {};
  return { tools: withoutTools === "null" ? null : [] };
}

function withoutLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLists);
  if (!isJsonObject(value)) return value;
  if (value.type === "array") return { type: "string", description: value.description ?? "" };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutLists(inner)]));
}

function prepare(message: JsonObject, index: number, argumentsAs: ChatTemplate["argumentsAs"]): JsonObject {
  const content = Array.isArray(message.content) ? flattened(message.content) : message.content;
  if (!Array.isArray(message.tool_calls)) return { ...message, content };
  const calls = message.tool_calls.filter(isJsonObject).map((call, position) => ({
    ...call,
    type: "function",
    id: call.id ?? `${index}call${position}`.padStart(9, "0"),
    function: isJsonObject(call.function) ? convert(call.function, argumentsAs) : call.function,
  }));
  return { ...message, content, tool_calls: calls };
}

function convert(called: JsonObject, argumentsAs: ChatTemplate["argumentsAs"]): JsonObject {
  const given = called.arguments;
  if (argumentsAs === "text")
    return { ...called, arguments: typeof given === "string" ? given : JSON.stringify(given) };
  if (typeof given !== "string") return called;
  try {
    return { ...called, arguments: JSON.parse(given) };
  } catch {
    // A rule of its own reports it; the template shows what it makes of the text.
    return called;
  }
}

function flattened(parts: readonly unknown[]): string {
  return parts
    .filter(isJsonObject)
    .flatMap((part) => (typeof part.text === "string" ? [part.text] : []))
    .join("\n");
}
