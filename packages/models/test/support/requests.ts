import type { Message, ModelRequest, Part } from "@millrace/agent";
import type { ToolUseBlock } from "@millrace/protocol";

let messages = 0;

export function message(role: Message["role"], ...parts: Part[]): Message {
  return { id: `m${messages++}`, role, parts };
}

export function text(words: string): Part {
  return { type: "text", text: words };
}

export function call(id: string, name: string, input: Record<string, unknown>, more: Partial<ToolUseBlock> = {}): Part {
  const block: ToolUseBlock = {
    type: "tool-use",
    id,
    name,
    dialect: "native",
    params: Object.entries(input).map(
      ([key, value]) => [key, typeof value === "string" ? value : JSON.stringify(value)] as const,
    ),
    input,
    partial: false,
    closedBy: "close",
    repairs: [],
    span: { channel: "arguments:0", start: 0, end: 0 },
    ...more,
  };
  return { type: "tool-use", block };
}

export function result(callId: string, words: string): Part {
  return { type: "tool-result", callId, result: { status: "ok", content: [{ type: "text", text: words }] } };
}

export const READ_FILE = {
  name: "read_file",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "Where." },
      content: { type: "string", "x-body": true },
      task_progress: { type: "string", "x-ignored": true },
    },
    required: ["path"],
  },
} as const;

export function request(more: Partial<ModelRequest> = {}): ModelRequest {
  return { system: "You are terse.", messages: [message("user", text("Hello."))], tools: [], ...more };
}
