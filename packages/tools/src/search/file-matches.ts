import {
  MAX_COUNTED_MATCHES,
  MAX_MATCH_CHARACTERS,
  MAX_SEARCH_BYTES,
  MAX_SEARCHED_FILE_BYTES,
  MAX_SHOWN_MATCHES,
} from "../limits.js";
import { compareNames } from "./walk.js";

/** Lines of one file that match. */
export interface FileMatches {
  /** As a tool names it. */
  name: string;
  /** The first ones, no more than one answer can show. */
  lines: readonly MatchingLine[];
  /** All of them. */
  count: number;
}

export interface MatchingLine {
  number: number;
  /** What is shown of the line. */
  text: string;
}

/** What a search found. `stopped`: it found so much that it stopped looking. */
export interface SearchOutcome {
  files: readonly FileMatches[];
  stopped: boolean;
}

/** What is shown of a line whose match begins at `at`: all of it, or what stands around the match. */
function excerpt(line: string, at: number): string {
  if (line.length <= MAX_MATCH_CHARACTERS) return line;
  const start = Math.max(0, Math.min(at - Math.floor(MAX_MATCH_CHARACTERS / 3), line.length - MAX_MATCH_CHARACTERS));
  const end = start + MAX_MATCH_CHARACTERS;
  return `${start > 0 ? "…" : ""}${line.slice(start, end)}${end < line.length ? "…" : ""}`;
}

/** Collects the matches of one file, keeping no more than can be shown. */
export class MatchCollector {
  readonly #name: string;
  readonly #lines: MatchingLine[] = [];
  count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  add(number: number, line: string, at: number): void {
    this.count += 1;
    if (this.#lines.length < MAX_SHOWN_MATCHES) this.#lines.push({ number, text: excerpt(line, at) });
  }

  result(): FileMatches {
    return { name: this.#name, lines: this.#lines, count: this.count };
  }
}

const NOT_SEARCHED = `Binary files and those over ${MAX_SEARCHED_FILE_BYTES / 1024 / 1024} MB are not searched`;

/**
 * The answer of a search: grouped by file, files by name, with what was left out. `withheld`: how many more files hold
 * matches that may not be shown.
 */
export function describeMatches({ files, stopped }: SearchOutcome, withheld = 0): string {
  const count = files.reduce((sum, file) => sum + file.count, 0);
  if (count === 0) return `No matches. ${NOT_SEARCHED}${describeWithheld(withheld)}`;
  const groups: string[] = [];
  let shown = 0;
  let bytes = 0;
  for (const { name, lines } of files.toSorted((a, b) => compareNames(a.name, b.name))) {
    const group: string[] = [];
    for (const { number, text } of lines) {
      const line = `${number} | ${text}`;
      bytes += Buffer.byteLength(line) + 1 + (group.length === 0 ? Buffer.byteLength(name) + 2 : 0);
      if (shown === MAX_SHOWN_MATCHES || (bytes > MAX_SEARCH_BYTES && shown > 0)) break;
      group.push(line);
      shown += 1;
    }
    if (group.length === 0) break;
    groups.push([name, ...group].join("\n"));
  }
  return `${groups.join("\n\n")}\n\n(${summary(shown, count, files.length, stopped)}${describeWithheld(withheld)})`;
}

function describeWithheld(files: number): string {
  if (files === 0) return "";
  return files === 1
    ? ". One more file with matches is left out: to read it needs an approval, or is denied; read_file asks for it"
    : `. ${files} more files with matches are left out: to read them needs an approval, or is denied; read_file asks for it`;
}

function summary(shown: number, count: number, files: number, stopped: boolean): string {
  const inFiles = `in ${files} ${files === 1 ? "file" : "files"}`;
  if (stopped)
    return `the first ${shown} matching lines; the search stopped after ${MAX_COUNTED_MATCHES}. Search for something rarer, or in a folder below`;
  if (shown < count)
    return `the first ${shown} of ${count} matching lines ${inFiles}. Search in a folder below, or with file_pattern, for the rest`;
  return `${count} matching ${count === 1 ? "line" : "lines"} ${inFiles}`;
}
