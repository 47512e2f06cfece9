import { isJsonObject, type JsonObject } from "../json.js";
import { type Finding, finding } from "./finding.js";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Keywords whose value is one schema, a map of schemas, or a list of them (JSON Schema 2020-12). */
const ONE = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];
const MAPS = ["properties", "patternProperties", "$defs", "definitions"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
  enum: (value) => Array.isArray(value) && value.length > 0,
  const: () => true,
  default: () => true,
  examples: Array.isArray,
  description: isText,
  title: isText,
  format: isText,
  pattern: isPattern,
  $ref: isText,
  $schema: isText,
  $id: isText,
  $comment: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: (value) => typeof value === "boolean",
  nullable: (value) => typeof value === "boolean",
  deprecated: (value) => typeof value === "boolean",
};

/** Is this well-formed JSON Schema of the kind servers compile into grammars? Own keywords (`x-…`) are a rule of their own. */
export function judgeSchema(schema: JsonObject, path: string): readonly Finding[] {
  const findings = Object.entries(schema).flatMap(([keyword, value]) =>
    judgeKeyword(keyword, value, `${path}.${keyword}`),
  );
  const { properties, required } = schema;
  if (Array.isArray(required) && isJsonObject(properties)) {
    for (const name of required) {
      if (!Object.hasOwn(properties, String(name))) {
        findings.push(finding("tool-schema", `${path}.required`, `\`${String(name)}\` is required, but no property.`));
      }
    }
  }
  if (schema.type === "array" && schema.items === undefined && schema.prefixItems === undefined) {
    findings.push(
      finding("tool-schema", path, "A list must say what is in it (`items`); OpenAI refuses it otherwise."),
    );
  }
  return findings;
}

function judgeKeyword(keyword: string, value: unknown, path: string): readonly Finding[] {
  if (keyword.startsWith("x-")) {
    return [finding("schema-extension", path, "Keywords of our own stay at home: strict servers refuse the schema.")];
  }
  if (ONE.includes(keyword)) return typeof value === "boolean" ? [] : judgeValue(value, path);
  if (MAPS.includes(keyword)) {
    if (!isJsonObject(value)) return [finding("tool-schema", path, `\`${keyword}\` must be an object.`)];
    return Object.entries(value).flatMap(([name, inner]) => judgeValue(inner, `${path}.${name}`));
  }
  if (LISTS.includes(keyword)) {
    if (!Array.isArray(value) || value.length === 0)
      return [finding("tool-schema", path, `\`${keyword}\` must be a list of schemas.`)];
    return value.flatMap((inner: unknown, index) => judgeValue(inner, `${path}[${index}]`));
  }
  const holds = Object.hasOwn(PLAIN, keyword) ? PLAIN[keyword] : undefined;
  if (holds === undefined) return [finding("tool-schema", path, `\`${keyword}\` is no keyword of JSON Schema.`)];
  return holds(value) ? [] : [finding("tool-schema", path, `\`${keyword}\` may not be ${JSON.stringify(value)}.`)];
}

function judgeValue(value: unknown, path: string): readonly Finding[] {
  return isJsonObject(value) ? judgeSchema(value, path) : [finding("tool-schema", path, "A schema must be an object.")];
}

function isType(value: unknown): boolean {
  return typeof value === "string" && TYPES.includes(value);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isPattern(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value);
    return true;
  } catch {
    return false;
  }
}
