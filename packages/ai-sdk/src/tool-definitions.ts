import { inlineReferences, type ToolDefinition } from "@millrace/protocol";
import type { OfferedTool } from "./specification.js";

/** The caller's tools as they are taught and read. Those that a provider has and runs are not among them. */
export function toolDefinitions(tools: readonly OfferedTool[] | undefined): ToolDefinition[] {
  return (tools ?? []).flatMap((tool) =>
    tool.type === "function"
      ? [{ name: tool.name, description: tool.description ?? "", parameters: inlineReferences(tool.inputSchema) }]
      : [],
  );
}
