import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import type { Conversation } from "../templates/render-request.js";

/** A request of any wire that local servers speak, as a template is given it. Items of the responses wire become messages. */
export function conversationOf({ wire, messages, json }: ReceivedRequest): Conversation {
  const tools = Array.isArray(json.tools) && json.tools.length > 0 ? json.tools : undefined;
  if (wire !== "openai-responses") return { messages, tools };
  return { messages: messagesOf(messages), tools: tools?.filter(isJsonObject).map(nested) };
}

/** The text of a message's content, through lists of parts. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .filter(isJsonObject)
    .flatMap(({ text }) => (typeof text === "string" ? [text] : []))
    .join("\n");
}

function messagesOf(items: readonly JsonObject[]): readonly JsonObject[] {
  const messages: Record<string, unknown>[] = [];
  for (const item of items) {
    if (item.type === "reasoning") continue;
    if (item.type === "function_call_output") {
      messages.push({ role: "tool", tool_call_id: item.call_id, content: textOf(item.output) });
    } else if (item.type === "function_call") {
      const call = { id: item.call_id, type: "function", function: { name: item.name, arguments: item.arguments } };
      const last = messages.at(-1);
      if (last?.role === "assistant")
        last.tool_calls = [...(Array.isArray(last.tool_calls) ? last.tool_calls : []), call];
      else messages.push({ role: "assistant", content: "", tool_calls: [call] });
    } else {
      const role = item.role === "developer" ? "system" : item.role;
      messages.push({ role, content: textOf(item.content) });
    }
  }
  return messages;
}

/** The responses wire has a tool's fields beside its type, templates want them in `function`. */
function nested({ type, ...fields }: JsonObject): JsonObject {
  return { type, function: fields };
}
