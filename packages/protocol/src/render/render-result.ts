import type { RenderableResult } from "../dialects/dialect.js";
import { getDialect } from "../dialects/index.js";
import type { ToolDefinition } from "../tool-definition.js";

/**
 * Writes a call's result for the next user message, fenced off so that it can neither close its frame nor open a call
 * when a model repeats it, with the special tokens of model families broken visibly.
 *
 * @param tools The tools of the turn: their names are what may not stand open in the text.
 * @param dialect Default `"cline"`.
 * @throws InvalidOptionError for an unknown dialect.
 *
 * @example
 * renderResult({ name: "read_file", target: "a.ts", status: "ok", text: "hi" }, tools);
 * // <tool_response>
 * // [read_file a.ts] ok
 * // hi
 * // </tool_response>
 */
export function renderResult(result: RenderableResult, tools: readonly ToolDefinition[], dialect = "cline"): string {
  return getDialect(dialect).renderResult(result, tools);
}
