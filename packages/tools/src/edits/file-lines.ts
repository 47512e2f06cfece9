/**
 * The text of a file with its line breaks as `\n`, and the way back to where everything stands in the original. Built
 * once per edit, O(text).
 */
export interface FileLines {
  /** The text with every `\r\n` as `\n`. */
  text: string;
  /** Where each line begins in `text`. */
  starts: readonly number[];
  /** The line break that most lines have; `\n` where there is none. */
  lineBreak: "\n" | "\r\n";
  /** Position in the original text of a position in `text`. O(log lines). */
  toOriginal(position: number): number;
  /** Number, from 1, of the line that a position in `text` stands on. O(log lines). */
  lineAt(position: number): number;
  /** One line without its line break, by its number from 1. */
  line(number: number): string;
  /** Lines, an empty one behind the last line break not counted. */
  count: number;
}

export function readFileLines(original: string): FileLines {
  const text = original.replaceAll("\r\n", "\n");
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);

  // Where each line begins in the original: what a `\r` before a line break added up to there.
  const originalStarts = [0];
  let carriageReturns = 0;
  for (let at = original.indexOf("\n"); at !== -1; at = original.indexOf("\n", at + 1)) {
    if (original[at - 1] === "\r") carriageReturns += 1;
    originalStarts.push(at + 1);
  }

  function indexAt(position: number): number {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    text,
    starts,
    lineBreak: carriageReturns * 2 > starts.length - 1 ? "\r\n" : "\n",
    toOriginal(position) {
      const index = indexAt(position);
      return (originalStarts[index] ?? 0) + position - (starts[index] ?? 0);
    },
    lineAt: (position) => indexAt(position) + 1,
    line(number) {
      const next = starts[number];
      return text.slice(starts[number - 1] ?? text.length, next === undefined ? text.length : next - 1);
    },
    count: text.endsWith("\n") || text === "" ? starts.length - 1 : starts.length,
  };
}
