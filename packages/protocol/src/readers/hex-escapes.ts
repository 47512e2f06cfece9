/** Length of the escapes that name a character by hexadecimal digits, in Python as in YAML. */
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ["x", 4],
  ["u", 6],
  ["U", 10],
]);

const LAST_CODE_POINT = 0x10ffff;

/** No such escape is longer. */
export const LONGEST_HEX_ESCAPE = 10;

/**
 * How many characters the hexadecimal escape at `at` (a backslash) takes; 0 while it may still go on behind the end of
 * the text. Of one that is wrong, the characters up to the one that made it wrong; `undefined` if it is of another kind.
 */
export function hexEscapeLength(text: string, at: number): number | undefined {
  const length = LENGTHS.get(text.charAt(at + 1));
  if (length === undefined) return undefined;
  for (let digit = 2; digit < length; digit++) {
    if (at + digit >= text.length) return 0;
    if (!isHexDigit(text.charCodeAt(at + digit))) return digit;
  }
  return length;
}

/** The character that a whole hexadecimal escape means; `undefined` if it is none. */
export function decodeHexEscape(written: string): string | undefined {
  if (written.length !== LENGTHS.get(written.charAt(1))) return undefined;
  const code = Number.parseInt(written.slice(2), 16);
  return code > LAST_CODE_POINT ? undefined : String.fromCodePoint(code);
}

function isHexDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}
