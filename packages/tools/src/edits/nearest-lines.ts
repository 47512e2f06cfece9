import { MAX_NEAREST_LINES } from "../limits.js";
import type { FileLines } from "./file-lines.js";

/**
 * The lines of the file that a search text without a match most likely meant, numbered, for the model to correct itself
 * by.
 *
 * Lines that are equal but for white space vote for the place where the search text would begin; where none is, the
 * line that shares the most words with the longest line of the search text decides. O(text + search).
 *
 * @returns Undefined where nothing is alike.
 */
export function nearestLines(lines: FileLines, search: string): string | undefined {
  const searchLines = search.replace(/\n$/, "").split("\n");
  const first = placeOfEqualLines(lines, searchLines) ?? placeOfSharedWords(lines, searchLines);
  if (first === undefined) return undefined;
  const start = Math.max(1, first);
  const end = Math.min(lines.count, start + Math.min(searchLines.length + 1, MAX_NEAREST_LINES) - 1);
  return numbered(lines, start, end);
}

/** Lines as read_file shows them. */
export function numbered(lines: FileLines, first: number, last: number): string {
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) shown.push(`${number} | ${lines.line(number)}`);
  return shown.join("\n");
}

function placeOfEqualLines(lines: FileLines, searchLines: readonly string[]): number | undefined {
  const wanted = new Map<string, number[]>();
  for (const [index, line] of searchLines.entries()) {
    const key = line.trim();
    // A line such as "}" says nothing about the place.
    if (key.length > 2) wanted.set(key, [...(wanted.get(key) ?? []), index].slice(0, MAX_NEAREST_LINES));
  }
  const votes = new Map<number, number>();
  for (let number = 1; number <= lines.count; number += 1) {
    for (const index of wanted.get(lines.line(number).trim()) ?? []) {
      votes.set(number - index, (votes.get(number - index) ?? 0) + 1);
    }
  }
  return mostVotes(votes);
}

function placeOfSharedWords(lines: FileLines, searchLines: readonly string[]): number | undefined {
  const longest = searchLines.reduce((best, line) => (line.trim().length > best.trim().length ? line : best), "");
  const index = searchLines.indexOf(longest);
  const words = new Set(wordsOf(longest));
  const votes = new Map<number, number>();
  for (let number = 1; number <= lines.count; number += 1) {
    const shared = new Set(wordsOf(lines.line(number)).filter((word) => words.has(word))).size;
    if (shared * 2 > words.size) votes.set(number - index, shared);
  }
  return mostVotes(votes);
}

function mostVotes(votes: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  for (const [place, count] of votes) if (count > (votes.get(best ?? Number.NaN) ?? 0)) best = place;
  return best;
}

function wordsOf(line: string): string[] {
  return line.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}
