import type { ToolDefinition } from "@millrace/protocol";

const TEXT = { type: "string" } as const;

/** What the client offers. */
export const TOOLS: readonly ToolDefinition[] = [
  {
    name: "read_file",
    description: "Reads a file.",
    parameters: { type: "object", properties: { path: TEXT }, required: ["path"] },
  },
  {
    name: "write_file",
    description: "Writes a file.",
    parameters: { type: "object", properties: { path: TEXT, content: TEXT }, required: ["path", "content"] },
  },
];
