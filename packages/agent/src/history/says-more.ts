import type { Message, Part } from "./message.js";

/** Whether a message is another one with more text at its end, as the words of a user that nobody answered yet may be. */
export function saysMore(message: Message, than: Message): boolean {
  const last = than.parts.length - 1;
  const text = endOf(message.parts[last]);
  const before = endOf(than.parts[last]);
  if (message.role !== than.role || message.parts.length !== than.parts.length) return false;
  if (text === undefined || before === undefined || !text.startsWith(before)) return false;
  return JSON.stringify(message.parts.slice(0, last)) === JSON.stringify(than.parts.slice(0, last));
}

/** The text that a part ends with; undefined where that is something else. */
function endOf(part: Part | undefined): string | undefined {
  if (part?.type === "text") return part.text;
  const content = part?.type === "tool-result" ? part.result.content : [];
  const [only] = content;
  return content.length === 1 && only?.type === "text" ? only.text : undefined;
}
