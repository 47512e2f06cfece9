import type { JsonSchema } from "../tool-definition.js";
import { acceptedTypes, isSchema } from "./accepted-types.js";
import { coerceElements } from "./coerce-elements.js";
import { coerceText } from "./coerce-text.js";
import { conform, propertySchema } from "./conform.js";
import { parseElements, type TextElement } from "./parse-elements.js";
import { isUnsafeKey } from "./parse-json.js";

/**
 * Types the arguments of a call that were written as text, by the schema of the tool's parameters.
 *
 * Text for a string stays as it is (`007`). Numbers, booleans, null, arrays and objects are read where the schema wants
 * one, the last two from JSON or, where no text is wanted, from elements (`<item>a</item>`). What does not fit stays text,
 * and the validator says why. Without a schema or a type the text stays, but for `null` under a schema without a type. A
 * name given several times becomes an array where the schema wants an array; otherwise the first one counts. Parameters
 * marked `x-ignored` and names that could reach a prototype are left out. Never throws. Linear in the text.
 *
 * @example
 * coerceParams({ type: "object", properties: { line: { type: "integer" } } }, [["path", "007"], ["line", "12"]]);
 * // { path: "007", line: 12 }
 */
export function coerceParams(
  parameters: JsonSchema,
  params: readonly (readonly [name: string, rawText: string])[],
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  let lists: Set<string> | undefined;
  for (const { 0: name, 1: text } of params) {
    if (isUnsafeKey(name)) continue;
    const schema = propertySchema(parameters, name);
    if (schema?.["x-ignored"] === true) continue;
    if (!Object.hasOwn(input, name)) input[name] = coerceValue(schema, text);
    else if (schema !== undefined && !lists?.has(name) && acceptedTypes(schema)?.has("array")) {
      lists ??= new Set();
      lists.add(name);
      input[name] = coerceList(schema, name, params);
    }
  }
  return input;
}

/** A list of which each item was written as a parameter of its own. */
function coerceList(schema: JsonSchema, name: string, params: readonly (readonly [string, string])[]): unknown[] {
  const items = isSchema(schema.items) ? schema.items : undefined;
  return params.filter(([other]) => other === name).map(([, text]) => coerceValue(items, text));
}

/** Types one value that was written as text, see {@link coerceParams}. */
export function coerceValue(schema: JsonSchema | undefined, raw: string): unknown {
  if (schema === undefined || isPlainText(schema)) return raw;
  const value = coerceText(schema, raw);
  if (value !== raw) return value;
  const types = acceptedTypes(schema);
  const elements = types === undefined || types.has("string") ? undefined : parseElements(raw);
  if (elements === undefined || types === undefined) return raw;
  if (!types.has("object") && !types.has("array")) return unwrapped(schema, elements) ?? raw;
  const built = coerceElements(schema, elements);
  return built === undefined ? raw : conform(schema, built.value);
}

/** Elements that name nothing, and only stand around a value. */
const WRAPPERS: ReadonlySet<string> = new Set(["item", "value"]);

/** A number or a word in an element that only wraps it, `<value>0.8</value>`; `undefined` if these are none. */
function unwrapped(schema: JsonSchema, elements: readonly TextElement[]): unknown {
  const [only, ...others] = elements;
  if (only === undefined || others.length > 0 || !WRAPPERS.has(only.name)) return undefined;
  const value = coerceText(schema, only.text);
  return value === only.text ? undefined : value;
}

/** The common case, decided without looking any further: text under this schema stays as it is. */
export function isPlainText({ type, enum: values, const: value, anyOf, oneOf, allOf, nullable }: JsonSchema): boolean {
  return type === "string" && (values ?? value ?? anyOf ?? oneOf ?? allOf ?? nullable) === undefined;
}
