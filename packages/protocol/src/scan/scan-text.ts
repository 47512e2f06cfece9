import type { ChannelContext } from "./channel-context.js";
import { BACKTICK, BLANK, LESS_THAN, NEWLINE, PLAIN, textClass } from "./characters.js";

/**
 * Follows plain text from index `from`: returns the index of the first mark that may begin something, or `to`. One look-up
 * per character.
 */
export function scanText(context: ChannelContext, text: string, from: number, to: number): number {
  let { lineBlank, code } = context;
  let at = from;
  for (; at < to; at++) {
    const character = text.charCodeAt(at);
    const kind = character < 128 ? textClass[character] : PLAIN;
    if (kind === PLAIN) lineBlank = false;
    else if (kind === NEWLINE) {
      lineBlank = true;
      code = 0;
    } else if (kind !== BLANK) {
      // A tag does not count in inline code, a tilde only first on its line.
      if (character === BACKTICK || (character === LESS_THAN ? code === 0 : lineBlank)) break;
      lineBlank = false;
    }
  }
  context.lineBlank = lineBlank;
  context.code = code;
  return at;
}
