import type { Known, ModelProfile } from "./model-profile.js";

/** Whose word goes before whose. What nobody dated, as a default, comes last. */
const RANKS: readonly unknown[] = ["user", "measured", "server", "catalogue"];

/**
 * What several sources know of a model, in one profile: of each value the one whose `from` comes first (user, measured,
 * server, catalogue); at equal rank, and for what has no `from`, the one that was given first. Changes none of them.
 *
 * @example
 * mergeProfiles({ window: { value: 8192, from: "server", at } }, { window: { value: 4096, from: "measured", at } });
 * // window: 4096, measured
 */
export function mergeProfiles(...profiles: readonly Partial<ModelProfile>[]): Partial<ModelProfile> {
  const merged = new Map<string, ModelProfile[keyof ModelProfile]>();
  for (const [key, value] of profiles.flatMap((profile) => Object.entries(profile))) {
    if (value !== undefined && (!merged.has(key) || rankOf(value) < rankOf(merged.get(key)))) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/** Where a value of a profile is from, and when it was learnt; empty for one without a source, e.g. the model's name. */
export function sourceOf(value: ModelProfile[keyof ModelProfile]): Partial<Pick<Known<unknown>, "from" | "at">> {
  return typeof value === "object" ? value : {};
}

function rankOf(value: ModelProfile[keyof ModelProfile]): number {
  const rank = RANKS.indexOf(sourceOf(value).from);
  return rank === -1 ? RANKS.length : rank;
}
