import type { ToolDefinition } from "@millrace/protocol";

/** Tools like those of a coding agent, and as many of a server's as there must be more. */
export function benchTools(count: number): readonly ToolDefinition[] {
  const named: Record<string, string[]> = {
    read_file: ["path", "start_line", "end_line"],
    write_to_file: ["path", "content"],
    replace_in_file: ["path", "diff"],
    list_files: ["path", "recursive"],
    search_files: ["path", "regex", "file_pattern"],
    execute_command: ["command", "timeout_seconds"],
    ask_followup_question: ["question", "options"],
    attempt_completion: ["result"],
  };
  for (let at = Object.keys(named).length; at < count; at++) named[`server_tool_${at}`] = ["query", "limit"];
  return Object.entries(named).map(([name, parameters]) => ({
    name,
    description: "",
    parameters: {
      type: "object",
      properties: Object.fromEntries(parameters.map((parameter) => [parameter, { type: "string" }])),
      required: parameters.slice(0, 1),
    },
  }));
}
