import type { JsonType } from "../tool-definition.js";
import { isOneOf, typeOfValue } from "./accepted-types.js";
import { parseJson } from "./parse-json.js";
import { parseRelaxedJson } from "./parse-relaxed-json.js";

const INTEGER = /^-?(?:0|[1-9]\d*)(?:\.0+)?$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Words that models write for values, and the values. Python's come from models that think in Python. */
const WORDS: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["True", true],
  ["TRUE", true],
  ["false", false],
  ["False", false],
  ["FALSE", false],
  ["null", null],
  ["None", null],
]);

/**
 * Reads a text as a value of one of `types`, of those that are not text. Gives a box with the value; `undefined` if the
 * text is not exactly such a value. Never guesses: `007`, `0x10`, `Infinity`, `twelve` are no numbers, an integer that a
 * double cannot hold is left as text. Arrays and objects are read as {@link parseRelaxedJson} does.
 */
export function parseTyped(text: string, types: ReadonlySet<JsonType>): { value: unknown } | undefined {
  const trimmed = text.trim();
  const word = WORDS.get(trimmed);
  // Where text is welcome, None is more likely a word than Python's null.
  if (word !== undefined && types.has(typeOfValue(word)) && !(trimmed === "None" && types.has("string"))) {
    return { value: word };
  }
  const number = parseNumber(trimmed, types);
  if (number !== undefined) return { value: number };
  const first = trimmed[0];
  if ((first === "{" && types.has("object")) || (first === "[" && types.has("array"))) {
    // Where text is welcome too, only strict JSON is surely meant as JSON.
    const parsed = types.has("string") ? parseJson(trimmed) : parseRelaxedJson(trimmed);
    if (parsed !== undefined && isOneOf(types, typeOfValue(parsed.value))) return parsed;
  }
  return undefined;
}

function parseNumber(text: string, types: ReadonlySet<JsonType>): number | undefined {
  if (INTEGER.test(text)) {
    const value = Number(text);
    return (types.has("integer") || types.has("number")) && Number.isSafeInteger(value) ? value : undefined;
  }
  if (!types.has("number") || !NUMBER.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
