import type { ToolDefinition } from "@millrace/protocol";
import { wireSchema } from "./wire-schema.js";

const made = new WeakMap<readonly ToolDefinition[], readonly object[]>();

/** Tools as both chat wires write them; made once for each list. */
export function toolsOnWire(tools: readonly ToolDefinition[]): readonly object[] {
  const known = made.get(tools);
  if (known) return known;
  const written = tools.map((tool) => ({
    type: "function",
    function: { name: tool.name, description: tool.description, parameters: wireSchema(tool) },
  }));
  made.set(tools, written);
  return written;
}
