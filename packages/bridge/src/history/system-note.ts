import type { Part } from "@millrace/agent";

/**
 * A system message that stands behind the conversation's begin, as a part of a user message: it stays in its place, so
 * that the history before it is sent as it was, and it is told from the user's own words.
 */
export function systemNote(text: string): Part {
  return { type: "text", text: `[A message of the system, not of the user]\n${text}` };
}
