import type { RenderableCall } from "../dialects/dialect.js";
import type { ToolDefinition } from "../tool-definition.js";
import { jsonWriter } from "./json-writer.js";
import { orderedArguments } from "./ordered-arguments.js";

/** What YAML forbids in a text, or takes for a line break of its own. */
const NOT_IN_BLOCK = /[^\P{C}\n\t]|[\u2028\u2029]/u;

/**
 * Writes a call as a YAML mapping between the tags of the tool: `<f>`, a line a parameter, `</f>`. A string of several
 * lines is a block scalar (`|`, or `|-` without a line break at its end), every other value is JSON, which YAML reads.
 *
 * @example
 * writeYamlCall({ name: "write_file", input: { path: "a.py", content: "x\ny\n" } }, tools);
 * // <write_file>
 * // path: "a.py"
 * // content: |
 * //   x
 * //   y
 * // </write_file>
 */
export function writeYamlCall(call: RenderableCall, tools: readonly ToolDefinition[]): string {
  const tag = `</${call.name}>`;
  const writeJson = jsonWriter([call.name.toLowerCase()]);
  const lines = orderedArguments(call, tools).map(([name, value]) =>
    typeof value === "string" && fitsBlock(value) && !value.includes(tag)
      ? `${name}: ${block(value)}`
      : `${name}: ${writeJson(value)}`,
  );
  return [`<${call.name}>`, ...lines, tag].join("\n");
}

/** Several lines, the first and the last of which show where the text begins and ends. */
function fitsBlock(text: string): boolean {
  return text.includes("\n") && /^\S/.test(text) && /\S\n?$/.test(text) && !NOT_IN_BLOCK.test(text);
}

function block(text: string): string {
  const isEnded = text.endsWith("\n");
  const lines = (isEnded ? text.slice(0, -1) : text).split("\n");
  return [isEnded ? "|" : "|-", ...lines.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}
