import { MAX_SCHEMA_DEPTH } from "../limits.js";
import type { JsonSchema } from "../tool-definition.js";
import { acceptedTypes, isOneOf, isSchema, namedValues, schemas, typeOfValue } from "./accepted-types.js";
import { findFaults } from "./find-faults.js";
import { parseTyped } from "./parse-typed.js";

/**
 * Mends a JSON value where a model only got the quotes wrong, and nothing else:
 *
 * - text where a number, boolean, null, array or object is wanted, and that is exactly one: `"12"`, `"true"`, `"[1]"`;
 * - a number where text is wanted, if `written` has the number as the model wrote it.
 *
 * What does not fit is left as it is; the validator then says why. The value given is not changed. Linear in the value,
 * times the branches of unions around it.
 *
 * @example conform({ type: "object", properties: { count: { type: "integer" } } }, { count: "2" }); // { count: 2 }
 */
export function conform(schema: JsonSchema, value: unknown, written?: string, depth = 0): unknown {
  if (depth > MAX_SCHEMA_DEPTH || !isSchema(schema)) return value;
  const types = acceptedTypes(schema);
  if (!isOneOf(types, typeOfValue(value))) {
    if (typeof value === "number" && types?.has("string")) return written ?? value;
    if (typeof value !== "string" || types === undefined) return value;
    const parsed = parseTyped(value, types);
    return parsed === undefined ? value : conform(schema, parsed.value, undefined, depth + 1);
  }
  return withinBranches(schema, conformMembers(schema, namedValue(schema, value), depth), depth);
}

/**
 * {@link conform} for the arguments of a call, less those marked `x-ignored`. `params` has their text as written.
 * Arguments that are no object are left as they are.
 */
export function conformInput(
  parameters: JsonSchema,
  input: unknown,
  params: readonly (readonly [name: string, rawText: string])[],
): unknown {
  if (typeOfValue(input) !== "object") return conform(parameters, input);
  const written = new Map(params);
  const mended: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input as object)) {
    const schema = propertySchema(parameters, name);
    if (schema?.["x-ignored"] === true) continue;
    mended[name] = schema === undefined ? value : conform(schema, value, written.get(name));
  }
  return withinBranches(parameters, mended, 0);
}

/** The schema of a property: its own, that of an `allOf` part, or what `additionalProperties` says of it. */
export function propertySchema(schema: JsonSchema, name: string, depth = 0): JsonSchema | undefined {
  if (!isSchema(schema) || depth > MAX_SCHEMA_DEPTH) return undefined;
  const { properties } = schema;
  if (isSchema(properties) && Object.hasOwn(properties, name)) {
    const own: unknown = properties[name];
    return isSchema(own) ? own : {};
  }
  for (const part of schemas(schema.allOf)) {
    const found = propertySchema(part, name, depth + 1);
    if (found !== undefined) return found;
  }
  return isSchema(schema.additionalProperties) ? schema.additionalProperties : undefined;
}

/** `"1"` where the schema lists `1`. */
function namedValue(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== "string") return value;
  const named = namedValues(schema);
  if (named.length === 0 || named.includes(value)) return value;
  const found = named.find((one) => typeof one !== "string" && JSON.stringify(one) === value.trim());
  return found === undefined ? value : found;
}

function conformMembers(schema: JsonSchema, value: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isSchema(items) ? value.map((item) => conform(items, item, undefined, depth + 1)) : value;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const property = propertySchema(schema, name);
      return [name, property === undefined ? inner : conform(property, inner, undefined, depth + 1)];
    }),
  );
}

/** In a union the first branch that takes the value as it is decides, or else the first that takes it mended. */
function withinBranches(schema: JsonSchema, value: unknown, depth: number): unknown {
  const branches = [...schemas(schema.anyOf), ...schemas(schema.oneOf)];
  if (branches.length === 0 || branches.some((branch) => findFaults(branch, value).length === 0)) return value;
  for (const branch of branches) {
    const mended = conform(branch, value, undefined, depth + 1);
    if (findFaults(branch, mended).length === 0) return mended;
  }
  return value;
}
