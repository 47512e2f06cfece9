import { MAX_QUOTED_VALUE } from "../limits.js";
import type { JsonType } from "../tool-definition.js";

/** A type as it is said in a sentence. */
const TYPE_WORDS: Readonly<Record<JsonType, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "a JSON object",
  array: "a JSON array",
  null: "null",
};

/** `"text or a whole number"`; no types are `"a value"`. */
export function describeTypes(types: ReadonlySet<JsonType> | undefined): string {
  if (types === undefined || types.size === 0) return "a value";
  return [...types].map((type) => TYPE_WORDS[type]).join(" or ");
}

/** A value as it is named in a sentence: scalars are quoted, long text is cut, arrays and objects are only named. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return "a JSON array";
  if (value === undefined) return "nothing";
  if (typeof value === "string") {
    return value.length > MAX_QUOTED_VALUE
      ? `the text ${JSON.stringify(value.slice(0, MAX_QUOTED_VALUE))}…`
      : `the text ${JSON.stringify(value)}`;
  }
  return typeof value === "object" && value !== null ? "a JSON object" : String(value);
}
