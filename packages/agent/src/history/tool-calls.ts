import type { ToolUseBlock } from "@millrace/protocol";
import type { Message, Part } from "./message.js";

export type ResultPart = Extract<Part, { type: "tool-result" }>;

/** The calls of a message that must be answered: those that were closed. */
export function callsOf(message: Message): ToolUseBlock[] {
  if (message.role !== "assistant") return [];
  return message.parts.flatMap((part) => (part.type === "tool-use" && isFinished(part.block) ? [part.block] : []));
}

/** False for a call that was cut off: it was never run and is never sent. */
export function isFinished(block: ToolUseBlock): boolean {
  return !block.partial && block.closedBy !== "end";
}

/** The results in a message, in order. */
export function resultsOf(message: Message): ResultPart[] {
  return message.parts.filter((part) => part.type === "tool-result");
}

/** The text of a message's text parts, without blanks around it. */
export function textOf(message: Message): string {
  return message.parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n\n")
    .trim();
}

/** Arguments as the record that every call has; what is none becomes an empty one. */
export function inputOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? { ...input } : {};
}
