/** Character codes that the readers look at. */
export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const EXCLAMATION = 33;
export const DOUBLE_QUOTE = 34;
export const SINGLE_QUOTE = 39;
export const SLASH = 47;
export const COLON = 58;
export const LESS_THAN = 60;
export const EQUALS = 61;
export const GREATER_THAN = 62;
export const BACKSLASH = 92;
export const BACKTICK = 96;
export const TILDE = 126;

/** White space that may stand between tags. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === LF || code === CR || code === TAB;
}

const nameClass: Uint8Array = (() => {
  const table = new Uint8Array(128);
  for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:|\\") {
    table[character.charCodeAt(0)] = 1;
  }
  return table;
})();

/** Part of a tag's name: letters, digits, `_`, `-`, `.`, `:`, `|`, a backslash, and everything beyond ASCII. */
export function isNameCharacter(code: number): boolean {
  return code > 127 || nameClass[code] === 1;
}

/** What a character means to plain text. */
export const PLAIN = 0;
export const BLANK = 1;
export const NEWLINE = 2;
/** Opens code, wherever it stands. */
export const CODE = 3;
/** May begin something outside of code. */
export const ANYWHERE = 4;
/** May begin something first on its line. */
export const FIRST_ON_LINE = 5;

/** Whether the place behind `piece` has only blanks before it on its line, given whether the place before it had. */
export function isLineBlankAfter(piece: string, before: boolean): boolean {
  for (let at = piece.length - 1; at >= 0; at--) {
    const code = piece.charCodeAt(at);
    if (code === LF) return true;
    if (code !== SPACE && code !== TAB && code !== CR) return false;
  }
  return before;
}
