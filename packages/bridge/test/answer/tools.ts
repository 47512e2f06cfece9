import type { ToolDefinition } from "@millrace/protocol";
import { textTool } from "../../src/history/text-tool.js";

const readFile: ToolDefinition = {
  name: "read_file",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, from_line: { type: "integer" } },
    required: ["path"],
  },
};

const writeFile: ToolDefinition = {
  name: "write_file",
  description: "Writes a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" } },
    required: ["path", "content"],
  },
};

const applyPatch: ToolDefinition = textTool("apply_patch", "Changes files.");

export const tools: readonly ToolDefinition[] = [readFile, writeFile, applyPatch];
