import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";

/** The blocks a message of each role may hold. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  user: ["text", "image", "tool_result"],
  assistant: ["text", "thinking", "redacted_thinking", "tool_use"],
};

/** The fields of each block besides `type`. Thinking cannot be marked for the cache. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  text: ["text", "cache_control"],
  image: ["source", "cache_control"],
  tool_result: ["tool_use_id", "content", "is_error", "cache_control"],
  tool_use: ["id", "name", "input", "cache_control"],
  thinking: ["thinking", "signature"],
  redacted_thinking: ["data"],
};

const MEDIA_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Roles and their order, and each block by itself. How calls and results pair is in judge-tool-use. */
export function judgeBlocks(request: ReceivedRequest): readonly Finding[] {
  const { messages, system } = request.json;
  const findings: Finding[] = [];
  if (Array.isArray(system)) {
    findings.push(...system.flatMap((block: unknown, index) => judgeBlock(block, ["text"], `system[${index}]`)));
  } else if (typeof system === "string" && system.trim() === "") {
    findings.push(finding("empty-content", "system", "The system prompt says nothing."));
  }
  if (!Array.isArray(messages)) return findings;

  messages.forEach((message: unknown, index) => {
    const path = `messages[${index}]`;
    if (!isJsonObject(message)) {
      findings.push(finding("message-shape", path, "A message must be an object."));
      return;
    }
    findings.push(...judgeRole(message, messages[index - 1], path), ...judgeContent(message, path));
  });
  const last: unknown = messages.at(-1);
  if (isJsonObject(last) && last.role === "assistant") {
    const why = "The last message must be the user's: newer models refuse words put into their mouth.";
    findings.push(finding("last-message", `messages[${messages.length - 1}]`, why));
  }
  return findings;
}

function judgeRole(message: JsonObject, before: unknown, path: string): readonly Finding[] {
  const findings = Object.keys(message)
    .filter((key) => key !== "role" && key !== "content")
    .map((key) =>
      finding("unknown-field", `${path}.${key}`, `A message has \`role\` and \`content\`, not \`${key}\`.`),
    );
  const { role } = message;
  if (role !== "user" && role !== "assistant") {
    const why = `The role must be user or assistant; it is ${JSON.stringify(role)}.`;
    return [...findings, finding("role", `${path}.role`, why)];
  }
  if (before === undefined) {
    if (role === "user") return findings;
    return [...findings, finding("alternation", path, "The first message must be the user's.")];
  }
  if (!isJsonObject(before) || before.role !== role) return findings;
  return [...findings, finding("alternation", path, `Two ${role} messages in a row; they must be one.`)];
}

function judgeContent({ role, content }: JsonObject, path: string): readonly Finding[] {
  const at = `${path}.content`;
  const taken = BLOCKS[String(role)];
  if (taken === undefined) return [];
  if (typeof content === "string") {
    return content.trim() === "" ? [finding("empty-content", at, "A message must say something.")] : [];
  }
  if (!Array.isArray(content)) return [finding("block-shape", at, "The content must be a text or a list of blocks.")];
  if (content.length === 0) return [finding("empty-content", at, "A message must say something.")];
  return content.flatMap((block: unknown, index) => judgeBlock(block, taken, `${at}[${index}]`));
}

function judgeBlock(block: unknown, taken: readonly string[], path: string): readonly Finding[] {
  if (!isJsonObject(block)) return [finding("block-shape", path, "A block must be an object.")];
  const { type } = block;
  const fields = typeof type === "string" && taken.includes(type) ? FIELDS[type] : undefined;
  if (fields === undefined) {
    const why = `A block here is one of ${taken.join(", ")}; this is ${JSON.stringify(type)}.`;
    return [finding("block-shape", `${path}.type`, why)];
  }
  return [
    ...Object.keys(block)
      .filter((key) => key !== "type" && !fields.includes(key))
      .map((key) => finding("unknown-field", `${path}.${key}`, `A block of type ${type} has no \`${key}\`.`)),
    ...judgeOf(block, path),
  ];
}

function judgeOf(block: JsonObject, path: string): readonly Finding[] {
  if (block.type === "text") return judgeText(block.text, path);
  if (block.type === "image") return judgeImage(block.source, path);
  if (block.type === "tool_result") return judgeResult(block, path);
  if (block.type === "thinking" && typeof block.thinking !== "string") {
    return [finding("block-shape", `${path}.thinking`, "The thinking must be a text.")];
  }
  if (block.type === "redacted_thinking" && typeof block.data !== "string") {
    return [finding("block-shape", `${path}.data`, "Redacted thinking is a text.")];
  }
  return [];
}

function judgeText(text: unknown, path: string): readonly Finding[] {
  if (typeof text !== "string") return [finding("block-shape", `${path}.text`, "The text must be one.")];
  return text.trim() === "" ? [finding("empty-content", `${path}.text`, "A block of text may not be blank.")] : [];
}

function judgeImage(source: unknown, path: string): readonly Finding[] {
  const isUrl = isJsonObject(source) && source.type === "url" && typeof source.url === "string";
  const isData =
    isJsonObject(source) &&
    source.type === "base64" &&
    MEDIA_TYPES.includes(String(source.media_type)) &&
    typeof source.data === "string" &&
    BASE64.test(source.data);
  if (isUrl || isData) return [];
  const why = `The source must be { type: "base64", media_type, data } (${MEDIA_TYPES.join(", ")}) or { type: "url", url }.`;
  return [finding("image-shape", `${path}.source`, why)];
}

function judgeResult({ content, is_error: isError }: JsonObject, path: string): readonly Finding[] {
  const findings: Finding[] = [];
  if (isError !== undefined && typeof isError !== "boolean") {
    findings.push(finding("block-shape", `${path}.is_error`, "It must be true or false."));
  }
  if (isError === true && (content === undefined || content === "" || (Array.isArray(content) && !content.length))) {
    findings.push(finding("empty-content", `${path}.content`, "A result that is an error must say what went wrong."));
  }
  if (Array.isArray(content)) {
    const taken = isError === true ? ["text"] : ["text", "image"];
    const at = `${path}.content`;
    findings.push(...content.flatMap((block: unknown, index) => judgeBlock(block, taken, `${at}[${index}]`)));
  } else if (content !== undefined && typeof content !== "string") {
    findings.push(finding("block-shape", `${path}.content`, "A result is a text or a list of blocks."));
  }
  return findings;
}
