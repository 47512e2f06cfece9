import type { JsonSchema, ToolDefinition } from "../../src/index.js";

function tool(name: string, properties: Record<string, JsonSchema>, required: readonly string[] = []): ToolDefinition {
  return { name, description: `${name}.`, parameters: { type: "object", properties, required } };
}

const text: JsonSchema = { type: "string" };
const body: JsonSchema = { type: "string", "x-body": true };

/** Tools as people write them: no schema marks its bodies, so the default names are bodies. */
export const unmarkedTools: readonly ToolDefinition[] = [
  tool("read_file", { path: text, start_line: { type: "integer" } }, ["path"]),
  tool("write_to_file", { path: text, content: text, note: { type: "string", "x-ignored": true } }, [
    "path",
    "content",
  ]),
  tool("execute_command", { command: text, requires_approval: { type: "boolean" } }, ["command"]),
  tool("search", { query: text, globs: { type: "array", items: text }, command: { type: "integer" } }, ["query"]),
  tool("list_tasks", {}),
];

/** The same kinds of tools under schemas that mark their bodies, with names that are hard to tell apart. */
const markedTools: readonly ToolDefinition[] = [
  tool("read", { path: text, content: { ...text, "x-body": false } }, ["path"]),
  tool("read_all", { read: text, path: text }, ["path"]),
  tool("write", { path: text, data: body, write: text }, ["path", "data"]),
  tool("Edit", { Path: text, old: body, new: body }, ["Path", "old", "new"]),
  tool("constructor", { ["__proto__"]: text, toString: body }, []),
];

/** The sets by name: a failing property then shows a name instead of schemas. */
export const toolSets = { unmarked: unmarkedTools, marked: markedTools, none: [] } as const;
export type ToolSet = keyof typeof toolSets;
