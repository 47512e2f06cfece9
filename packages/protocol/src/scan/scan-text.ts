import type { ChannelContext } from "./channel-context.js";
import { ANYWHERE, BLANK, CODE, LESS_THAN, NEWLINE, PLAIN, TILDE } from "./characters.js";

/**
 * Follows plain text from index `from`: returns the index of the first mark that may begin something, or `to`. One look-up
 * per character.
 */
export function scanText(context: ChannelContext, text: string, from: number, to: number): number {
  const { marks, syntax } = context.index;
  let { lineBlank, code } = context;
  let last = -1;
  let before = -1;
  let at = from;
  for (; at < to; at++) {
    const character = text.charCodeAt(at);
    const kind = character < 128 ? marks[character] : syntax.kindBeyondAscii(character);
    if (kind === PLAIN) {
      lineBlank = false;
      before = last;
      last = at;
    } else if (kind === NEWLINE) {
      lineBlank = true;
      code = 0;
    } else if (kind !== BLANK) {
      if (kind === CODE) break;
      const counts = kind === ANYWHERE ? code === 0 : lineBlank;
      const isTagOrFence = character === LESS_THAN || character === TILDE;
      if (counts && (isTagOrFence || syntax.mayBegin(text, at, to))) break;
      lineBlank = false;
      before = last;
      last = at;
    }
  }
  if (last !== -1) {
    context.beforeLast = before === -1 ? context.lastVisible : text.charCodeAt(before);
    context.lastVisible = text.charCodeAt(last);
  }
  context.lineBlank = lineBlank;
  context.code = code;
  return at;
}
