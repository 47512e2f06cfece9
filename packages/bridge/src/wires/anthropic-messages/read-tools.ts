import type { ToolDefinition } from "@millrace/protocol";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { jsonText } from "../../json-text.js";
import { clientTool } from "./client-tools.js";

/** Where the provider's server searches deferred tools, as `tool_search_tool_bm25_20251119`. */
const SERVER_SEARCH = /^tool_search_tool_/;

/** The tools that a model is offered, and the names of those it is not. */
export interface OfferedTools {
  tools: readonly ToolDefinition[];
  leftOut: readonly string[];
}

/**
 * `tools` of a request: the client's own, and those with a form that the provider defines and the client executes. What the
 * provider's server would run is left out, as nobody here runs it.
 *
 * A tool with `defer_loading` is offered once the history names it: a search of the client found it, or it was called. It
 * then stands behind the others, so that they stay the beginning of the prompt. Where the provider's server would search
 * for them all are offered at once.
 */
export function readTools(tools: unknown, messages: unknown): OfferedTools {
  const listed = listIn(tools).filter(isRecord);
  const searched = listed.some(({ type }) => SERVER_SEARCH.test(textIn(type) ?? ""));
  const waits = (tool: JsonRecord) => tool.defer_loading === true && !searched;
  const deferred = new Map(listed.filter(waits).map((tool) => [textIn(tool.name) ?? "", tool]));
  const found =
    deferred.size === 0
      ? []
      : namedTools(messages)
          .map((name) => deferred.get(name))
          .filter(isRecord);
  const defined = [...listed.filter((tool) => !waits(tool)), ...found].map((tool) => ({ tool, is: definition(tool) }));
  return {
    tools: defined.flatMap(({ is }) => is ?? []),
    leftOut: defined.flatMap(({ tool, is }) => (is === undefined ? [nameOf(tool)] : [])),
  };
}

function definition(tool: JsonRecord): ToolDefinition | undefined {
  const { name, type, input_schema } = tool;
  const isOwn = isRecord(input_schema) || type === undefined || type === null || type === "custom";
  if (!isOwn) return clientTool(tool);
  const called = textIn(name);
  if (called === undefined) return undefined;
  const parameters = isRecord(input_schema) ? input_schema : {};
  return { name: called, description: described(tool), parameters: { type: "object", ...parameters } };
}

function described({ description, input_examples }: JsonRecord): string {
  const examples = listIn(input_examples).map((example) => `\nExample: ${jsonText(example)}`);
  return `${textIn(description) ?? ""}${examples.join("")}`;
}

function nameOf({ name, mcp_server_name, type }: JsonRecord): string {
  return textIn(name) ?? textIn(mcp_server_name) ?? textIn(type) ?? "(a tool without a name)";
}

/** Tools that the history names, each once, in the order in which it does. O(blocks). */
function namedTools(messages: unknown): readonly string[] {
  const names = listIn(messages).flatMap((message) => {
    const blocks = isRecord(message) ? listIn(message.content).filter(isRecord) : [];
    return blocks.flatMap(({ type, name, content }) => {
      const found = [...listIn(content), ...(isRecord(content) ? listIn(content.tool_references) : [])];
      const references = found.filter(isRecord).filter((inner) => inner.type === "tool_reference");
      return [...references.map(({ tool_name }) => tool_name), ...(type === "tool_use" ? [name] : [])];
    });
  });
  return [...new Set(names.flatMap((name) => textIn(name) ?? []))];
}
