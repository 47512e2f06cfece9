import { MAX_SHOWN_EDIT_LINES } from "../limits.js";
import type { EditedText } from "./apply-edits.js";
import { readFileLines } from "./file-lines.js";
import { numbered } from "./nearest-lines.js";

/**
 * The changed regions of a text with a line of context and their numbers, so that a model need not read the file again.
 * All regions together show at most {@link MAX_SHOWN_EDIT_LINES} lines; the rest is named by its numbers.
 */
export function showRegions({ text, regions }: EditedText): string {
  const lines = readFileLines(text);
  const shown: string[] = [];
  let room = MAX_SHOWN_EDIT_LINES;
  for (const [first, last] of regions) {
    const from = Math.max(1, first - 1);
    const to = Math.min(lines.count, last + 1);
    if (to - from + 1 <= room) {
      if (to >= from) shown.push(numbered(lines, from, to));
      room -= to - from + 1;
    } else {
      shown.push(`(lines ${first}-${last} as written)`);
    }
  }
  return shown.join("\n…\n");
}
