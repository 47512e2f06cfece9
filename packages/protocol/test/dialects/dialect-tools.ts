import type { JsonSchema, ToolDefinition } from "../../src/index.js";

function tool(name: string, properties: Record<string, JsonSchema>, required: readonly string[] = []): ToolDefinition {
  return { name, description: `${name}.`, parameters: { type: "object", properties, required } };
}

const text: JsonSchema = { type: "string" };

/** Tools with parameters of every kind: names, bodies, numbers, lists, objects, and none at all. */
export const dialectTools: readonly ToolDefinition[] = [
  tool("read_file", { path: text, start_line: { type: "integer" } }, ["path"]),
  tool("write_to_file", { path: text, content: text }, ["path", "content"]),
  tool("execute_command", { command: text, requires_approval: { type: "boolean" } }, ["command"]),
  tool("search", { query: text, globs: { type: "array", items: text }, options: { type: "object" } }, ["query"]),
  tool("list_tasks", {}),
];
