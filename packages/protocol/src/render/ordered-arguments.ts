import type { RenderableCall } from "../dialects/dialect.js";
import type { ToolDefinition } from "../tool-definition.js";

/**
 * The arguments of a call in the order in which the schema names them, as they are taught; those it does not name follow
 * in their own order. What is `undefined` is left out.
 */
export function orderedArguments(
  call: RenderableCall,
  tools: readonly ToolDefinition[],
): [name: string, value: unknown][] {
  const properties = tools.find((tool) => tool.name === call.name)?.parameters.properties ?? {};
  const names = new Set([...Object.keys(properties), ...Object.keys(call.input)]);
  return [...names].flatMap((name) => {
    const value = Object.hasOwn(call.input, name) ? call.input[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
}
