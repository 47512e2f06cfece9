import { coerceParams, type ToolUseBlock } from "@millrace/protocol";
import type { CorpusEntry, CorpusResult } from "./corpus-entry.js";
import { joinPieces } from "./join-pieces.js";
import type { ReadMessage } from "./read-message.js";

/** What the reader read, in the form of the corpus. */
export function corpusResult({ blocks, truncated }: ReadMessage, { tools }: CorpusEntry): CorpusResult {
  const calls = blocks.filter((block) => block.type === "tool-use");
  const thoughts = blocks.filter((block) => block.type === "reasoning");
  return {
    text: joinPieces(blocks.filter((block) => block.type === "text").map(({ text }) => text)),
    reasoning: joinPieces(thoughts.map(({ text }) => text)),
    calls: calls.map((call) => ({ name: call.name, arguments: argumentsOf(call, tools) })),
    partial: truncated || calls.some((call) => call.closedBy === "end") || thoughts.some((thought) => thought.partial),
  };
}

/** A call that was cut has no input; what is known of it is typed here as the corpus has it. */
function argumentsOf(
  { closedBy, name, input, params }: ToolUseBlock,
  tools: CorpusEntry["tools"],
): Readonly<Record<string, unknown>> {
  if (closedBy !== "end") return input as Readonly<Record<string, unknown>>;
  return coerceParams(tools.find((tool) => tool.name === name)?.parameters ?? {}, params);
}
