import { parseAssistantMessage, type ToolDefinition, validateInput } from "@millrace/protocol";

/**
 * What is wrong with a message that a grammar made, by our reader and validator: each kind of failure once. A key of a
 * map may be written twice, which no grammar can forbid; everything else must be a call, closed, unmended and without a
 * fault.
 */
export function judgeText(text: string, dialect: string, tools: readonly ToolDefinition[]): readonly string[] {
  const { blocks, truncated, notes } = parseAssistantMessage(text, { tools, dialect, reason: "stop" });
  const failures = blocks.flatMap((block) => {
    if (block.type !== "tool-use") return [`${block.type} where calls stood`];
    const tool = tools.find(({ name }) => name === block.name);
    if (tool === undefined) return [`unknown tool ${block.name}`];
    return [
      ...(block.closedBy === "close" ? [] : [`closed by ${block.closedBy}`]),
      ...(block.doubtful === undefined ? [] : ["doubtful"]),
      ...block.repairs.filter(({ kind }) => kind !== "repeated-parameter").map(({ kind }) => `repair ${kind}`),
      ...validateInput(tool, block.input).map(({ kind, path }) => `${kind} ${path}`),
    ];
  });
  return [
    ...new Set([
      ...failures,
      ...(blocks.length === 0 ? ["no call"] : []),
      ...(truncated ? ["truncated"] : []),
      ...notes.map(({ kind }) => `note ${kind}`),
    ]),
  ];
}
