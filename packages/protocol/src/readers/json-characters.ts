/** Character codes that JSON gives a meaning to. */
export const HASH = 35;
export const STAR = 42;
export const COMMA = 44;
export const COLON = 58;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;

const tokenClass: Uint8Array = (() => {
  const table = new Uint8Array(128);
  for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$+-.") {
    table[character.charCodeAt(0)] = 1;
  }
  return table;
})();

/** Part of a number, of a word, or of a key without quotes. */
export function isTokenCharacter(code: number): boolean {
  return code < 128 && tokenClass[code] === 1;
}
