/** What stands behind the backslash of a two-character escape, and the character it means (RFC 8259, section 7). */
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ['"', '"'],
  ["\\", "\\"],
  ["t", "\t"],
  ["r", "\r"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  // Not JSON; Python and JavaScript write it.
  ["'", "'"],
]);

/** A `\u` escape: backslash, u, four hexadecimal digits. */
const UNICODE_ESCAPE_LENGTH = 6;

/**
 * How many characters the escape at `at` (a backslash) takes; 0 while it may still go on behind the end of the text.
 * What is no escape (`\$`, `\users`) takes the characters up to the one that made it wrong: they stand for themselves.
 */
export function escapeLength(text: string, at: number): number {
  if (at + 1 >= text.length) return 0;
  const kind = text.charAt(at + 1);
  if (kind !== "u") return SHORT_ESCAPES.has(kind) ? 2 : 1;
  for (let digit = 2; digit < UNICODE_ESCAPE_LENGTH; digit++) {
    if (at + digit >= text.length) return 0;
    if (!isHexDigit(text.charCodeAt(at + digit))) return digit;
  }
  return UNICODE_ESCAPE_LENGTH;
}

/** The character that a whole escape means; `undefined` if it is none and stands for itself. */
export function decodeEscape(written: string): string | undefined {
  if (written.length === UNICODE_ESCAPE_LENGTH) return String.fromCharCode(Number.parseInt(written.slice(2), 16));
  return written.length === 2 ? SHORT_ESCAPES.get(written.charAt(1)) : undefined;
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
