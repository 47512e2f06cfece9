import { IGNORE } from "../readers/json-handler.js";
import { JsonString } from "../readers/json-string.js";
import { JsonReader } from "../readers/json-value.js";
import { DOUBLE_QUOTE } from "../scan/characters.js";
import { parseJson } from "./parse-json.js";

/**
 * Parses a text that is JSON, or would be with a little less strictness: single quotes, trailing commas, comments and
 * whatever else {@link JsonReader} mends; also with every quote escaped, as if it stood in a string. Gives a box with the
 * value; `undefined` if the text is something else. Never throws. Linear in the text.
 *
 * @example parseRelaxedJson("[{'id': 1,}]"); // { value: [{ id: 1 }] }
 */
export function parseRelaxedJson(text: string): { value: unknown } | undefined {
  const parsed = parseJson(text) ?? readWhole(text);
  if (parsed !== undefined) return parsed;
  const unescaped = withoutEscapes(text);
  return unescaped === undefined ? undefined : readWhole(unescaped);
}

function readWhole(text: string): { value: unknown } | undefined {
  const reader = new JsonReader(IGNORE);
  reader.write(text);
  return reader.closed && reader.consumed === text.length ? { value: reader.value } : undefined;
}

/** The string of which the text is the inside; `undefined` if a quote in it would end that string, or nothing is escaped. */
function withoutEscapes(text: string): string | undefined {
  if (!text.includes('\\"')) return undefined;
  const string = new JsonString(() => {});
  string.begin(DOUBLE_QUOTE, 0);
  const end = string.read(`${text}"`, 0);
  return string.closed && end > text.length ? string.piece : undefined;
}
