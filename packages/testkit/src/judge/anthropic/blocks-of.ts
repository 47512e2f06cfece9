import { isJsonObject, type JsonObject } from "../../json.js";

/** The blocks of a message; none for a text or what is no message. */
export function blocksOf(message: unknown): readonly JsonObject[] {
  return isJsonObject(message) && Array.isArray(message.content) ? message.content.filter(isJsonObject) : [];
}
