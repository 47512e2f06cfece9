/** Spellings that servers and models give to the special tokens of DeepSeek: full-width bars, U+2581, escaped blanks. */
const OTHER_SPELLINGS = /[\uff5c\u2581\\]/;
const ALL_OTHER_SPELLINGS = /[\uff5c\u2581\\]/g;

/**
 * The name of a tag as it is looked up: lower case, with one spelling for all forms of a special token.
 *
 * @example tagKey("\uff5ctool\u2581calls\u2581begin\uff5c"); // "|tool_calls_begin|"
 */
export function tagKey(name: string): string {
  const lower = name.toLowerCase();
  return OTHER_SPELLINGS.test(lower) ? lower.replace(ALL_OTHER_SPELLINGS, spelled) : lower;
}

function spelled(character: string): string {
  return character === "\uff5c" ? "|" : character === "\u2581" ? "_" : "";
}

/** How long a name that is looked up as this one may be: each blank of a special token may have a backslash before it. */
export function longestSpelling(name: string): number {
  return name.startsWith("|") ? name.length + name.split("_").length - 1 : name.length;
}
