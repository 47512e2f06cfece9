import type { JsonSchema } from "../tool-definition.js";
import { acceptedTypes, namedValues } from "./accepted-types.js";
import { conform } from "./conform.js";
import { parseTyped } from "./parse-typed.js";

/**
 * Types a text by its schema: as one of the values that it names, or as a number, a word or JSON where it wants one. What
 * is none of these stays text.
 */
export function coerceText(schema: JsonSchema, text: string): unknown {
  const types = acceptedTypes(schema);
  const trimmed = text.trim();
  if (types === undefined) return trimmed === "null" ? null : text;
  const literal = namedValues(schema).find((one) => (typeof one === "string" ? one : JSON.stringify(one)) === trimmed);
  if (literal !== undefined) return literal;
  const parsed = parseTyped(text, types);
  return parsed === undefined ? text : conform(schema, parsed.value);
}
