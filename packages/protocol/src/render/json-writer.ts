import { escapeTokens } from "./special-tokens.js";

/** An open or close tag, and blanks in it as readers mend them. */
const TAG = /<(?=\s{0,3}\/?\s{0,3}([^\s<>=/"\\]+))/g;

/**
 * Makes a writer of JSON as chat templates write it (Python's `json.dumps`: a blank after each colon and comma, no other).
 * A special token inside a string, and an open or close tag of these names (lower case), gets its first character escaped
 * (`\u003c`), so that neither a server nor a parser that knows no strings takes it for the mark. All else stays readable.
 * Takes JSON values; a member that is `undefined` is left out.
 *
 * @example
 * jsonWriter(["tool_call"])({ a: ["</tool_call>", "<b>"] }); // {"a": ["\u003c/tool_call>", "<b>"]}
 */
export function jsonWriter(tagNames: Iterable<string>): (value: unknown) => string {
  const names = new Set(tagNames);
  const escapeTag = (mark: string, name: string) => (names.has(name.toLowerCase()) ? "\\u003c" : mark);
  return (value) => escapeTokens(spaced(value)).replace(TAG, escapeTag);
}

/** The names of the tags in a text, lower case. */
export function tagNamesIn(text: string): readonly string[] {
  return [...text.matchAll(TAG)].map(([, name = ""]) => name.toLowerCase());
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => spaced(item ?? null)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined ? [] : [`${JSON.stringify(key)}: ${spaced(inner)}`],
  );
  return `{${members.join(", ")}}`;
}
