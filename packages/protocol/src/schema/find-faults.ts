import { MAX_SCHEMA_DEPTH } from "../limits.js";
import type { JsonSchema, JsonType } from "../tool-definition.js";
import { acceptedTypes, isOneOf, isSchema, schemas, typeOfValue } from "./accepted-types.js";
import { sameValue } from "./same-value.js";
import { describeTypes, describeValue } from "./words.js";

/**
 * One thing that is wrong with the arguments of a call. `path` is where, as in `edits[0].search`; empty for the
 * arguments as a whole. `message` is a clause that says what was given and what is wanted.
 */
export interface InputFault {
  kind: "missing" | "wrong-type" | "unknown-parameter" | "not-allowed" | "empty" | "out-of-range";
  path: string;
  message: string;
}

/**
 * All faults of a value under a schema, in the order of the schema: required first, then as written. Unknown keywords
 * are ignored. Linear in the value, times the branches of unions around it; deeper than 64 nothing is looked at.
 */
export function findFaults(schema: JsonSchema, value: unknown, path = "", depth = 0): readonly InputFault[] {
  if (depth > MAX_SCHEMA_DEPTH || !isSchema(schema)) return [];
  const types = acceptedTypes(schema);
  if (!isOneOf(types, typeOfValue(value))) {
    return [fault("wrong-type", path, `must be ${describeTypes(types)}, not ${describeValue(value)}`)];
  }
  return [
    ...notNamed(schema, value, path),
    ...outOfBounds(schema, value, path),
    ...memberFaults(schema, value, path, depth),
    ...schemas(schema.allOf).flatMap((part) => findFaults(openAsPart(part), value, path, depth + 1)),
    ...unionFaults(branchesOf(schema, schema.anyOf), value, path, depth),
    ...unionFaults(branchesOf(schema, schema.oneOf), value, path, depth),
  ];
}

function fault(kind: InputFault["kind"], path: string, rest: string): InputFault {
  return { kind, path, message: `${path === "" ? "the arguments" : `\`${path}\``} ${rest}` };
}

function notNamed(schema: JsonSchema, value: unknown, path: string): readonly InputFault[] {
  const named = "const" in schema ? [schema.const] : schema.enum;
  if (!Array.isArray(named) || named.some((one) => sameValue(one, value))) return [];
  if (value === null && schema.nullable === true) return [];
  const choice = named.map((one) => JSON.stringify(one)).join(", ");
  return [
    fault("not-allowed", path, `must be ${named.length === 1 ? "" : "one of "}${choice}, not ${describeValue(value)}`),
  ];
}

function outOfBounds(schema: JsonSchema, value: unknown, path: string): readonly InputFault[] {
  if (typeof value === "number") {
    const { minimum, maximum } = schema;
    if (typeof minimum === "number" && value < minimum) {
      return [fault("out-of-range", path, `must be at least ${minimum}, not ${value}`)];
    }
    if (typeof maximum === "number" && value > maximum) {
      return [fault("out-of-range", path, `must be at most ${maximum}, not ${value}`)];
    }
  }
  if (typeof value === "string") return tooFew(schema.minLength, value.length, "character", path);
  return Array.isArray(value) ? tooFew(schema.minItems, value.length, "item", path) : [];
}

function tooFew(least: unknown, length: number, unit: string, path: string): readonly InputFault[] {
  if (typeof least !== "number" || length >= least) return [];
  if (length === 0) return [fault("empty", path, "must not be empty")];
  return [fault("out-of-range", path, `must have at least ${least} ${unit}s, not ${length}`)];
}

function memberFaults(schema: JsonSchema, value: unknown, path: string, depth: number): readonly InputFault[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isSchema(items) ? value.flatMap((item, at) => findFaults(items, item, `${path}[${at}]`, depth + 1)) : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return [...missingMembers(schema, value, path), ...givenMembers(schema, value, path, depth)];
}

function missingMembers(schema: JsonSchema, value: object, path: string): readonly InputFault[] {
  const faults: InputFault[] = [];
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (Object.hasOwn(value, name)) continue;
    const types = acceptedTypes(ownProperty(schema, name) ?? {});
    faults.push(
      fault("missing", join(path, name), `is missing${types === undefined ? "" : ` (${describeTypes(types)})`}`),
    );
  }
  return faults;
}

function givenMembers(schema: JsonSchema, value: object, path: string, depth: number): readonly InputFault[] {
  const known = knownProperties(schema);
  return Object.entries(value).flatMap(([name, inner]) => {
    const at = join(path, name);
    const property = ownProperty(schema, name) ?? schema.additionalProperties;
    if (isSchema(property)) return findFaults(property, inner, at, depth + 1);
    if (known === undefined || known.has(name)) return [];
    const list = [...known].map((one) => `\`${one}\``).join(", ");
    return [fault("unknown-parameter", at, `is unknown; known are ${list === "" ? "none" : list}`)];
  });
}

function ownProperty({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  return isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The properties an object may have, those of its branches included; `undefined`: any. */
function knownProperties(schema: JsonSchema, depth = 0): ReadonlySet<string> | undefined {
  const { properties, additionalProperties } = schema;
  if (additionalProperties === true || isSchema(additionalProperties) || schema.patternProperties !== undefined) {
    return undefined;
  }
  if (!isSchema(properties) && additionalProperties !== false) return undefined;
  const known = new Set(Object.keys(properties ?? {}));
  if (depth > MAX_SCHEMA_DEPTH) return known;
  for (const part of [schema.allOf, schema.anyOf, schema.oneOf].flatMap(schemas)) {
    if (!isSchema(part)) continue;
    for (const name of knownProperties(part, depth + 1) ?? []) known.add(name);
  }
  return known;
}

/** A part of `allOf` or of a union knows only some of the properties: those it does not know are no fault there. */
function openAsPart(part: JsonSchema): JsonSchema {
  return isSchema(part) && part.additionalProperties === undefined ? { ...part, additionalProperties: true } : part;
}

/** Where the schema names properties itself, its branches need not repeat them. */
function branchesOf(schema: JsonSchema, branches: readonly JsonSchema[] | undefined): readonly JsonSchema[] {
  return isSchema(schema.properties) ? schemas(branches).map(openAsPart) : schemas(branches);
}

/** No fault if one branch fits. Otherwise what the branch says that comes closest, or what all of them want. */
function unionFaults(
  branches: readonly JsonSchema[],
  value: unknown,
  path: string,
  depth: number,
): readonly InputFault[] {
  let closest: readonly InputFault[] | undefined;
  const wanted = new Set<JsonType>();
  for (const branch of branches) {
    const faults = findFaults(branch, value, path, depth + 1);
    if (faults.length === 0) return [];
    for (const type of acceptedTypes(branch) ?? []) wanted.add(type);
    const sameType = !faults.some((one) => one.kind === "wrong-type" && one.path === path);
    if (sameType && (closest === undefined || faults.length < closest.length)) closest = faults;
  }
  if (branches.length === 0) return [];
  return closest ?? [fault("wrong-type", path, `must be ${describeTypes(wanted)}, not ${describeValue(value)}`)];
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
