import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { type Finding, finding } from "./finding.js";

const ROLES = ["system", "user", "assistant", "tool"];

/** What a message of each role may hold, on both wires. Mistral answers 422 to others. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  system: ["role", "content"],
  user: ["role", "content", "images"],
  assistant: ["role", "content", "tool_calls", "reasoning_content", "reasoning", "reasoning_details", "thinking"],
  tool: ["role", "content", "tool_call_id", "tool_name", "name"],
};

const REASONING_FIELDS = ["reasoning_content", "reasoning", "reasoning_details", "thinking"];

/** Roles and their order, content, reasoning in history. Pairing of calls and results is in judge-calls. */
export function judgeMessages(request: ReceivedRequest): readonly Finding[] {
  const { messages } = request.json;
  if (!Array.isArray(messages)) return [];
  const findings: Finding[] = [];
  const lastUser = messages.findLastIndex((message) => isJsonObject(message) && message.role === "user");

  messages.forEach((message: unknown, index) => {
    const path = `messages[${index}]`;
    if (!isJsonObject(message)) {
      findings.push(finding("message-shape", path, "A message must be an object."));
      return;
    }
    findings.push(
      ...judgeRole(message, index, messages, path),
      ...judgeFields(message, path),
      ...judgeContent(message, request.wire, path),
    );
    const reasoning = REASONING_FIELDS.find((field) => message[field] !== undefined);
    if (reasoning !== undefined && index < lastUser) {
      const why = "Reasoning belongs into its field only inside a running tool loop: behind the last user message.";
      findings.push(finding("reasoning-field", `${path}.${reasoning}`, why));
    }
  });

  const last: unknown = messages.at(-1);
  if (isJsonObject(last) && last.role !== "user" && last.role !== "tool") {
    const why = `The last message must be the user's or a result; it is of role ${String(last.role)}.`;
    findings.push(finding("last-message", `messages[${messages.length - 1}]`, why));
  }
  return findings;
}

function judgeRole(message: JsonObject, index: number, messages: readonly unknown[], path: string): readonly Finding[] {
  const { role } = message;
  if (role === "developer") {
    return [
      finding("developer-role", `${path}.role`, "90 of 143 templates drop or refuse the role developer; use system."),
    ];
  }
  if (typeof role !== "string" || !ROLES.includes(role)) {
    return [
      finding("role", `${path}.role`, `The role must be one of ${ROLES.join(", ")}; it is ${JSON.stringify(role)}.`),
    ];
  }
  if (role === "system") {
    if (index === 0) return [];
    const hasFirst = isJsonObject(messages[0]) && messages[0].role === "system";
    return hasFirst
      ? [finding("system-single", path, "There is a system message already, the first.")]
      : [finding("system-first", path, "The system message must be the first.")];
  }
  const before = messages[index - 1];
  const wrong = isJsonObject(before) ? misplaced(role, before) : misplaced(role, undefined);
  return wrong === undefined ? [] : [finding("alternation", path, wrong)];
}

/** Why this role may not follow that message. A user message behind results is let pass: few templates refuse it. */
function misplaced(role: string, before: JsonObject | undefined): string | undefined {
  const first = before === undefined || before.role === "system" || before.role === "developer";
  if (first)
    return role === "user"
      ? undefined
      : `The first message of the conversation must be the user's, not of role ${role}.`;
  if (role === "user" && before.role === "user") return "Two user messages in a row; they must be one.";
  if (role === "assistant" && before.role === "assistant") return "Two assistant messages in a row; they must be one.";
  if (before.role === "assistant" && before.tool_calls !== undefined && role !== "tool") {
    return `The results must follow the calls directly; a message of role ${role} stands there.`;
  }
  return undefined;
}

function judgeFields(message: JsonObject, path: string): readonly Finding[] {
  const allowed = FIELDS[String(message.role)];
  if (allowed === undefined) return [];
  return Object.keys(message)
    .filter((key) => !allowed.includes(key))
    .map((key) => finding("unknown-field", `${path}.${key}`, `No strict server takes \`${key}\` in this message.`));
}

function judgeContent(message: JsonObject, wire: ReceivedRequest["wire"], path: string): readonly Finding[] {
  const { role, content } = message;
  const at = `${path}.content`;
  if (typeof content !== "string") {
    if (role === "assistant" && message.tool_calls !== undefined && (content === null || content === undefined)) {
      return [finding("content-beside-call", at, 'Beside a call the content must be "", neither null nor absent.')];
    }
    const parts = wire === "chat-completions" && role === "user" && isImageMessage(content);
    return parts ? [] : [finding("content-string", at, "The content must be one string; parts only beside an image.")];
  }
  if (content.trim() === "") {
    if (role === "assistant" && message.tool_calls === undefined) {
      return [
        finding("empty-assistant", at, "An assistant message without text and calls is refused by some templates."),
      ];
    }
    if (role === "user" && message.images === undefined)
      return [finding("empty-content", at, "A user message says nothing.")];
    if (role === "system") return [finding("empty-content", at, "The system message says nothing.")];
  }
  if (role === "assistant" && content.includes("</think>")) {
    return [
      finding(
        "think-close",
        at,
        "26 templates cut all that stands before `</think>`, even inside a file: break it up.",
      ),
    ];
  }
  return [];
}

function isImageMessage(content: unknown): boolean {
  if (!Array.isArray(content)) return false;
  const parts: readonly unknown[] = content;
  const isImage = (part: unknown) =>
    isJsonObject(part) &&
    part.type === "image_url" &&
    isJsonObject(part.image_url) &&
    typeof part.image_url.url === "string";
  const isText = (part: unknown) => isJsonObject(part) && part.type === "text" && typeof part.text === "string";
  return parts.some(isImage) && parts.every((part) => isImage(part) || isText(part));
}
