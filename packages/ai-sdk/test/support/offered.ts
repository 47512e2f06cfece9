import type { LanguageModelV3FunctionTool, LanguageModelV3ProviderTool } from "@ai-sdk/provider";

/** Tools as the SDK hands them to a model. */
export const offered: LanguageModelV3FunctionTool[] = [
  {
    type: "function",
    name: "read_file",
    description: "Reads a file.",
    inputSchema: {
      type: "object",
      properties: { path: { type: "string" }, lines: { type: "integer" } },
      required: ["path"],
    },
  },
  {
    type: "function",
    name: "write_to_file",
    inputSchema: {
      type: "object",
      properties: {
        path: { type: "string" },
        content: { type: "string" },
        at: { $ref: "#/definitions/Place" },
      },
      required: ["path", "content"],
      definitions: { Place: { type: "object", properties: { line: { type: "integer" } } } },
    },
  },
];

/** A tool that the provider has and runs. */
export const webSearch: LanguageModelV3ProviderTool = {
  type: "provider",
  id: "openai.web_search",
  name: "web_search",
  args: {},
};
