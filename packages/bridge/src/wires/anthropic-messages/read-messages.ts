import type { ContentPart, Message, Part } from "@millrace/agent";
import { callPart } from "../../history/call-part.js";
import { isRecord, type JsonRecord, textIn } from "../../json.js";
import { RequestFault } from "../../request-fault.js";
import { blocksOf, contentParts } from "./content-parts.js";
import { systemText } from "./system-text.js";
import { openThinking } from "./thinking-signature.js";

/**
 * `system` and `messages` of a request.
 *
 * System messages ahead of the first answer belong to the system text. Those behind it stay where they are, as a user's
 * message that says what it is: moved to the front they would change the beginning of the prompt in the middle of a
 * session, and a server's cache would be lost. One message of the wire becomes as many of ours as it takes to keep
 * results apart from words, in their order. O(request).
 *
 * @throws RequestFault where there is no list of messages, or one is no object
 */
export function readMessages(system: unknown, messages: unknown): { system: string; messages: Message[] } {
  if (!Array.isArray(messages)) throw new RequestFault("messages", "messages: a list of messages is required.");
  if (messages.length === 0) throw new RequestFault("messages", "messages: at least one message is required.");
  const wire = messages.map(asMessage);
  const firstAnswer = wire.findIndex(({ role }) => role === "assistant");
  const isEarly = (at: number) => firstAnswer === -1 || at < firstAnswer;
  const texts = [systemText(system)];
  const history = wire.flatMap(({ role, content }, at) => {
    if (role !== "system" && role !== "developer") return readMessage(role, content, `m${at}`);
    const text = systemText(content);
    if (!isEarly(at)) return text === "" ? [] : [reminder(text, `m${at}`)];
    texts.push(text);
    return [];
  });
  return { system: texts.filter((text) => text !== "").join("\n\n"), messages: history };
}

function asMessage(message: unknown, at: number): JsonRecord {
  if (isRecord(message)) return message;
  throw new RequestFault(`messages[${at}]`, `messages[${at}]: a message is an object with role and content.`);
}

/** The frame is Claude Code's own for what it puts into a user's message, so models know it. */
function reminder(text: string, id: string): Message {
  return { id, role: "user", parts: [{ type: "text", text: `<system-reminder>\n${text}\n</system-reminder>` }] };
}

/** Blocks that follow each other and belong to the same of our messages. */
interface Run {
  role: Message["role"];
  parts: Part[];
}

function readMessage(wireRole: unknown, content: unknown, id: string): Message[] {
  const role = wireRole === "assistant" ? "assistant" : "user";
  const runs: Run[] = [];
  for (const [at, block] of blocksOf(content).entries()) {
    const isResult = block.type === "tool_result";
    const parts = isResult ? [resultPart(block)] : partsOf(role, block, `${id}-call-${at}`);
    const last = runs.at(-1);
    const runRole = isResult ? "tool" : role;
    if (last?.role === runRole) for (const part of parts) last.parts.push(part);
    else runs.push({ role: runRole, parts: [...parts] });
  }
  if (runs.length === 0) return [{ id, role, parts: [] }];
  return runs.map((run, at) => ({ id: at === 0 ? id : `${id}-${at}`, ...run }));
}

function partsOf(role: "user" | "assistant", block: JsonRecord, callId: string): readonly Part[] {
  if (role === "assistant") {
    switch (block.type) {
      case "tool_use":
        return [callPart({ id: textIn(block.id) ?? callId, name: textIn(block.name) ?? "", input: block.input })];
      case "thinking":
      case "redacted_thinking":
        return openThinking(block);
    }
  }
  return contentParts([block]).map(asPart);
}

function resultPart(block: JsonRecord): Part {
  return {
    type: "tool-result",
    callId: textIn(block.tool_use_id) ?? "",
    result: { status: block.is_error === true ? "error" : "ok", content: contentParts(block.content) },
  };
}

function asPart(piece: ContentPart): Part {
  if (piece.type === "text") return piece;
  const { mediaType, data } = piece;
  return { type: "image", mediaType, ref: /^https?:/i.test(data) ? data : `data:${mediaType};base64,${data}` };
}
