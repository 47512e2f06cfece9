import type { JsonSchema, ToolDefinition } from "@millrace/protocol";

const path: JsonSchema = { type: "string", description: "Path of the file, relative to the workspace" };
const ignored: JsonSchema = { type: "string", "x-ignored": true };

/** Eight coding tools, described as fully as the real ones and a little more. */
export const SAMPLE_TOOLS: readonly ToolDefinition[] = [
  {
    name: "read_file",
    description:
      'Read a text file. Lines come numbered ("12 | text"), at most 2000 lines or 50 KB a call; longer lines are cut.',
    parameters: {
      type: "object",
      properties: {
        path,
        start_line: {
          type: "integer",
          minimum: 1,
          description: "First line, from 1. Leave it out to begin at the top",
        },
        end_line: { type: "integer", minimum: 1, description: "Last line" },
        task_progress: ignored,
      },
      required: ["path"],
    },
  },
  {
    name: "write_to_file",
    description:
      "Create a file, or write over one you have read whole. Folders are made as needed. Write all of it, leave nothing out.",
    parameters: {
      type: "object",
      properties: {
        path,
        content: { type: "string", "x-body": true, description: "The whole file" },
        task_progress: ignored,
      },
      required: ["path", "content"],
    },
  },
  {
    name: "replace_in_file",
    description:
      "Change parts of a file. Each search text must match one place: copy whole lines exactly and add lines around them until they are unique. All blocks are applied or none.",
    parameters: {
      type: "object",
      properties: {
        path,
        diff: {
          type: "string",
          "x-body": true,
          description:
            "Blocks, each marker alone on its line:\n<<<<<<< SEARCH\nold lines\n=======\nnew lines\n>>>>>>> REPLACE",
        },
        task_progress: ignored,
      },
      required: ["path", "diff", "task_progress"],
    },
  },
  {
    name: "list_files",
    description:
      'List a folder; folders end with "/". What .gitignore leaves out is not listed. At most 500 entries, the nearest first.',
    parameters: {
      type: "object",
      properties: { path, recursive: { type: "boolean", description: "Also what lies below" } },
      required: ["path"],
    },
  },
  {
    name: "search_files",
    description:
      "Find lines that match a regular expression, below a folder or in a file. Hidden files and those .gitignore leaves out are not searched. At most 200 lines.",
    parameters: {
      type: "object",
      properties: {
        path,
        regex: { type: "string", description: "Matched line by line, case counts. E.g. `function \\w+`" },
        file_pattern: { type: "string", description: "Glob, e.g. *.ts or src/**/*.test.ts" },
      },
      required: ["path", "regex"],
    },
  },
  {
    name: "execute_command",
    description:
      "Run a command in the workspace with bash, without terminal or input. Output comes when it has ended, the first 20 and last 30 KB. It is ended after 120 s unless timeout_seconds says otherwise.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", "x-body": true, description: "The command line" },
        timeout_seconds: { type: "number", maximum: 3_600, description: "Seconds it may take" },
      },
      required: ["command"],
    },
  },
  {
    name: "ask_followup_question",
    description: "Ask the user something you need to know and cannot find out.",
    parameters: {
      type: "object",
      properties: {
        question: { type: "string", "x-body": true, description: "One clear question" },
        options: { type: "array", items: { type: "string" }, description: "Answers to choose from" },
      },
      required: ["question"],
    },
  },
  {
    name: "attempt_completion",
    description: "End the task when it is done, and say what was done.",
    parameters: {
      type: "object",
      properties: { result: { type: "string", "x-body": true, description: "What was done, for the user" } },
      required: ["result"],
    },
  },
];
