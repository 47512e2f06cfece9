import type { RenderableCall } from "../dialects/dialect.js";
import { bodyParameters } from "../schema/body-parameters.js";
import type { ToolDefinition } from "../tool-definition.js";
import { orderedArguments } from "./ordered-arguments.js";

/**
 * Writes a call as `<tool>`, its parameters and `</tool>`, each on a line of its own. Parameters come in the order the
 * schema names them, as they are taught; those it does not name follow. A body gets a line break after its open tag, so that one in the value
 * survives. Strings are written as they are, other values as JSON; a parameter that is `undefined` is left out.
 *
 * Values must be JSON values. What cannot be said in this form (a scalar with blanks at its ends) is written all the
 * same: reading it back tells.
 */
export function writeTagCall(call: RenderableCall, tools: readonly ToolDefinition[]): string {
  const bodies = bodyParameters(tools.find((tool) => tool.name === call.name)?.parameters ?? {});
  const lines = orderedArguments(call, tools).map(
    ([name, value]) =>
      `<${name}>${bodies.has(name) ? "\n" : ""}${typeof value === "string" ? value : JSON.stringify(value)}</${name}>`,
  );
  return [`<${call.name}>`, ...lines, `</${call.name}>`].join("\n");
}
