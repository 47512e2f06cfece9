import type { Dialect } from "../dialects/dialect.js";
import { jsonWriter, tagNamesIn } from "./json-writer.js";
import { orderedArguments } from "./ordered-arguments.js";

/** A call whose name stands in the marks before its arguments, which are one JSON object. */
export interface DelimitedCallForm {
  before(name: string): string;
  after: string;
}

/**
 * Makes the writer of a dialect that names the tool in its marks and gives the arguments as JSON.
 *
 * @example
 * writeDelimitedCall({ before: (name) => `[TOOL_CALLS]${name}[ARGS]`, after: "" })({ name: "f", input: { a: 1 } }, tools);
 * // [TOOL_CALLS]f[ARGS]{"a": 1}
 */
export function writeDelimitedCall({ before, after }: DelimitedCallForm): Dialect["writeCall"] {
  const writeJson = jsonWriter(tagNamesIn(before("") + after));
  return (call, tools) => `${before(call.name)}${writeJson(Object.fromEntries(orderedArguments(call, tools)))}${after}`;
}
