import { isJsonObject, type JsonObject } from "./json.js";
import type { Wire } from "./model-request.js";

/**
 * The messages of a request as a server reads them. Anthropic's have the system prompt before them, every content as a list
 * of blocks, and no cache marks: none of it changes what the model sees. On the responses wire they are the items.
 */
export function readMessages(wire: Wire, json: JsonObject): readonly JsonObject[] {
  if (wire === "openai-responses") return items(json);
  const messages = Array.isArray(json.messages) ? json.messages.filter(isJsonObject) : [];
  if (wire !== "anthropic") return messages;
  const system = json.system === undefined ? [] : [{ role: "system", content: blocks(json.system) }];
  return [...system, ...messages.map((message) => ({ ...message, content: blocks(message.content) }))];
}

function items({ instructions, input }: JsonObject): readonly JsonObject[] {
  const system = instructions === undefined ? [] : [{ role: "system", content: instructions }];
  if (typeof input === "string") return [...system, { type: "message", role: "user", content: input }];
  return [...system, ...(Array.isArray(input) ? input.filter(isJsonObject) : [])];
}

/** The tools that a request offers, without cache marks. */
export function readTools(json: JsonObject): unknown {
  return withoutMarks(json.tools ?? []);
}

function blocks(content: unknown): unknown {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return content;
  return content.map((block: unknown) =>
    isJsonObject(block) && block.type === "tool_result" && block.content !== undefined
      ? { ...unmarked(block), content: blocks(block.content) }
      : unmarked(block),
  );
}

function withoutMarks(list: unknown): unknown {
  return Array.isArray(list) ? list.map(unmarked) : list;
}

function unmarked<T>(value: T): T | JsonObject {
  if (!isJsonObject(value)) return value;
  const { cache_control: _mark, ...rest } = value;
  return rest;
}
