import type { ToolUseBlock } from "@millrace/protocol";
import type { Message, Part } from "../src/history/message.js";
import type { ModelProfile } from "../src/model-profile.js";
import { type ToolResult, textResult } from "../src/tool.js";

/** Messages for tests, written short. */

export const profile = (more: Partial<ModelProfile> = {}): ModelProfile => ({
  server: "test",
  model: "test",
  reasoning: { form: "none", back: "drop" },
  ...more,
});

export function user(id: string, text = `words ${id}`): Message {
  return { id, role: "user", parts: [{ type: "text", text }] };
}

/** A closed call. Its id is the message's and the ordinal. */
export function call(
  id: string,
  name = "read_file",
  input: Record<string, unknown> = { path: `${id}.ts` },
): ToolUseBlock {
  return {
    type: "tool-use",
    id,
    name,
    dialect: "cline",
    params: Object.entries(input).map(([key, value]) => [key, String(value)] as const),
    input,
    partial: false,
    closedBy: "close",
    repairs: [],
    span: { channel: "text", start: 0, end: 0 },
  };
}

/** An assistant message with words and calls; the calls' ids are `<id>.1`, `<id>.2`, … */
export function assistant(id: string, text = "", calls = 0, reasoning?: string): Message {
  const parts: Part[] = [];
  if (reasoning !== undefined) parts.push({ type: "reasoning", text: reasoning });
  if (text !== "") parts.push({ type: "text", text });
  for (let at = 1; at <= calls; at++) parts.push({ type: "tool-use", block: call(`${id}.${at}`) });
  return { id, role: "assistant", parts };
}

export function result(callId: string, text = `result of ${callId}`, more: Partial<ToolResult> = {}): Part {
  return { type: "tool-result", callId, result: textResult(text, more) };
}

export function results(id: string, ...parts: Part[]): Message {
  return { id, role: "tool", parts };
}

/** A call and its result. */
export function turn(id: string, calls = 1, text = "r"): Message[] {
  const answers = Array.from({ length: calls }, (_, at) => result(`${id}.${at + 1}`, text));
  return [assistant(id, `step ${id}`, calls), results(`${id}-r`, ...answers)];
}
