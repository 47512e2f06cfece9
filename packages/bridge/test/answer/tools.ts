import type { ToolDefinition } from "@millrace/protocol";
import { textTool } from "../../src/history/text-tool.js";

export const readFile: ToolDefinition = {
  name: "read_file",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, from_line: { type: "integer" } },
    required: ["path"],
  },
};

export const writeFile: ToolDefinition = {
  name: "write_file",
  description: "Writes a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" } },
    required: ["path", "content"],
  },
};

export const applyPatch: ToolDefinition = textTool("apply_patch", "Changes files.");

export const tools: readonly ToolDefinition[] = [readFile, writeFile, applyPatch];
