import { LESS_THAN } from "./characters.js";

/** Below this a loop is quicker than `indexOf`: the length of a few deltas. */
const SHORT = 32;

/** Index of the next `<` in `text` from `from` on, or `to` if there is none before that. */
export function findLessThan(text: string, from: number, to: number): number {
  if (to - from > SHORT) {
    const found = text.indexOf("<", from);
    return found === -1 || found > to ? to : found;
  }
  let at = from;
  while (at < to && text.charCodeAt(at) !== LESS_THAN) at++;
  return at;
}
