import type { Block, ToolUseBlock } from "@millrace/protocol";

/** What `parse` prints. `text` and `reasoning` are the pieces of such blocks, trimmed, empty ones left out, one a line. */
export interface MessageDescription {
  blocks: readonly Block[];
  calls: readonly CallDescription[];
  text: string;
  reasoning: string;
}

type CallDescription = Pick<
  ToolUseBlock,
  "name" | "input" | "params" | "partial" | "closedBy" | "repairs" | "doubtful"
>;

/** Words the blocks of an ended message for `parse`. */
export function describeMessage(blocks: readonly Block[]): MessageDescription {
  const joined = (type: "text" | "reasoning"): string =>
    blocks
      .flatMap((block) => (block.type === type ? [block.text.trim()] : []))
      .filter((text) => text !== "")
      .join("\n");
  return {
    blocks,
    calls: blocks.flatMap((block) => (block.type === "tool-use" ? [describeCall(block)] : [])),
    text: joined("text"),
    reasoning: joined("reasoning"),
  };
}

function describeCall({ name, input, params, partial, closedBy, repairs, doubtful }: ToolUseBlock): CallDescription {
  return {
    name,
    ...(input !== undefined && { input }),
    params,
    partial,
    ...(closedBy && { closedBy }),
    repairs,
    ...(doubtful !== undefined && { doubtful }),
  };
}
