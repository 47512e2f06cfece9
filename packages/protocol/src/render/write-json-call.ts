import type { Dialect } from "../dialects/dialect.js";
import { jsonWriter, tagNamesIn } from "./json-writer.js";
import { orderedArguments } from "./ordered-arguments.js";

/** A call that is one JSON value in a wrapper. */
export interface JsonCallForm {
  before: string;
  /** The value that says the call. Absent: `{"name": …, "arguments": …}`. */
  value?(name: string, input: Readonly<Record<string, unknown>>): unknown;
  after: string;
}

/**
 * Makes the writer of a dialect whose calls are JSON with the tool's name in it.
 *
 * @example
 * writeJsonCall({ before: "<tool_call>\n", after: "\n</tool_call>" })({ name: "f", input: { a: 1 } }, tools);
 * // <tool_call>
 * // {"name": "f", "arguments": {"a": 1}}
 * // </tool_call>
 */
export function writeJsonCall({ before, value = nameAndArguments, after }: JsonCallForm): Dialect["writeCall"] {
  const writeJson = jsonWriter(tagNamesIn(before + after));
  return (call, tools) => {
    const input = Object.fromEntries(orderedArguments(call, tools));
    return `${before}${writeJson(value(call.name, input))}${after}`;
  };
}

function nameAndArguments(name: string, input: Readonly<Record<string, unknown>>): unknown {
  return { name, arguments: input };
}
