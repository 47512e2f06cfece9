import type { ToolDefinition } from "@millrace/protocol";

/** A function that writes lists of tools as a wire has them, each list once. */
export function writtenTools(
  write: (tool: ToolDefinition) => object,
): (tools: readonly ToolDefinition[]) => readonly object[] {
  const made = new WeakMap<readonly ToolDefinition[], readonly object[]>();
  return (tools) => {
    const known = made.get(tools);
    if (known) return known;
    const written = tools.map(write);
    made.set(tools, written);
    return written;
  };
}
