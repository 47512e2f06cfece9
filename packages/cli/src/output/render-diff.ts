import type { Colours } from "./colours.js";
import { printable } from "./printable.js";

/**
 * A unified diff, coloured line by line. At most `maxLines` lines; the rest is counted in a last line. Carriage returns
 * at the ends of lines are shown only where the change mixes both kinds of line ends.
 * Ends without a line break. O(length).
 */
export function renderDiff(diff: string, colours: Colours, maxLines = Number.POSITIVE_INFINITY): string {
  const lines = diff.replace(/\n$/, "").split("\n");
  const tidy = mixesLineEnds(lines) ? (line: string) => line : (line: string) => line.replace(/\r$/, "");
  const shown = lines.slice(0, maxLines).map((line) => renderLine(printable(tidy(line)), colours));
  if (lines.length > shown.length) shown.push(colours.dim(`… ${lines.length - shown.length} more lines of the diff`));
  return shown.join("\n");
}

/** Do some changed lines end in CRLF and others in LF? The last line of a file, which has no end, is not counted. */
function mixesLineEnds(lines: readonly string[]): boolean {
  const changed = lines.filter(
    (line, at) => /^[+-](?!\+\+ |-- )/.test(line) && !(lines[at + 1] ?? "").startsWith("\\ No newline"),
  );
  const returns = changed.filter((line) => line.endsWith("\r")).length;
  return returns > 0 && returns < changed.length;
}

function renderLine(line: string, colours: Colours): string {
  if (/^(\+\+\+|---|diff |index |Index: |={10})/.test(line)) return colours.dim(line);
  if (line.startsWith("+")) return colours.added(line);
  if (line.startsWith("-")) return colours.removed(line);
  if (line.startsWith("@@")) return colours.place(line);
  return line;
}
