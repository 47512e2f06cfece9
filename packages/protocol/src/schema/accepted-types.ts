import { MAX_SCHEMA_DEPTH } from "../limits.js";
import type { JsonSchema, JsonType } from "../tool-definition.js";

const JSON_TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);

/** The type of a JSON value; a whole number is an `"integer"`. */
export function typeOfValue(value: unknown): JsonType {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" || typeof value === "boolean" ? (typeof value as "string" | "boolean") : "object";
}

/** Whether a value of type `type` is one of `types`; an integer is a number too. No types: everything is. */
export function isOneOf(types: ReadonlySet<JsonType> | undefined, type: JsonType): boolean {
  return types === undefined || types.has(type) || (type === "integer" && types.has("number"));
}

/**
 * The types that a schema lets through, from `type`, `nullable`, `enum`, `const`, `anyOf`, `oneOf` and `allOf`.
 * `undefined`: it says nothing of types, so every type is fine.
 *
 * @example acceptedTypes({ anyOf: [{ type: "integer" }, { const: "all" }] }); // integer, string
 */
export function acceptedTypes(schema: JsonSchema, depth = 0): ReadonlySet<JsonType> | undefined {
  if (depth > MAX_SCHEMA_DEPTH || !isSchema(schema)) return undefined;
  let types = declaredTypes(schema);
  for (const branches of [schema.anyOf, schema.oneOf]) {
    if (schemas(branches).length > 0) types = narrow(types, unionOf(schemas(branches), depth));
  }
  for (const part of schemas(schema.allOf)) types = narrow(types, acceptedTypes(part, depth + 1));
  if (types !== undefined && schema.nullable === true) return new Set([...types, "null"]);
  return types;
}

/** The values a schema names one by one (`enum`, `const`), also in its branches. */
export function namedValues(schema: JsonSchema, depth = 0): readonly unknown[] {
  if (depth > MAX_SCHEMA_DEPTH || !isSchema(schema)) return [];
  const own = Array.isArray(schema.enum) ? schema.enum : [];
  const parts = [schema.anyOf, schema.oneOf, schema.allOf].flatMap(schemas);
  return [
    ...own,
    ...("const" in schema ? [schema.const] : []),
    ...parts.flatMap((part) => namedValues(part, depth + 1)),
  ];
}

/** The members of `anyOf`, `oneOf` or `allOf`; none where the keyword is missing or is no list. */
export function schemas(list: readonly JsonSchema[] | undefined): readonly JsonSchema[] {
  return Array.isArray(list) ? list : [];
}

/** False for `true`, `false` and whatever else people write in place of a schema: nothing can be learned from it. */
export function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}

function declaredTypes(schema: JsonSchema): ReadonlySet<JsonType> | undefined {
  const declared = [schema.type ?? []].flat().filter((type): type is JsonType => JSON_TYPES.has(type));
  if (declared.length > 0) return new Set(declared);
  if (Array.isArray(schema.enum)) return new Set(schema.enum.map(typeOfValue));
  if ("const" in schema) return new Set([typeOfValue(schema.const)]);
  return undefined;
}

function unionOf(branches: readonly JsonSchema[], depth: number): ReadonlySet<JsonType> | undefined {
  const union = new Set<JsonType>();
  for (const branch of branches) {
    const types = acceptedTypes(branch, depth + 1);
    if (types === undefined) return undefined;
    for (const type of types) union.add(type);
  }
  return union;
}

function narrow(
  types: ReadonlySet<JsonType> | undefined,
  by: ReadonlySet<JsonType> | undefined,
): ReadonlySet<JsonType> | undefined {
  if (types === undefined || by === undefined) return types ?? by;
  const both = new Set([...types].filter((type) => isOneOf(by, type)));
  if (types.has("number") && by.has("integer")) both.add("integer");
  return both;
}
