/** What the model has seen of a file: which lines of which version. */
interface Seen {
  hash: string;
  /** Lines of the file; the last line needs no line break. */
  total: number;
  /** Ranges that were shown, in order, apart from each other. First and last line, from 1. */
  ranges: readonly (readonly [first: number, last: number])[];
}

/** `stale`: it was read whole, and changed since. */
export type ReadState = "whole" | "partial" | "never" | "stale";

/**
 * Keeps what was read of which file, so that nothing is written over unseen. Keyed by absolute path; one per set of
 * tools.
 */
export class ReadLedger {
  readonly #seen = new Map<string, Seen>();

  /**
   * Lines `range` of the version `hash` were shown in full. `total` lines in all; an empty file has none and no range.
   */
  noteRead(path: string, hash: string, total: number, range: readonly [first: number, last: number] | undefined): void {
    const before = this.#seen.get(path);
    const ranges = before?.hash === hash ? before.ranges : [];
    this.#seen.set(path, { hash, total, ranges: range === undefined ? ranges : merge([...ranges, range]) });
  }

  /** The model wrote the whole file, so it knows it. */
  noteWritten(path: string, hash: string): void {
    this.#seen.set(path, { hash, total: 0, ranges: [] });
  }

  /** The model changed a part of the file. What it had read whole it still knows whole. */
  noteEdited(path: string, before: string, after: string): void {
    const whole = this.stateOf(path, before) === "whole";
    if (whole) this.noteWritten(path, after);
    else if (this.#seen.has(path)) this.#seen.set(path, { hash: after, total: Number.POSITIVE_INFINITY, ranges: [] });
  }

  /** How well the model knows the version `hash` of the file. */
  stateOf(path: string, hash: string): ReadState {
    const seen = this.#seen.get(path);
    if (seen === undefined) return "never";
    if (seen.hash !== hash) return "stale";
    const [first] = seen.ranges;
    return seen.total === 0 || (first?.[0] === 1 && first[1] >= seen.total) ? "whole" : "partial";
  }
}

function merge(ranges: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const merged: (readonly [number, number])[] = [];
  for (const range of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last !== undefined && range[0] <= last[1] + 1)
      merged[merged.length - 1] = [last[0], Math.max(last[1], range[1])];
    else merged.push(range);
  }
  return merged;
}
