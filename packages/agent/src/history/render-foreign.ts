import { breakThink, getDialect, type ToolDefinition } from "@millrace/protocol";
import type { Message } from "./message.js";
import { NO_TEXT } from "./store-message.js";
import { inputOf, isFinished } from "./tool-calls.js";

/** The form a history is to have. */
export interface HistoryForm {
  protocol: "native" | "text";
  dialect: string;
  tools: readonly ToolDefinition[];
}

/**
 * The history after a switch of protocol or dialect: assistant messages of another form get the text that they would
 * have had in this one. Done once, at the switch, and journalled, so that the bytes stay. Messages that need nothing are
 * the same objects; natively none needs anything, as the parts of a message are neutral.
 */
export function renderForeign(history: readonly Message[], to: HistoryForm): readonly Message[] {
  if (to.protocol === "native" || !history.some((message) => isForeign(message, to.dialect))) return history;
  return history.map((message) =>
    isForeign(message, to.dialect)
      ? { ...message, raw: { dialect: to.dialect, text: assistantText(message, to.dialect, to.tools) } }
      : message,
  );
}

function isForeign(message: Message, dialect: string): boolean {
  return message.role === "assistant" && message.raw?.dialect !== dialect;
}

/** An assistant message as text of a dialect, made from its parts: its words, then its calls as they came. Never empty. */
export function assistantText(message: Message, dialect: string, tools: readonly ToolDefinition[]): string {
  const pieces = message.parts.flatMap((part) => {
    if (part.type === "text") return [part.text.trim()];
    if (part.type !== "tool-use" || !isFinished(part.block)) return [];
    return [getDialect(dialect).writeCall({ name: part.block.name, input: inputOf(part.block.input) }, tools)];
  });
  return breakThink(pieces.filter((piece) => piece !== "").join("\n\n")) || NO_TEXT;
}
