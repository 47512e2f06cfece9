import { isDeepStrictEqual } from "node:util";
import { shorten } from "../shorten.js";

/** What of a run a field of a case's `expect` is compared with; a range or an upper bound is a field of its own kind. */
export type Check<Played> = (played: Played, expected: never) => string | undefined;

/**
 * Compares every field of a case's `expect`, each by its own check. A field that has none is a difference, too: nothing
 * is passed over in silence.
 *
 * @returns the first difference in words
 */
export function compareFields<Played>(
  played: Played,
  expect: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check<Played>>>,
): string | undefined {
  for (const [field, expected] of Object.entries(expect)) {
    const check = checks[field];
    if (check === undefined) return `nothing here compares ${field}`;
    const difference = check(played, expected as never);
    if (difference !== undefined) return `${field}: ${difference}`;
  }
  return undefined;
}

/** A check that what `measure` gives is equal to what is expected. */
export function equals<Played>(measure: (played: Played) => unknown): Check<Played> {
  return (played, expected) => {
    const got = measure(played);
    return isDeepStrictEqual(got, expected) ? undefined : `is ${shorten(got)}, should be ${shorten(expected)}`;
  };
}

/** A check that what `measure` gives is not above what is expected. */
export function atMost<Played>(measure: (played: Played) => number | undefined): Check<Played> {
  return (played, expected) => {
    const got = measure(played);
    return got !== undefined && got <= expected ? undefined : `is ${got}, should be ${expected} at most`;
  };
}

/** Says where a number lies outside of a range, its upper end stretched by `slack`. */
export function outside(
  got: number | undefined,
  [from, to]: readonly [number, number],
  slack: number,
): string | undefined {
  if (got !== undefined && got >= from && got <= to + slack) return undefined;
  return `is ${got === undefined ? "nothing" : Math.round(got)}, should be ${from} to ${to}`;
}
