import type { ToolDefinition } from "@millrace/protocol";

/** Eight tools as a coding agent has them, with descriptions of the length that real ones have. */
export const SAMPLE_TOOLS: readonly ToolDefinition[] = [
  {
    name: "read_file",
    description:
      "Reads a text file and shows it with line numbers. Long files come in parts of up to 2,000 lines; ask for the next part by start_line.",
    parameters: {
      type: "object",
      properties: {
        path: {
          type: "string",
          description: "Path of the file, from the workspace folder.",
          examples: ["src/main.ts"],
        },
        start_line: { type: "integer", minimum: 1, description: "First line to show, counted from 1." },
        end_line: { type: "integer", minimum: 1, description: "Last line to show." },
        task_progress: { type: "string", "x-ignored": true },
      },
      required: ["path"],
    },
  },
  {
    name: "write_to_file",
    description:
      "Writes a whole file, making its folders. A file that is there must have been read whole since it last changed; for a small change use replace_in_file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "Path of the file.", examples: ["src/greet.ts"] },
        content: {
          type: "string",
          "x-body": true,
          description: "The whole file. Never leave a part out or put a placeholder for it.",
          examples: ["export const answer = 42;\n"],
        },
      },
      required: ["path", "content"],
    },
  },
  {
    name: "replace_in_file",
    description: "Changes parts of a file. Every block must match exactly once, or nothing is changed.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "Path of the file." },
        diff: {
          type: "string",
          "x-body": true,
          description:
            "One or more blocks: a line <<<<<<< SEARCH, the old lines, a line =======, the new lines, a line >>>>>>> REPLACE. Old lines are whole lines, exactly as the file has them, without line numbers.",
        },
      },
      required: ["path", "diff"],
    },
  },
  {
    name: "list_files",
    description: "Lists a folder. Ignored files are left out; at most 500 entries are shown.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string", description: "Path of the folder.", default: "." },
        recursive: { type: "boolean", description: "Also what is in its folders." },
      },
    },
  },
  {
    name: "search_files",
    description:
      "Searches the text of files by a regular expression and shows the lines that match. At most 200 matches are shown.",
    parameters: {
      type: "object",
      properties: {
        regex: { type: "string", description: "Regular expression in Rust syntax." },
        path: { type: "string", description: "Folder or file to search.", default: "." },
        file_pattern: { type: "string", description: "Only files that match this glob, e.g. *.ts." },
        context_lines: { type: "integer", description: "Lines to show around each match." },
      },
      required: ["regex"],
    },
  },
  {
    name: "execute_command",
    description: "Runs a command in the shell and shows its output. There is no terminal and no input.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "string", "x-body": true, description: "The command line." },
        timeout_seconds: { type: "integer", description: "Stop it after so many seconds.", default: 120 },
        background: { type: "boolean", description: "Let it run on, e.g. a server." },
      },
      required: ["command"],
    },
  },
  {
    name: "ask_followup_question",
    description: "Asks the user. Only for what you cannot find out yourself.",
    parameters: {
      type: "object",
      properties: {
        question: { type: "string", "x-body": true, description: "The question." },
        options: { type: "array", items: { type: "string" }, description: "Answers to choose from, two to five." },
      },
      required: ["question"],
    },
  },
  {
    name: "attempt_completion",
    description: "Ends the task with what you did. Use it once you have checked that the task is done.",
    parameters: {
      type: "object",
      properties: { result: { type: "string", "x-body": true, description: "What you did, for the user." } },
      required: ["result"],
    },
  },
];
