import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";

/** An item of a request, and where it stands. */
export interface PlacedItem {
  item: JsonObject;
  path: string;
}

/** The items of a request that are objects; none where the input is a text. */
export function itemsOf({ json }: ReceivedRequest): readonly PlacedItem[] {
  const { input } = json;
  if (!Array.isArray(input)) return [];
  return input.flatMap((item: unknown, index) => (isJsonObject(item) ? [{ item, path: `input[${index}]` }] : []));
}

/** A message may leave out its type. */
export function typeOf({ type, role }: JsonObject): unknown {
  return type === undefined && role !== undefined ? "message" : type;
}

/** Did the model write this item? */
export function isOfModel(item: JsonObject): boolean {
  const type = typeOf(item);
  return type === "reasoning" || type === "function_call" || (type === "message" && item.role === "assistant");
}

/** Does the user speak here? */
export function isOfUser(item: JsonObject): boolean {
  return typeOf(item) === "message" && item.role === "user";
}
