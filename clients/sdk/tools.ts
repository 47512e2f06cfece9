import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** A tool of the small agents here: its schema, and what it does. Throws what the system throws. */
export interface SmallTool {
  name: string;
  description: string;
  parameters: { type: "object"; properties: Record<string, object>; required: string[] };
  run(input: Readonly<Record<string, string>>): string;
}

const PATH = { type: "string", description: "Of the file." };

export const TOOLS: readonly SmallTool[] = [
  {
    name: "read_file",
    description: "Reads a text file.",
    parameters: { type: "object", properties: { path: PATH }, required: ["path"] },
    run: ({ path = "" }) => readFileSync(path, "utf8"),
  },
  {
    name: "edit_file",
    description: "Replaces a text that stands once in a file.",
    parameters: {
      type: "object",
      properties: { path: PATH, old_text: { type: "string" }, new_text: { type: "string" } },
      required: ["path", "old_text", "new_text"],
    },
    run: ({ path = "", old_text = "", new_text = "" }) => {
      const parts = readFileSync(path, "utf8").split(old_text);
      if (parts.length !== 2) throw new Error(`The text stands ${parts.length - 1} times in ${path}.`);
      writeFileSync(path, parts.join(new_text));
      return "Done.";
    },
  },
  {
    name: "run_command",
    description: "Runs a shell command and gives what it prints.",
    parameters: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
    run: ({ command = "" }) => execFileSync("sh", ["-c", command], { encoding: "utf8" }),
  },
];

/** Runs the tool of this name with arguments as JSON. Throws where there is none. */
export function runTool(name: string, json: string): string {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  return tool.run(JSON.parse(json));
}
