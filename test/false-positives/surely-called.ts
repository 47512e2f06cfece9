import { createParser, type FinishReason, type ToolDefinition } from "@millrace/protocol";

/** Characters that are fed at once. */
const PIECE = 4096;

/** The stretches of a message that are read as calls and not said to be doubtful: what would run unasked. */
export function surelyCalled(
  text: string,
  tools: readonly ToolDefinition[],
  dialect: string,
  reason: FinishReason,
): readonly string[] {
  const reader = createParser({ tools, dialect });
  for (let at = 0; at < text.length; at += PIECE) reader.push({ type: "text-delta", text: text.slice(at, at + PIECE) });
  reader.end(reason);
  return reader.blocks.flatMap((block) => {
    if (block.type !== "tool-use" || block.doubtful !== undefined || block.closedBy === "end") return [];
    return [text.slice(block.span.start, block.span.end).slice(0, 300)];
  });
}
