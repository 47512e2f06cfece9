import type { FileLines } from "./file-lines.js";
import { indentReplacement } from "./indent-replacement.js";

/** A place in the text where a block applies: what is taken out, and what comes there, with `\n` as line break. */
export interface Place {
  start: number;
  end: number;
  replace: string;
}

/** The text of a file and, made once for all blocks, its lines with the white space around them set aside. */
export interface SearchableFile {
  lines: FileLines;
  /** All lines trimmed, each between two line breaks. */
  trimmed: string;
  /** Where each line begins in `trimmed`. */
  trimmedStarts: ReadonlyMap<number, number>;
}

export function makeSearchable(lines: FileLines): SearchableFile {
  const trimmedStarts = new Map<number, number>();
  const parts: string[] = [];
  let at = 0;
  for (let number = 1; number <= lines.count; number += 1) {
    const part = lines.line(number).trim();
    trimmedStarts.set(at, number);
    parts.push(part);
    at += part.length + 1;
  }
  return { lines, trimmed: `\n${parts.join("\n")}\n`, trimmedStarts };
}

/**
 * All places that a search text may mean: where its exact text stands on whole lines; if nowhere, where its exact text
 * stands at all; if nowhere, the whole lines that are equal with the white space around each line set aside. Never by
 * likeness.
 *
 * @param search Not empty, line breaks as `\n`.
 * @returns No place: it is not there. More than one: it is ambiguous. O(text + search) per block.
 */
export function findPlaces(file: SearchableFile, search: string, replace: string): readonly Place[] {
  const { text } = file.lines;
  const exact = occurrences(text, search).map((start) => ({ start, end: start + search.length, replace }));
  const onWholeLines = exact.filter(
    ({ start, end }) => isLineStart(text, start) && (isLineStart(text, end) || isLineEnd(text, end)),
  );
  if (onWholeLines.length > 0) return onWholeLines;
  return exact.length > 0 ? exact : findLoosePlaces(file, search, replace);
}

function findLoosePlaces(
  { lines, trimmed, trimmedStarts }: SearchableFile,
  search: string,
  replace: string,
): readonly Place[] {
  const searchLines = toLines(search);
  const trimmedSearch = searchLines.map((line) => line.trim());
  if (trimmedSearch.every((line) => line === "")) return [];
  const needle = `\n${trimmedSearch.join("\n")}\n`;
  const places: Place[] = [];
  for (const at of occurrences(trimmed, needle)) {
    const first = trimmedStarts.get(at) ?? 1;
    const fileLines = searchLines.map((_, index) => lines.line(first + index));
    const indented = indentReplacement(searchLines, fileLines, toLines(replace));
    if (indented === undefined) continue;
    const start = lines.starts[first - 1] ?? 0;
    const end = start + fileLines.join("\n").length;
    const takesLineBreak = search.endsWith("\n") && lines.text[end] === "\n";
    const body = indented.join("\n");
    const endsWithLineBreak = replace.endsWith("\n") && (takesLineBreak || !search.endsWith("\n"));
    places.push({ start, end: end + (takesLineBreak ? 1 : 0), replace: endsWithLineBreak ? `${body}\n` : body });
  }
  return places;
}

/** Where `needle` begins in `text`, overlapping places too. */
function occurrences(text: string, needle: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) found.push(at);
  return found;
}

/** Lines of a block, an empty one behind the last line break not counted. No text: no line. */
function toLines(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

const isLineStart = (text: string, at: number) => at === 0 || text[at - 1] === "\n";
const isLineEnd = (text: string, at: number) => at === text.length || text[at] === "\n";
