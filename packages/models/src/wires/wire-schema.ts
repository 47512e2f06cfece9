import type { JsonSchema, ToolDefinition } from "@millrace/protocol";

/**
 * The parameters of a tool as a server may see them: without our own keywords (`x-…`), without properties that are
 * read but not taught (`x-ignored`), and each parameter with a description, if an empty one: some chat templates
 * (Hermes, Command R+) fail on its absence. The order of keys is kept.
 */
export function wireSchema({ parameters }: ToolDefinition): JsonSchema {
  const clean = cleaned(parameters);
  if (!clean.properties) return clean;
  const described = Object.entries(clean.properties).map(([name, property]) => [
    name,
    isRecord(property) && property.description === undefined ? { ...property, description: "" } : property,
  ]);
  return { ...clean, properties: Object.fromEntries(described) };
}

function cleaned(schema: JsonSchema): JsonSchema {
  const clean: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith("x-")) continue;
    if (keyword === "properties" && isRecord(value)) clean[keyword] = taught(value);
    else if (keyword === "required" && Array.isArray(value)) {
      clean[keyword] = value.filter((name) => !isIgnored(schema.properties?.[String(name)]));
    } else if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) {
      clean[keyword] = value.map((item) => (isRecord(item) ? cleaned(item) : item));
    } else if (SCHEMAS.has(keyword) && isRecord(value)) clean[keyword] = cleaned(value);
    else if (SCHEMA_MAPS.has(keyword) && isRecord(value)) clean[keyword] = taught(value);
    else clean[keyword] = value;
  }
  return clean;
}

/** Keywords whose value holds schemas; in any other one, `enum` or `default`, an `x-` key is data. */
const SCHEMAS = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains"]);
const SCHEMA_LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const SCHEMA_MAPS = new Set(["$defs", "definitions", "patternProperties"]);

function taught(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = Object.entries(properties).filter(([, property]) => !isIgnored(property));
  return Object.fromEntries(kept.map(([name, property]) => [name, isRecord(property) ? cleaned(property) : property]));
}

function isIgnored(property: unknown): boolean {
  return isRecord(property) && property["x-ignored"] === true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
