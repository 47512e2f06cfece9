import type { RenderableCall, RenderedCall } from "../dialects/dialect.js";
import { getDialect } from "../dialects/index.js";
import { parseAssistantMessage } from "../parse-assistant-message.js";
import { sameValue } from "../schema/same-value.js";
import type { ToolDefinition } from "../tool-definition.js";

/**
 * Writes a call as a model would write it in a dialect, and reads it back to see whether it survives.
 *
 * @param call The tool's name and its arguments as JSON values.
 * @param tools The tools of the turn; their schemas say which values are bodies.
 * @param dialect Default `"cline"`.
 * @returns the text, and `readsBack`: whether reading it gives this one call again, unmended, with the same arguments.
 * @throws InvalidOptionError for an unknown dialect or bad tools.
 *
 * @example
 * renderCall({ name: "read_file", input: { path: "a.ts" } }, tools).text;
 * // <read_file>
 * // <path>a.ts</path>
 * // </read_file>
 */
export function renderCall(call: RenderableCall, tools: readonly ToolDefinition[], dialect = "cline"): RenderedCall {
  const text = getDialect(dialect).writeCall(call, tools);
  const { blocks } = parseAssistantMessage(text, { tools, dialect, reason: "stop" });
  const [block] = blocks;
  const readsBack =
    blocks.length === 1 &&
    block?.type === "tool-use" &&
    block.closedBy === "close" &&
    block.repairs.length === 0 &&
    block.name === call.name &&
    sameValue(block.input, call.input);
  return { text, readsBack };
}
