import { MAX_GRAMMAR_ALTERNATIVES, MAX_SCHEMA_DEPTH } from "../limits.js";
import { acceptedTypes, isSchema, schemas } from "../schema/accepted-types.js";
import { sameValue } from "../schema/same-value.js";
import type { JsonSchema } from "../tool-definition.js";

/** Keywords of which the larger value is the stricter one, and those of which the smaller is. */
const LEAST = ["minLength", "minItems", "minimum"] as const;
const MOST = ["maxLength", "maxItems", "maximum"] as const;

/**
 * A schema as a list of schemas without `anyOf`, `oneOf` and `allOf`, of which a value must fit one. Alternatives that no
 * type is left for are dropped; `nullable` beside a union is not kept, as the validator asks a branch.
 *
 * @example
 * schemaAlternatives({ properties: { a: {} }, anyOf: [{ type: "null" }, { type: "object", required: ["a"] }] });
 * // [{ properties: { a: {} }, type: ["null"] }, { properties: { a: {} }, type: ["object"], required: ["a"] }]
 */
export function schemaAlternatives(schema: unknown, depth = 0): readonly JsonSchema[] {
  if (!isSchema(schema) || depth > MAX_SCHEMA_DEPTH) return [{}];
  const { anyOf, oneOf, allOf, ...own } = schema;
  const groups = [...schemas(allOf).map((part) => [part]), schemas(anyOf), schemas(oneOf)].filter(
    (group) => group.length > 0,
  );
  if (groups.length === 0) return [own];
  const { nullable: _beside, ...alone } = own;
  let found: readonly JsonSchema[] = [alone];
  for (const group of groups) {
    const branches = group.flatMap((branch) => schemaAlternatives(branch, depth + 1));
    const merged = found.flatMap((one) => branches.map((branch) => both(one, branch)));
    found = merged.filter((one) => one !== undefined).slice(0, MAX_GRAMMAR_ALTERNATIVES);
  }
  return found;
}

/** The schema of what fits both; `undefined` if nothing can. */
function both(one: JsonSchema, other: JsonSchema): JsonSchema | undefined {
  const merged: Record<string, unknown> & JsonSchema = { ...one, ...other };
  const types = acceptedTypes({ allOf: [one, other] });
  if (types?.size === 0) return undefined;
  if (types !== undefined) merged.type = [...types];
  const named = [namedOf(one), namedOf(other)].filter((list) => list !== undefined);
  delete merged.const;
  if (named.length > 0) merged.enum = inAll(named);
  if (merged.enum?.length === 0) return undefined;
  for (const keyword of LEAST) strictest(merged, keyword, Math.max, one[keyword], other[keyword]);
  for (const keyword of MOST) strictest(merged, keyword, Math.min, one[keyword], other[keyword]);
  if (one.required !== undefined && other.required !== undefined) {
    merged.required = [...new Set([...one.required, ...other.required])];
  }
  if (one.items !== undefined && other.items !== undefined) merged.items = { allOf: [one.items, other.items] };
  if (one.properties !== undefined && other.properties !== undefined) {
    merged.properties = bothProperties(one.properties, other.properties);
  }
  // Both sides must welcome further properties, or none of them is written.
  if (one.additionalProperties === undefined || other.additionalProperties === undefined) {
    delete merged.additionalProperties;
  } else merged.additionalProperties = bothExtras(one.additionalProperties, other.additionalProperties);
  return merged;
}

function bothProperties(
  one: Readonly<Record<string, JsonSchema>>,
  other: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    Array.from(names, (name) => {
      const [mine, theirs] = [one[name], other[name]];
      return [name, mine !== undefined && theirs !== undefined ? { allOf: [mine, theirs] } : (mine ?? theirs ?? {})];
    }),
  );
}

function bothExtras(one: boolean | JsonSchema, other: boolean | JsonSchema): boolean | JsonSchema {
  if (one === false || other === false) return false;
  if (one === true) return other;
  return other === true ? one : { allOf: [one, other] };
}

function namedOf(schema: JsonSchema): readonly unknown[] | undefined {
  return "const" in schema ? [schema.const] : schema.enum;
}

function inAll([first = [], ...others]: readonly (readonly unknown[])[]): readonly unknown[] {
  return first.filter((value) => others.every((list) => list.some((one) => sameValue(one, value))));
}

function strictest(
  merged: Record<string, unknown>,
  keyword: string,
  pick: (...values: number[]) => number,
  ...values: readonly unknown[]
): void {
  const given = values.filter((value) => typeof value === "number");
  if (given.length > 0) merged[keyword] = pick(...given);
}
