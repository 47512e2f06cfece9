/** A JSON Schema (draft 2020-12 and what models and MCP servers write in practice). Unknown keywords are ignored. */
export interface JsonSchema {
  type?: JsonType | readonly JsonType[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  nullable?: boolean;
  description?: string;
  default?: unknown;
  minLength?: number;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  /** The value is a body: long text that may hold anything, read by the body rules and never decoded. */
  "x-body"?: boolean;
  /** Read where a model writes it, and dropped: never reaches the tool, not taught. */
  "x-ignored"?: boolean;
  /** Optional, and a small window does without it: not taught in the tier minimal, read in all. */
  "x-spare"?: boolean;
  [keyword: string]: unknown;
}

export type JsonType = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** What a model is told of a tool, and what a reader needs to know of it. `parameters` is a schema of type object. */
export interface ToolDefinition {
  name: string;
  description: string;
  parameters: JsonSchema;
}
