import type { ToolDefinition } from "@millrace/protocol";

/** The one parameter of a tool that takes a text and no object. */
export const TEXT_INPUT = "input";

/** A tool that takes one text ("custom", "freeform"), as every model can be taught it. */
export function textTool(name: string, description: string): ToolDefinition {
  return {
    name,
    description,
    parameters: {
      type: "object",
      properties: { [TEXT_INPUT]: { type: "string", "x-body": true } },
      required: [TEXT_INPUT],
    },
  };
}
