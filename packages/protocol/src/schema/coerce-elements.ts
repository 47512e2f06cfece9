import type { JsonSchema } from "../tool-definition.js";
import { acceptedTypes, isSchema } from "./accepted-types.js";
import { coerceText } from "./coerce-text.js";
import { propertySchema } from "./conform.js";
import { decodeElementText } from "./decode-element-text.js";
import type { TextElement } from "./parse-elements.js";
import { isUnsafeKey } from "./parse-json.js";

/** Under a schema that takes arrays and objects, elements of this name are items of an array. */
const ITEM = "item";

/**
 * Types elements by the schema of what they stand in: members of an object (those that are repeated become an array), or
 * items of an array. Gives a box with the value; `undefined` where the schema wants neither, or an array of something
 * else. Names that could reach a prototype are left out.
 *
 * @example
 * const [args] = parseElements("<args><file><path>a</path></file><file><path>b</path></file></args>");
 * coerceElements({ type: "object" }, args.children); // { value: { file: [{ path: "a" }, { path: "b" }] } }
 */
export function coerceElements(
  schema: JsonSchema | undefined,
  elements: readonly TextElement[],
): { value: unknown } | undefined {
  const types = schema === undefined ? undefined : acceptedTypes(schema);
  const takesObject = types === undefined || types.has("object");
  const items = itemSchema(schema);
  const name = elements[0]?.name ?? "";
  if (types?.has("array") === true && (!takesObject || name === ITEM)) {
    // Members of the only item, which has no tag of its own.
    if (items !== undefined && propertySchema(items, name) !== undefined) return { value: [members(items, elements)] };
    if (elements.every((element) => element.name === name)) {
      return { value: elements.map((element) => coerceElement(items, element)) };
    }
  }
  return takesObject ? { value: members(schema, elements) } : undefined;
}

function members(schema: JsonSchema | undefined, elements: readonly TextElement[]): Record<string, unknown> {
  const groups = new Map<string, TextElement[]>();
  for (const element of elements) {
    const group = groups.get(element.name);
    if (group === undefined) groups.set(element.name, [element]);
    else group.push(element);
  }
  const values: Record<string, unknown> = {};
  for (const [name, group] of groups) {
    const property = schema === undefined ? undefined : propertySchema(schema, name);
    if (isUnsafeKey(name) || property?.["x-ignored"] === true) continue;
    const [only] = group;
    values[name] =
      group.length === 1 && only !== undefined
        ? coerceElement(property, only)
        : group.map((element) => coerceElement(itemSchema(property) ?? property, element));
  }
  return values;
}

function coerceElement(schema: JsonSchema | undefined, element: TextElement): unknown {
  const isText = schema !== undefined && acceptedTypes(schema)?.has("string") === true;
  if (!isText && element.children.length > 0) {
    const value = coerceElements(schema, element.children);
    if (value !== undefined) return value.value;
  }
  const text = decodeElementText(element.text);
  return schema === undefined ? text : coerceText(schema, text);
}

function itemSchema(schema: JsonSchema | undefined): JsonSchema | undefined {
  return isSchema(schema?.items) ? schema.items : undefined;
}
