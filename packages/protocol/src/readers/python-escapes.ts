import { CR, LF } from "../scan/characters.js";
import { decodeHexEscape, hexEscapeLength } from "./hex-escapes.js";

/** What stands behind the backslash of a two-character escape, and what it means (Python reference, 2.4.1.1). */
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["t", "\t"],
  ["r", "\r"],
  // A backslash at the end of a line joins the lines.
  ["\n", ""],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
]);

/** A backslash and up to three digits. */
const LONGEST_OCTAL = 4;

/**
 * How many characters the escape at `at` (a backslash) takes; 0 while it may still go on behind the end of the text.
 * What is no escape (`\d`, `\xq`) takes the characters up to the one that made it wrong: they stand for themselves.
 */
export function pythonEscapeLength(text: string, at: number): number {
  if (at + 1 >= text.length) return 0;
  const hexLength = hexEscapeLength(text, at);
  if (hexLength !== undefined) return hexLength;
  const kind = text.charCodeAt(at + 1);
  if (isOctalDigit(kind)) return octalLength(text, at);
  if (kind === CR) {
    if (at + 2 >= text.length) return 0;
    return text.charCodeAt(at + 2) === LF ? 3 : 2;
  }
  return SHORT_ESCAPES.has(text.charAt(at + 1)) ? 2 : 1;
}

/** What a whole escape means; `undefined` if it is none and stands for itself. */
export function decodePythonEscape(written: string): string | undefined {
  const kind = written.charAt(1);
  if (kind === "\r") return "";
  if (isOctalDigit(kind.charCodeAt(0))) return String.fromCharCode(Number.parseInt(written.slice(1), 8));
  return SHORT_ESCAPES.get(kind) ?? decodeHexEscape(written);
}

function octalLength(text: string, at: number): number {
  for (let digit = 1; digit < LONGEST_OCTAL; digit++) {
    if (at + digit >= text.length) return 0;
    if (!isOctalDigit(text.charCodeAt(at + digit))) return digit;
  }
  return LONGEST_OCTAL;
}

function isOctalDigit(code: number): boolean {
  return code >= 48 && code <= 55;
}
