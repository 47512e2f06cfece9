import { MAX_NAMED_PLACES } from "../limits.js";
import { findOmission, hasLineNumbers } from "./copied-text.js";
import type { EditBlock } from "./edit-block.js";
import { EditError } from "./edit-error.js";
import { type FileLines, readFileLines } from "./file-lines.js";
import { findPlaces, makeSearchable, type Place, type SearchableFile } from "./find-block.js";
import { nearestLines } from "./nearest-lines.js";

/** A text after its edits, and the lines of it that are new. */
export interface EditedText {
  text: string;
  /**
   * First and last line of each changed region in the new text, from 1, in order. A region of which nothing is left has
   * `last = first - 1`.
   */
  regions: readonly (readonly [first: number, last: number])[];
}

interface Change extends Place {
  block: number;
}

/**
 * Applies all blocks, or none. Every block is matched against the text as it is, so their order is free. Lines that are
 * not touched keep their line breaks; new ones take those of the place they come to. A block whose two sides are equal
 * changes nothing and is passed over.
 *
 * @throws EditError: `no_match` (with the nearest lines), `ambiguous` (with the lines), `overlap`, `empty_search`,
 *   `no_change`, `already_applied`, `invalid_block` (no blocks), `omission_suspected`, `line_numbers`. O(text) per
 *   block.
 *
 * @example
 * applyEdits("one\ntwo\n", [{ search: "two", replace: "TWO" }]).text; // "one\nTWO\n"
 */
export function applyEdits(original: string, blocks: readonly EditBlock[]): EditedText {
  if (blocks.length === 0)
    throw new EditError("invalid_block", "There is no block to apply. Give at least one search and its replacement.");
  const file = makeSearchable(readFileLines(original));
  const changes: Change[] = [];
  for (const [block, { search, replace }] of blocks.entries()) {
    const from = search.replaceAll("\r\n", "\n");
    const to = replace.replaceAll("\r\n", "\n");
    if (from !== to) changes.push({ ...findOne(file, from, to, block), block });
  }
  if (changes.length === 0) {
    throw new EditError(
      "no_change",
      "Search and replacement are the same, so nothing would change. Nothing was written.",
    );
  }
  changes.sort((a, b) => a.start - b.start || a.end - b.end);
  assertApart(file.lines, changes);
  const edited = splice(original, file.lines, changes);
  if (edited.text === original)
    throw new EditError("no_change", "The file already is as it would be after this edit. Nothing was written.");
  return edited;
}

function findOne(file: SearchableFile, search: string, replace: string, block: number): Place {
  const { lines } = file;
  assertNothingOmitted(replace, lines.text, block);
  if (search === "") {
    if (lines.text === "") return { start: 0, end: 0, replace };
    throw new EditError(
      "empty_search",
      `${nameOf(block)} has an empty search text, which would match everywhere. To add lines, search for a line beside them and repeat it in the replacement.`,
      block,
    );
  }
  const places = findPlaces(file, search, replace);
  const [place] = places;
  if (place === undefined) throw noMatch(lines, search, replace, block);
  if (places.length === 1) return place;
  const numbers = places.slice(0, MAX_NAMED_PLACES).map(({ start }) => lines.lineAt(start));
  const more = places.length > numbers.length ? `, and ${places.length - numbers.length} more` : "";
  throw new EditError(
    "ambiguous",
    `The search text of ${nameOf(block).toLowerCase()} matches ${places.length} places, at lines ${numbers.join(", ")}${more}. Add lines around it until it matches one. Nothing was written.`,
    block,
  );
}

function assertNothingOmitted(replace: string, before: string, block: number): void {
  const omission = findOmission(replace, before);
  if (omission !== undefined) {
    throw new EditError(
      "omission_suspected",
      `The replacement of ${nameOf(block).toLowerCase()} holds ${JSON.stringify(omission)}, which is not in the file: text seems left out. Write all of it. Nothing was written.`,
      block,
    );
  }
}

function noMatch(lines: FileLines, search: string, replace: string, block: number): EditError {
  if (hasLineNumbers(search, lines.text)) {
    return new EditError(
      "line_numbers",
      `The search text of ${nameOf(block).toLowerCase()} holds the line numbers that read_file shows. Leave them out. Nothing was written.`,
      block,
    );
  }
  const there = replace.trim().length > 2 ? lines.text.indexOf(replace) : -1;
  if (there !== -1) {
    return new EditError(
      "already_applied",
      `The search text of ${nameOf(block).toLowerCase()} is not in the file, but its replacement is, at line ${lines.lineAt(there)}: it seems done already. Nothing was written.`,
      block,
    );
  }
  const nearest = nearestLines(lines, search);
  const hint =
    nearest === undefined
      ? "No line is like it: read the file first."
      : `The nearest lines are:\n${nearest}\nSearch for lines exactly as they are (without the numbers).`;
  return new EditError(
    "no_match",
    `The search text of ${nameOf(block).toLowerCase()} is not in the file. Nothing was written. ${hint}`,
    block,
  );
}

function assertApart(lines: FileLines, changes: readonly Change[]): void {
  for (const [index, change] of changes.entries()) {
    const next = changes[index + 1];
    if (next === undefined || next.start >= change.end) continue;
    throw new EditError(
      "overlap",
      `${nameOf(change.block)} and ${nameOf(next.block).toLowerCase()} both change line ${lines.lineAt(next.start)}. Make one block of them. Nothing was written.`,
      next.block,
    );
  }
}

function splice(original: string, lines: FileLines, changes: readonly Change[]): EditedText {
  const parts: string[] = [];
  const regions: [number, number][] = [];
  let position = 0;
  let addedLines = 0;
  for (const { start, end, replace } of changes) {
    const from = lines.toOriginal(start);
    const to = lines.toOriginal(end);
    const taken = original.slice(from, to);
    const lineBreak = /\r?\n/.exec(taken)?.[0] ?? lineBreakOf(original, to) ?? lines.lineBreak;
    parts.push(original.slice(position, from), lineBreak === "\n" ? replace : replace.replaceAll("\n", lineBreak));
    position = to;

    const first = lines.lineAt(start) + addedLines;
    const newBreaks = countBreaks(replace);
    regions.push([first, replace === "" ? first - 1 : first + newBreaks - (replace.endsWith("\n") ? 1 : 0)]);
    addedLines += newBreaks - countBreaks(taken);
  }
  parts.push(original.slice(position));
  return { text: parts.join(""), regions };
}

/** The line break of the line that a position stands on. */
function lineBreakOf(original: string, position: number): string | undefined {
  const at = original.indexOf("\n", position);
  if (at === -1) return undefined;
  return original[at - 1] === "\r" ? "\r\n" : "\n";
}

function countBreaks(text: string): number {
  return text.split("\n").length - 1;
}

function nameOf(block: number): string {
  return `Block ${block + 1}`;
}
