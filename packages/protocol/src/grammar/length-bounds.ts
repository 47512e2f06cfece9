/**
 * llama.cpp writes a bounded repetition out and refuses more than 2,000 rules of one. Up to here a bound is kept; a
 * larger `max` is left out, a larger `min` is cut, and then the validator has the last word.
 */
const LARGEST_BOUND = 500;

/**
 * How often a repetition repeats, from what a schema says of it and what the caller allows at most. The schema's `min`
 * wins over the caller's bound. What is no whole number counts as not said.
 *
 * @example lengthBounds(30, undefined, 24); // { min: 30, max: 30 }
 */
export function lengthBounds(
  least: unknown,
  most: unknown,
  allowed: number | undefined,
): { min: number; max: number | undefined } {
  const min = Math.min(isCount(least) ? least : 0, LARGEST_BOUND);
  const max = Math.min(isCount(most) ? most : Number.POSITIVE_INFINITY, allowed ?? Number.POSITIVE_INFINITY);
  return { min, max: max > LARGEST_BOUND ? undefined : Math.max(min, max) };
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
