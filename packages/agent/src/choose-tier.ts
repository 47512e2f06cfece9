import type { Tier } from "@millrace/protocol";

const TIERS: readonly Tier[] = ["full", "compact", "minimal"];

/** The longest tier, from this one on, with which a request fits; the shortest where none does. */
export function fittingTier(longest: Tier, fits: (tier: Tier) => boolean): Tier {
  return TIERS.slice(TIERS.indexOf(longest)).find(fits) ?? "minimal";
}
