import type { ToolDefinition } from "@millrace/protocol";
import type { Message, Part } from "../history/message.js";
import type { ToolResult } from "../tool.js";
import { utf8Bytes } from "./estimate.js";

/** Bytes that a wire puts around a message and around a call: roles, ids, quotes. */
const FRAME_BYTES = 40;
/** What an image costs, whatever its bytes: about 1,500 tokens on the usual wires. */
const IMAGE_BYTES = 6_000;

const messageSizes = new WeakMap<Message, number>();
const toolSizes = new WeakMap<readonly ToolDefinition[], number>();

/** UTF-8 bytes that a message takes in a request, about. Counted once for each message. */
export function messageBytes(message: Message): number {
  const known = messageSizes.get(message);
  if (known !== undefined) return known;
  const size = message.raw
    ? FRAME_BYTES + utf8Bytes(message.raw.text)
    : message.parts.reduce((sum, part) => sum + partBytes(part), FRAME_BYTES);
  messageSizes.set(message, size);
  return size;
}

const historySizes = new WeakMap<Message, { messages: readonly Message[]; bytes: number }>();

/** UTF-8 bytes of all these messages. O(new messages), and a comparison of pointers for each old one. */
export function messagesBytes(messages: readonly Message[]): number {
  const [first] = messages;
  if (first === undefined) return 0;
  const known = historySizes.get(first);
  const counted = known?.messages.every((message, at) => message === messages[at]) ? known : undefined;
  let bytes = counted?.bytes ?? 0;
  for (const message of messages.slice(counted?.messages.length ?? 0)) bytes += messageBytes(message);
  historySizes.set(first, { messages, bytes });
  return bytes;
}

/** UTF-8 bytes of a result's content, about. */
export function resultBytes(result: ToolResult): number {
  return result.content.reduce((sum, part) => sum + (part.type === "text" ? utf8Bytes(part.text) : IMAGE_BYTES), 0);
}

/** UTF-8 bytes of the tools as JSON. Counted once for each array. */
export function toolBytes(tools: readonly ToolDefinition[]): number {
  const known = toolSizes.get(tools);
  if (known !== undefined) return known;
  const size = tools.length === 0 ? 0 : utf8Bytes(JSON.stringify(tools)) + FRAME_BYTES * tools.length;
  toolSizes.set(tools, size);
  return size;
}

function partBytes(part: Part): number {
  switch (part.type) {
    case "text":
      return utf8Bytes(part.text);
    case "reasoning":
      // What is signed goes back with the words inside.
      return Math.max(utf8Bytes(part.text), utf8Bytes(part.signature ?? ""));
    case "image":
      return IMAGE_BYTES;
    case "tool-use":
      return FRAME_BYTES + utf8Bytes(part.block.name) + utf8Bytes(JSON.stringify(part.block.input ?? {}));
    case "tool-result":
      return FRAME_BYTES + resultBytes(part.result);
  }
}
