import type { EditBlock } from "./edit-block.js";
import { EditError } from "./edit-error.js";

const SEARCH = /^[<-]{3,} SEARCH>?\s*$/;
const DIVIDER = /^={3,}\s*$/;
const REPLACE = /^[>+]{3,} REPLACE>?\s*$/;
/** A line that would read as a marker, or as one of a merge conflict, if its first backslash were not there. */
const ESCAPED = /^\\+(?:={3,}\s*$|(?:[<>]{3,}|\+{3,} REPLACE|-{3,} SEARCH))/;
/** Lines around blocks that say nothing: blank ones and code fences. */
const NOISE = /^\s*(?:`{3,}\S*)?\s*$/;

/**
 * Reads SEARCH/REPLACE text. Markers stand alone on a line; in between every line counts, with its line break:
 *
 *     <<<<<<< SEARCH
 *     old lines
 *     =======
 *     new lines
 *     >>>>>>> REPLACE
 *
 * A marker is three or more signs: `<` or `-` and ` SEARCH`, `=`, `>` or `+` and ` REPLACE`. A line of the file that
 * looks like a marker is written with a backslash before it, which is taken off. O(text).
 *
 * @throws EditError `invalid_block` naming the line of the text that is wrong: no block, a block without its end, two
 *   dividers, other text between blocks.
 */
export function parseDiffText(text: string): EditBlock[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: EditBlock[] = [];
  let part: "outside" | "search" | "replace" = "outside";
  let search: string[] = [];
  let replace: string[] = [];
  const refuse = (line: number, message: string) =>
    new EditError("invalid_block", `Line ${line + 1} of the diff: ${message}`, blocks.length);

  for (const [index, line] of lines.entries()) {
    if (SEARCH.test(line)) {
      if (part !== "outside") throw refuse(index, `a new block begins, but the one before has no end. ${markerHelp}`);
      part = "search";
      search = [];
      replace = [];
    } else if (REPLACE.test(line)) {
      if (part !== "replace")
        throw refuse(
          index,
          `${line.trim()} ends a block that has no ${part === "search" ? "======= line" : "SEARCH line"}. ${markerHelp}`,
        );
      blocks.push({ search: search.join(""), replace: replace.join("") });
      part = "outside";
    } else if (part === "outside") {
      if (!NOISE.test(line))
        throw refuse(index, `${JSON.stringify(line.slice(0, 80))} belongs to no block. ${markerHelp}`);
    } else if (DIVIDER.test(line)) {
      if (part === "replace")
        throw refuse(
          index,
          "a second ======= line in one block. If it is a line of the file, write it with a backslash before it: \\=======",
        );
      part = "replace";
    } else {
      (part === "search" ? search : replace).push(`${ESCAPED.test(line) ? line.slice(1) : line}\n`);
    }
  }
  if (part !== "outside") throw refuse(lines.length - 1, `the last block was cut off before its end. ${markerHelp}`);
  if (blocks.length === 0) throw refuse(0, `there is no block. ${markerHelp}`);
  return blocks;
}

const markerHelp =
  "A block is the lines: <<<<<<< SEARCH, the old text, =======, the new text, >>>>>>> REPLACE, each marker alone on its line. Nothing was changed.";
