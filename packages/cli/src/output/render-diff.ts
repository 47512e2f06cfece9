import type { Colours } from "./colours.js";
import { printable } from "./printable.js";

/**
 * A unified diff, coloured line by line. At most `maxLines` lines; the rest is counted in a last line.
 * Ends without a line break. O(length).
 */
export function renderDiff(diff: string, colours: Colours, maxLines = Number.POSITIVE_INFINITY): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const shown = lines.slice(0, maxLines).map((line) => renderLine(printable(line), colours));
  if (lines.length > shown.length) shown.push(colours.dim(`… ${lines.length - shown.length} more lines of the diff`));
  return shown.join("\n");
}

function renderLine(line: string, colours: Colours): string {
  if (/^(\+\+\+|---|diff |index |Index: |={10})/.test(line)) return colours.dim(line);
  if (line.startsWith("+")) return colours.added(line);
  if (line.startsWith("-")) return colours.removed(line);
  if (line.startsWith("@@")) return colours.place(line);
  return line;
}
