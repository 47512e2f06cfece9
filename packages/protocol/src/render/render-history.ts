import type { RenderableCall, RenderableResult } from "../dialects/dialect.js";
import { getDialect } from "../dialects/index.js";
import type { ToolDefinition } from "../tool-definition.js";

/** One message of a conversation that was held in another form: natively, or in another dialect. */
export type ForeignMessage =
  | { role: "user"; text: string }
  | { role: "assistant"; parts: readonly ForeignPart[] }
  | { role: "tool"; results: readonly RenderableResult[] };

/** What an assistant said, in its order. Reasoning is not part of it: models are not shown that of earlier turns. */
export type ForeignPart = { type: "text"; text: string } | ({ type: "call" } & RenderableCall);

/** A message as every chat template takes it: a role and one string. */
export interface TextMessage {
  role: "user" | "assistant";
  content: string;
}

/** What stands where there is nothing to say: templates fail on an empty message. */
const NO_TEXT = "(no text)";

/**
 * Writes a conversation as text of a dialect: calls as the model itself would write them, results fenced off in the user's
 * turn. Messages of one role that follow one another are joined and none is empty, as strict templates want it. The same
 * messages give the same text, and a conversation that has grown begins with the text it had: a prefix cache holds. One
 * exception: words of the last turn are joined to it, so that turn may grow at its end.
 *
 * @param tools The tools of the turn: their schemas say how values are written, their names what may not stand open.
 * @param dialect Default `"cline"`.
 * @throws InvalidOptionError for an unknown dialect.
 *
 * @example
 * renderHistory([
 *   { role: "user", text: "What does a.ts hold?" },
 *   { role: "assistant", parts: [{ type: "call", name: "read_file", input: { path: "a.ts" } }] },
 *   { role: "tool", results: [{ name: "read_file", target: "a.ts", status: "ok", text: "hi" }] },
 * ], tools, "hermes");
 */
export function renderHistory(
  messages: readonly ForeignMessage[],
  tools: readonly ToolDefinition[],
  dialect = "cline",
): TextMessage[] {
  const { writeCall, renderResult } = getDialect(dialect);
  const rendered: TextMessage[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const pieces = piecesOf(
      message,
      (call) => writeCall(call, tools),
      (result) => renderResult(result, tools),
    );
    const content = pieces.filter((piece) => piece !== "").join("\n\n") || NO_TEXT;
    const last = rendered[rendered.length - 1];
    if (last?.role === role) last.content += `\n\n${content}`;
    else rendered.push({ role, content });
  }
  return rendered;
}

function piecesOf(
  message: ForeignMessage,
  writeCall: (call: RenderableCall) => string,
  renderResult: (result: RenderableResult) => string,
): readonly string[] {
  switch (message.role) {
    case "user":
      return [message.text.trim()];
    case "tool":
      return message.results.map(renderResult);
    case "assistant":
      return message.parts.map((part) => (part.type === "text" ? part.text.trim() : writeCall(part)));
  }
}
