import { MAX_TAUGHT_DEPTH } from "../limits.js";
import type { JsonSchema, JsonType } from "../tool-definition.js";

/** A parameter that is taught: what stands in the schema of a tool, less those marked `x-ignored`. */
export interface TaughtParameter {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

/** The parameters a model is taught, in the order of the schema. */
export function taughtParameters(parameters: JsonSchema): TaughtParameter[] {
  const required = new Set(parameters.required);
  return Object.entries(parameters.properties ?? {})
    .filter(([, schema]) => schema["x-ignored"] !== true)
    .map(([name, schema]) => ({ name, schema, required: required.has(name) }));
}

/**
 * Says in a few characters what a value is, in the notation of TypeScript, which models know: `integer`, `string[]`,
 * `{search: string, all?: boolean}`. The values of an enum stand as they are written in a tag: `fast | slow`.
 * What cannot be said comes out as `any`. Never throws.
 *
 * @example
 * describeSchema({ type: "array", items: { type: "integer" } }); // "integer[]"
 */
export function describeSchema(schema: JsonSchema): string {
  return describe(schema, 0);
}

function describe(schema: JsonSchema, depth: number): string {
  if (schema.enum !== undefined) return union(schema.enum.map((value) => literal(value, depth)));
  if (schema.const !== undefined) return literal(schema.const, depth);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => describe(choice, depth)));
  if (schema.allOf?.[0] !== undefined) return describe(schema.allOf[0], depth);
  const types = typeOf(schema);
  return types.length === 0 ? "any" : union(types.map((type) => describeType(type, schema, depth)));
}

function typeOf({ type, properties, items }: JsonSchema): readonly JsonType[] {
  if (type !== undefined) return typeof type === "string" ? [type] : type;
  if (properties !== undefined) return ["object"];
  return items === undefined ? [] : ["array"];
}

function describeType(type: JsonType, schema: JsonSchema, depth: number): string {
  if (type === "array") return describeArray(schema, depth);
  if (type === "object") return describeObject(schema, depth);
  return type;
}

function describeArray({ items }: JsonSchema, depth: number): string {
  const item = items === undefined || depth >= MAX_TAUGHT_DEPTH ? "any" : describe(items, depth + 1);
  return item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function describeObject(schema: JsonSchema, depth: number): string {
  const parameters = taughtParameters(schema);
  if (parameters.length === 0 || depth >= MAX_TAUGHT_DEPTH) return "object";
  const fields = parameters.map(
    (field) => `${field.name}${field.required ? "" : "?"}: ${describe(field.schema, depth + 1)}`,
  );
  return `{${fields.join(", ")}}`;
}

/** At the top a string stands bare, as it does in a tag; inside JSON it has its quotes. */
function literal(value: unknown, depth: number): string {
  return typeof value === "string" && depth === 0 ? value : JSON.stringify(value);
}

function union(parts: readonly string[]): string {
  return parts.length === 0 ? "any" : [...new Set(parts)].join(" | ");
}
