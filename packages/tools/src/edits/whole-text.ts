import { findOmission, hasLineNumbers } from "./copied-text.js";
import { EditError } from "./edit-error.js";

const MARKDOWN = /\.(?:md|mdx|markdown|mdown|mkd|rmd|qmd)$/i;
const FENCE_OPEN = /^\s*(`{3,}|~{3,})[^\n`]*\n/;

/**
 * The text without the code fence that a model put around the whole file. Where the file is Markdown a fence is its
 * text and stays; so does a fence that does not hold the whole text.
 */
export function withoutFence(text: string, path: string): string {
  const open = FENCE_OPEN.exec(text);
  if (open?.[1] === undefined || MARKDOWN.test(path)) return text;
  const inner = text.slice(open[0].length);
  const close = new RegExp(`(^|\\n)${open[1]}\\s*$`).exec(inner);
  if (close === null) return text;
  return inner.slice(0, close.index + (close[1] ?? "").length);
}

/**
 * A whole text as the file keeps it: with the line breaks that most lines of the file had. A new file, or one without a
 * line break, takes them as written.
 */
export function withLineBreaksOf(text: string, before: string | undefined): string {
  const breaks = before?.match(/\r?\n/g) ?? [];
  if (breaks.length === 0) return text;
  const plain = text.replaceAll("\r\n", "\n");
  return breaks.filter((found) => found === "\r\n").length * 2 > breaks.length ? plain.replaceAll("\n", "\r\n") : plain;
}

/**
 * @param before The text of the file as it is; empty for a new file.
 * @throws EditError `line_numbers` or `omission_suspected` for what a model copies or leaves out, where the file did
 *   not hold it.
 */
export function assertWhole(text: string, before: string): void {
  if (hasLineNumbers(text, before)) {
    throw new EditError(
      "line_numbers",
      "The content holds the line numbers that read_file shows. They are not part of the file: write the lines without them. Nothing was written.",
    );
  }
  const omission = findOmission(text, before);
  if (omission === undefined) return;
  throw new EditError(
    "omission_suspected",
    `The content holds ${JSON.stringify(omission)}, which the file does not: text seems left out, and it would be lost. Write the whole file, or change a part of it with replace_in_file. Nothing was written.`,
  );
}
