import type { Tier } from "@millrace/protocol";
import type { EventStream } from "./event-stream.js";
import type { TurnConfig } from "./turn-config.js";

const TIERS: readonly Tier[] = ["full", "compact", "minimal"];

/**
 * The longest tier, from that of the configuration on, with which a request fits; the shortest where none does. Another
 * than the first is told in a `notice`.
 */
export function chooseTier(
  { tier: longest, profile }: TurnConfig,
  fits: (tier: Tier) => boolean,
  events: EventStream,
): Tier {
  const tier = TIERS.slice(TIERS.indexOf(longest)).find(fits) ?? "minimal";
  if (tier !== longest) {
    const message = `The ${longest} prompt does not fit the model's window of ${profile.window?.value} tokens beside the rest: the ${tier} one is used.`;
    events.emit({ type: "notice", level: "info", message });
  }
  return tier;
}
