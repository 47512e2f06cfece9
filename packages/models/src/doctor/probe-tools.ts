import type { JsonSchema, ToolDefinition } from "@millrace/protocol";

const PATH: JsonSchema = { type: "string", description: "File, relative to the workspace" };

/** Tools of the shapes that sessions offer (packages/tools), as nothing may be examined that they would not do. */
const READ_FILE: ToolDefinition = {
  name: "read_file",
  description: "Read a text file, whole or a range of lines. Lines come numbered.",
  parameters: {
    type: "object",
    properties: {
      path: PATH,
      start_line: { type: "integer", minimum: 1, description: "First line, from 1" },
      end_line: { type: "integer", minimum: 1, description: "Last line" },
    },
    required: ["path"],
  },
};

const WRITE_TO_FILE: ToolDefinition = {
  name: "write_to_file",
  description:
    "Create a file, or write over one you have read whole. Folders are created. Give the complete content; to change part of a file use replace_in_file.",
  parameters: {
    type: "object",
    properties: { path: PATH, content: { type: "string", "x-body": true, description: "The whole file" } },
    required: ["path", "content"],
  },
};

const ABOUT_EDITS =
  "Change parts of a file. Each search text must match one place: copy whole lines exactly and add lines around them until they are unique. All blocks are applied or none.";

const NATIVE_EDIT: ToolDefinition = {
  name: "replace_in_file",
  description: ABOUT_EDITS,
  parameters: {
    type: "object",
    properties: {
      path: PATH,
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: { search: { type: "string" }, replace: { type: "string" } },
          required: ["search", "replace"],
        },
        description: "Each search must match exactly one place",
      },
      diff: { type: "string", "x-body": true, description: "SEARCH/REPLACE text, in place of edits" },
    },
    required: ["path"],
  },
};

const TEXT_EDIT: ToolDefinition = {
  name: "replace_in_file",
  description: ABOUT_EDITS,
  parameters: {
    type: "object",
    properties: {
      path: PATH,
      diff: {
        type: "string",
        "x-body": true,
        description:
          "Blocks, each marker alone on its line:\n<<<<<<< SEARCH\nold lines\n=======\nnew lines\n>>>>>>> REPLACE",
      },
    },
    required: ["path", "diff"],
  },
};

/** The tools that probes offer, by how they are called. */
export const PROBE_TOOLS: Readonly<Record<"native" | "text", readonly ToolDefinition[]>> = {
  native: [READ_FILE, WRITE_TO_FILE, NATIVE_EDIT],
  text: [READ_FILE, WRITE_TO_FILE, TEXT_EDIT],
};
