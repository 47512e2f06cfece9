import { BACKTICK, DOUBLE_QUOTE, isBlank, LESS_THAN, SINGLE_QUOTE } from "../scan/characters.js";
import { OPEN_BRACE, OPEN_BRACKET } from "./json-characters.js";

/** Part of a tool's name in the header of a call: anything but a blank, and what a mark, a fence or a value begins with. */
export function isHeaderCharacter(code: number): boolean {
  return !isBlank(code) && !ENDS.has(code);
}

const ENDS: ReadonlySet<number> = new Set([LESS_THAN, BACKTICK, DOUBLE_QUOTE, SINGLE_QUOTE, OPEN_BRACE, OPEN_BRACKET]);

/** A capital: a sentence begins. */
export function isUpperCase(code: number): boolean {
  return code >= 0 && /\p{Lu}/u.test(String.fromCharCode(code));
}
