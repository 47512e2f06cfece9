import type { ToolDefinition } from "@millrace/protocol";
import { textTool } from "../../history/text-tool.js";
import { isRecord, type JsonRecord, listIn, textIn } from "../../json.js";
import { CLIENT_TOOLS, type ClientTool } from "./client-tools.js";

/** A tool that a client offers, as a model is taught it, and how a call of it is written back. */
export interface OfferedTool {
  definition: ToolDefinition;
  call: CallForm;
}

/** `text`: the call's input is one text and no JSON. `client`: an item of a type of its own. */
export type CallForm =
  | { kind: "function"; name: string; namespace?: string }
  | { kind: "text"; name: string; namespace?: string }
  | { kind: "client"; tool: ClientTool };

/**
 * The tools of a request by the names that the model is taught. Of a name that comes twice the first counts. What the
 * server is to run (web search, code interpreter, a remote MCP server, …) and what is deferred until a search finds it is
 * not among them. Never throws. O(tools).
 *
 * @param tools the request's `tools`
 * @param found tools that came in the course of the history, deferred or not: what a search found
 */
export function offeredTools(tools: unknown, found: readonly unknown[] = []): ReadonlyMap<string, OfferedTool> {
  const offered = new Map<string, OfferedTool>();
  const all = [
    ...listIn(tools).flatMap((tool) => toolsIn(tool, true)),
    ...found.flatMap((tool) => toolsIn(tool, false)),
  ];
  for (const tool of all) {
    if (!offered.has(tool.definition.name)) offered.set(tool.definition.name, tool);
  }
  return offered;
}

/**
 * What the tools are called that a request names and no model is offered: a server would run them, or nobody knows their
 * form. One that is deferred until a search finds it is not among them. O(tools).
 */
export function leftOutTools(tools: unknown): readonly string[] {
  return listIn(tools).flatMap((tool) => {
    if (!isRecord(tool)) return ["?"];
    if (tool.type !== "namespace") return toolIn(tool, undefined, false).length > 0 ? [] : [calledIn(tool)];
    const namespace = textIn(tool.name);
    const members = listIn(tool.tools).filter(isRecord);
    return members
      .filter((member) => toolIn(member, namespace, false).length === 0)
      .map((member) => nameInNamespace(namespace, calledIn(member)));
  });
}

/** E.g. `web_search`; a remote MCP server goes by its own name. */
function calledIn({ name, server_label, type }: JsonRecord): string {
  return textIn(name) ?? textIn(server_label) ?? textIn(type) ?? "?";
}

/**
 * The name of a tool inside a namespace, as the model knows it. Made of the two alone, so that a call of the history is
 * always written in the same way.
 *
 * @example nameInNamespace("multi_agent_v1", "spawn_agent") // "multi_agent_v1__spawn_agent"
 */
export function nameInNamespace(namespace: string | undefined, name: string): string {
  if (namespace === undefined) return name;
  return namespace.endsWith("__") ? `${namespace}${name}` : `${namespace}__${name}`;
}

function toolsIn(tool: unknown, leaveDeferredOut: boolean): OfferedTool[] {
  if (!isRecord(tool)) return [];
  if (tool.type !== "namespace") return toolIn(tool, undefined, leaveDeferredOut);
  const namespace = textIn(tool.name);
  return listIn(tool.tools).flatMap((member) =>
    isRecord(member) ? toolIn(member, namespace, leaveDeferredOut || tool.defer_loading === true) : [],
  );
}

function toolIn(tool: JsonRecord, namespace: string | undefined, leaveDeferredOut: boolean): OfferedTool[] {
  if (leaveDeferredOut && tool.defer_loading === true) return [];
  // The chat wire's form, which servers take here, too: the fields stand one level lower.
  const fields = isRecord(tool.function) ? tool.function : isRecord(tool.custom) ? tool.custom : tool;
  const name = textIn(fields.name);
  const description = textIn(fields.description) ?? "";
  const own = CLIENT_TOOLS.find(({ type }) => type === tool.type);
  if (own !== undefined) return own.isClients(tool) ? [clientTool(own, tool)] : [];
  if (name === undefined) return [];
  const taught = nameInNamespace(namespace, name);
  const call = { name, ...(namespace !== undefined && { namespace }) };
  switch (tool.type) {
    case "function":
    case undefined:
      return [
        {
          definition: { name: taught, description, parameters: schemaIn(fields.parameters) },
          call: { kind: "function", ...call },
        },
      ];
    case "custom":
      return [{ definition: textTool(taught, description, fields.format), call: { kind: "text", ...call } }];
    default:
      return [];
  }
}

function clientTool(tool: ClientTool, { description, parameters }: JsonRecord): OfferedTool {
  return {
    definition: {
      name: tool.name,
      description: textIn(description) ?? tool.description,
      parameters: isRecord(parameters) ? schemaIn(parameters) : tool.parameters,
    },
    call: { kind: "client", tool },
  };
}

function schemaIn(parameters: unknown): ToolDefinition["parameters"] {
  return { type: "object", properties: {}, ...(isRecord(parameters) && parameters) };
}
