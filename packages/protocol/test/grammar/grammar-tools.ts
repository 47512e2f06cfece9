import type { ToolDefinition } from "../../src/index.js";
import { SAMPLE_TOOLS } from "../teach/sample-tools.js";

/** A tool whose parameters have every kind of schema that a grammar knows. */
const EVERY_KIND: ToolDefinition = {
  name: "every_kind",
  description: "Takes anything.",
  parameters: {
    type: "object",
    properties: {
      word: { type: "string", minLength: 1 },
      mode: { type: "string", enum: ["fast", "slow", "with <b>"] },
      level: { enum: ["auto", 1, 2, null] },
      fixed: { const: "always" },
      port: { type: "integer", minimum: 1, maximum: 65535 },
      offset: { type: "integer", minimum: -20, maximum: 7 },
      ratio: { type: "number", minimum: 0, maximum: 1 },
      amount: { type: "number" },
      on: { type: "boolean" },
      nothing: { type: "null" },
      maybe: { type: ["string", "null"] },
      count: { type: "integer", nullable: true },
      either: {
        anyOf: [{ type: "string" }, { type: "integer", minimum: 5 }, { type: "array", items: { type: "integer" } }],
      },
      all: { oneOf: [{ const: "all" }, { type: "array", items: { type: "string" }, minItems: 1 }] },
      edits: {
        type: "array",
        minItems: 1,
        maxItems: 3,
        items: {
          type: "object",
          properties: { search: { type: "string" }, replace: { type: "string" }, all: { type: "boolean" } },
          required: ["search", "replace"],
        },
      },
      place: {
        type: "object",
        properties: { note: { type: "string" }, line: { type: "integer" }, "odd name": { type: "number" } },
        required: ["line"],
        additionalProperties: false,
      },
      labels: { type: "object", additionalProperties: { type: "string" } },
      free: { type: "object" },
      anything: {},
      code: { type: "string" },
      ignored: { type: "string", "x-ignored": true },
    },
    required: ["word", "edits"],
  },
};

/** A tool of which one parameter or the other must be there. */
const ONE_OR_THE_OTHER: ToolDefinition = {
  name: "find",
  description: "Finds.",
  parameters: {
    type: "object",
    properties: { id: { type: "integer" }, name: { type: "string" } },
    anyOf: [{ required: ["id"] }, { required: ["name"] }],
  },
};

const NOTHING: ToolDefinition = { name: "refresh", description: "Refreshes.", parameters: { type: "object" } };

/** Tools for trying grammars: an agent's, and such as are hard to write a grammar for. */
export const GRAMMAR_TOOLS: readonly ToolDefinition[] = [...SAMPLE_TOOLS, EVERY_KIND, ONE_OR_THE_OTHER, NOTHING];
