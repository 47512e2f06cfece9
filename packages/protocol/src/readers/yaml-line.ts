import { SPACE } from "../scan/characters.js";
import { YamlQuoted } from "./yaml-quoted.js";

/** Characters that begin no key without quotes. */
const NO_KEY = /^(?:["'[\]{}#&*!|>%@`,\t]|\?[ \t])/;

/** How many spaces a line begins with. */
export function indentOf(line: string): number {
  let at = 0;
  while (line.charCodeAt(at) === SPACE) at++;
  return at;
}

/** Text without the comment at its end, and without blanks around. Linear. */
export function withoutComment(text: string): string {
  const at = text.search(/(?:^|[ \t])#/);
  return (at < 0 ? text : text.slice(0, at)).trim();
}

/**
 * Splits a line (without its indentation) that is an entry of a map: its key, decoded, and what stands behind the colon,
 * without blanks before it. `undefined` if it is none. Linear in the line.
 *
 * @example
 * splitEntry("path: a.ts"); // { key: "path", rest: "a.ts" }
 * splitEntry("http://a"); // undefined
 */
export function splitEntry(line: string): { key: string; rest: string } | undefined {
  if (line.startsWith('"') || line.startsWith("'")) {
    const quoted = new YamlQuoted(() => {});
    quoted.begin(line.charCodeAt(0));
    const end = quoted.read(line, 1);
    const colon = /^[ \t]*:(?=[ \t]|$)/.exec(line.slice(end));
    return quoted.closed && colon !== null
      ? { key: quoted.piece, rest: line.slice(end + colon[0].length).trimStart() }
      : undefined;
  }
  const at = line.search(/:(?:[ \t]|$)/);
  if (at <= 0 || NO_KEY.test(line)) return undefined;
  const key = line.slice(0, at).trimEnd();
  // A colon inside of a comment.
  return /[ \t]#/.test(key) ? undefined : { key, rest: line.slice(at + 1).trimStart() };
}
