import { CR, LF } from "../scan/characters.js";
import { decodeHexEscape, hexEscapeLength } from "./hex-escapes.js";

/** What stands behind the backslash of a two-character escape, and the character it means (YAML 1.2, section 5.7). */
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ['"', '"'],
  ["\\", "\\"],
  ["t", "\t"],
  ["r", "\r"],
  ["/", "/"],
  [" ", " "],
  ["\t", "\t"],
  ["0", "\0"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["e", "\u001b"],
  ["f", "\f"],
  ["v", "\v"],
  ["N", "\u0085"],
  ["_", "\u00a0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

/**
 * How many characters the escape at `at` (a backslash) takes; 0 while it may still go on behind the end of the text. What
 * is no escape (`\d`) takes the characters up to the one that made it wrong: they stand for themselves.
 */
export function yamlEscapeLength(text: string, at: number): number {
  if (at + 1 >= text.length) return 0;
  const hexLength = hexEscapeLength(text, at);
  if (hexLength !== undefined) return hexLength;
  const kind = text.charCodeAt(at + 1);
  if (kind === CR) {
    if (at + 2 >= text.length) return 0;
    return text.charCodeAt(at + 2) === LF ? 3 : 1;
  }
  return kind === LF || SHORT_ESCAPES.has(text.charAt(at + 1)) ? 2 : 1;
}

/** The character that a whole escape means; `undefined` if it is none and stands for itself. */
export function decodeYamlEscape(written: string): string | undefined {
  return SHORT_ESCAPES.get(written.charAt(1)) ?? decodeHexEscape(written);
}
