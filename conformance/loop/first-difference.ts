import type { Outcome } from "../kind.js";

/**
 * Passed where no way to play a case has a difference, else failed with the first, in the order of the ways. They run side
 * by side.
 */
export async function firstDifference(ways: readonly Promise<string | undefined>[]): Promise<Outcome> {
  const detail = (await Promise.all(ways)).find((difference) => difference !== undefined);
  return detail === undefined ? { status: "passed" } : { status: "failed", detail };
}
