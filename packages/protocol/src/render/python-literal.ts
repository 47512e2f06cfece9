import { escapeTokens } from "./special-tokens.js";

/** The words that a family writes for values that have one. */
export interface ValueWords {
  true: string;
  false: string;
  null: string;
}

export const PYTHON_WORDS: ValueWords = { true: "True", false: "False", null: "None" };

/** What cannot stand in a string as it is: quote, backslash, control characters, halves of surrogate pairs. */
const NOT_PLAIN = /['\\\p{Cc}\p{Cs}\u2028\u2029]/gu;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["'", "\\'"],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/**
 * Writes a JSON value as a Python literal, strings in single quotes. A special token in a string has its first character
 * escaped.
 *
 * @example
 * pythonLiteral({ a: ["it's", true, null] }); // {'a': ['it\'s', True, None]}
 */
export function pythonLiteral(value: unknown, words: ValueWords = PYTHON_WORDS): string {
  if (typeof value === "string") return `'${escapeTokens(value.replace(NOT_PLAIN, escapeCharacter))}'`;
  if (value === null || value === undefined) return words.null;
  if (typeof value === "boolean") return value ? words.true : words.false;
  if (Array.isArray(value)) return `[${value.map((item) => pythonLiteral(item, words)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined ? [] : [`${pythonLiteral(key, words)}: ${pythonLiteral(inner, words)}`],
  );
  return `{${members.join(", ")}}`;
}

function escapeCharacter(character: string): string {
  return SHORT_ESCAPES.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
