import type { ToolDefinition } from "@millrace/protocol";
import { isRecord, textIn } from "../json.js";
import { jsonText } from "../json-text.js";

/** The one parameter of a tool that takes a text and no object. */
export const TEXT_INPUT = "input";

/**
 * A tool that takes one text ("custom", "freeform"), as every model can be taught it. It is told the form of the text;
 * nobody holds it to that.
 *
 * @param format `format` of its definition: any text, `{ type: "grammar", syntax, definition }`, or that one level lower
 */
export function textTool(name: string, description: string, format?: unknown): ToolDefinition {
  const words = [description, formatInWords(format)].filter((text) => text !== "");
  return {
    name,
    description: words.join("\n\n"),
    parameters: {
      type: "object",
      properties: { [TEXT_INPUT]: { type: "string", "x-body": true } },
      required: [TEXT_INPUT],
    },
  };
}

/** Text without a form is the default. */
function formatInWords(format: unknown): string {
  if (!isRecord(format) || format.type === "text") return "";
  const grammar = isRecord(format.grammar) ? format.grammar : format;
  const definition = textIn(grammar.definition);
  if (definition === undefined) return `The form of the input: ${jsonText(format)}`;
  const syntax = textIn(grammar.syntax);
  return `The input follows this grammar${syntax === undefined ? "" : ` (${syntax})`}:\n${definition}`;
}
