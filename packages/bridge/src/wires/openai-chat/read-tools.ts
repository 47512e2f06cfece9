import type { ToolDefinition } from "@millrace/protocol";
import { textTool } from "../../history/text-tool.js";
import { isRecord, type JsonRecord, textIn } from "../../json.js";
import { jsonText } from "../../json-text.js";

/** The tools of a request. */
export interface OfferedTools {
  tools: readonly ToolDefinition[];
  /** Names of those that take a text. */
  textTools: ReadonlySet<string>;
  /** What the others that are no tools of the client's are called: a server would run them. */
  leftOut: readonly string[];
}

/**
 * Reads `tools`, `functions`, or both. A definition may stand in a field of its kind (`{ type, function: { … } }`) or flat
 * (`{ type, name, … }`); without a type it is a function. Of two with one name the first counts.
 *
 * @param allowed names of the only ones that the model is offered; all, where it is absent
 */
export function readTools(definitions: readonly unknown[], allowed?: ReadonlySet<string>): OfferedTools {
  const tools = new Map<string, ToolDefinition>();
  const textTools = new Set<string>();
  const leftOut: string[] = [];
  for (const definition of definitions) {
    const { kind, said } = kindOf(definition);
    const name = textIn(said.name);
    if (kind === undefined || name === undefined) leftOut.push(calledIn(definition));
    else if (!tools.has(name) && (allowed?.has(name) ?? true)) {
      tools.set(name, kind === "custom" ? customTool(name, said) : functionTool(name, said));
      if (kind === "custom") textTools.add(name);
    }
  }
  return { tools: [...tools.values()], textTools, leftOut };
}

function kindOf(definition: unknown): { kind?: "function" | "custom"; said: JsonRecord } {
  if (!isRecord(definition)) return { said: {} };
  const kind = definition.type ?? "function";
  if (kind !== "function" && kind !== "custom") return { said: {} };
  const nested = definition[kind];
  return { kind, said: isRecord(nested) ? nested : definition };
}

/** E.g. `web_search`, or `$web_search` of Moonshot's `builtin_function`. */
function calledIn(definition: unknown): string {
  if (!isRecord(definition)) return jsonText(definition);
  const named = isRecord(definition.function) ? definition.function : definition;
  return textIn(named.name) ?? textIn(definition.type) ?? "?";
}

function functionTool(name: string, { description, parameters }: JsonRecord): ToolDefinition {
  const { type, properties, ...rest } = isRecord(parameters) ? parameters : {};
  return {
    name,
    description: textIn(description) ?? "",
    // Servers refuse a schema without these two.
    parameters: { ...rest, type: type ?? "object", properties: properties ?? {} } as ToolDefinition["parameters"],
  };
}

function customTool(name: string, { description, format }: JsonRecord): ToolDefinition {
  return textTool(name, textIn(description) ?? "", format);
}
