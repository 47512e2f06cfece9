import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { jsonText } from "../../json-text.js";

/** Fields that say nothing to a model, or to none but the provider's own; the first moves from request to request. */
const NOT_FOR_MODELS: ReadonlySet<string> = new Set([
  "cache_control",
  "citations",
  "encrypted_content",
  "encrypted_index",
  "encrypted_stdout",
  "signature",
]);

/** How deep results in results are told as text; below that they are JSON. */
const MAX_DEPTH = 4;

/**
 * A content block in words: what a model may read of blocks that are no words, pictures or calls. What cannot come along
 * (a PDF, a file in the provider's store) is named with what it was; a block of an unknown kind is its JSON. The same
 * block gives the same text, wherever its cache mark is. Source of the kinds: the types of @anthropic-ai/sdk 1.14.0.
 */
export function blockText(block: JsonRecord, depth = 0): string {
  const { type } = block;
  if (depth > MAX_DEPTH) return jsonText(block, NOT_FOR_MODELS);
  switch (type) {
    case "text":
      return typeof block.text === "string" ? block.text : jsonText(block, NOT_FOR_MODELS);
    case "thinking":
      return textIn(block.thinking) ?? "";
    case "document":
      return documentText(block, depth);
    case "image":
      return `[An image was left out: it cannot be reached from here${sourceName(block.source)}.]`;
    case "container_upload":
      return `[A file in the provider's container was left out: it cannot be reached from here (${name(block.file_id)}).]`;
    case "search_result":
      return `[Search result: ${name(block.title)}, ${name(block.source)}]\n${insideText(block.content, depth)}`;
    case "web_search_result":
      return `- ${name(block.title)} (${name(block.url)})`;
    case "web_fetch_result":
      return `${name(block.url)}\n${insideText(block.content, depth)}`;
    case "tool_reference":
      return `[The tool ${name(block.tool_name)} can be called now.]`;
    case "compaction":
      return textIn(block.content) ?? "";
    case "server_tool_use":
    case "mcp_tool_use":
      return `[The provider ran ${name(block.name)} with ${jsonText(block.input)}]`;
  }
  if (typeof type === "string" && type.endsWith("_tool_result")) return serverResult(type, block.content, depth);
  return jsonText(block, NOT_FOR_MODELS);
}

/** A line that says which document follows. */
export function documentHead({ title, context }: JsonRecord): string {
  const about = [title, context].flatMap((words) => textIn(words) ?? []).join(", ");
  return about === "" ? "[Document]" : `[Document: ${about}]`;
}

function documentText(block: JsonRecord, depth: number): string {
  const head = documentHead(block);
  const source = isRecord(block.source) ? block.source : {};
  if (source.type === "text" && typeof source.data === "string") return `${head}\n${source.data}`;
  if (source.type === "content") return `${head}\n${insideText(source.content, depth)}`;
  const kind = textIn(source.media_type) ?? textIn(source.type) ?? "unknown kind";
  return `${head}\n[It was left out: only the text of documents can be passed on (${kind}${sourceName(source)}).]`;
}

/** What a tool answered that the provider's server ran. Source: recorded answers with such tools. */
function serverResult(type: string, content: unknown, depth: number): string {
  const tool = type.slice(0, -"_tool_result".length);
  const failed = isRecord(content) ? textIn(content.error_code) : undefined;
  if (failed !== undefined) return `[${tool} failed: ${failed}]`;
  const words = isRecord(content) && "stdout" in content ? ranText(content) : insideText(content, depth);
  return `[${tool} answered]\n${words}`;
}

function ranText({ stdout, stderr, return_code, content }: JsonRecord): string {
  const files = listIn(content);
  return [
    ...[stdout, stderr].flatMap((words) => textIn(words) ?? []),
    ...(files.length > 0 ? [jsonText(files, NOT_FOR_MODELS)] : []),
    `(exit code ${jsonText(return_code)})`,
  ].join("\n");
}

function insideText(content: unknown, depth: number): string {
  if (typeof content === "string") return content;
  const list: readonly unknown[] = Array.isArray(content) ? content : [content];
  return list
    .map((inner) =>
      isRecord(inner) ? blockText(inner, depth + 1) : typeof inner === "string" ? inner : jsonText(inner),
    )
    .join("\n");
}

/** Where something is that stays there: it is named, so that nobody looks for it in vain. */
function sourceName(source: unknown): string {
  const at = isRecord(source) ? (textIn(source.url) ?? textIn(source.file_id)) : undefined;
  return at === undefined || at.startsWith("data:") ? "" : `, ${at}`;
}

function name(value: unknown): string {
  return textIn(value) ?? "?";
}
