import type { ModelProfile } from "@millrace/agent";
import { changedParts, SAID_PARTS, type SaidPart, type ServerSaid } from "./server-said.js";
import { isValueKey, type ProfileValueKey } from "./store/value-checks.js";
import { profileValueWords } from "./value-words.js";

/** A profile as it was stored, and what its server said then. */
export interface SaidProfile {
  profile: Partial<ModelProfile>;
  said: ServerSaid;
}

/** What of a stored profile counts today. */
export interface ProfileNow {
  profile: Partial<ModelProfile>;
  /** A sentence for the user where something no longer counts: what changed, and what to do. */
  notice?: string;
}

const WRITES: readonly SaidPart[] = ["template", "quantization", "weights"];
const RUNS: readonly SaidPart[] = ["window", "quantization", "weights"];

/** What says nothing to people but that it is another one. */
const IN_HASHES: ReadonlySet<SaidPart> = new Set(["template", "weights"]);

/** What each value was measured on. One that is not listed holds whatever the server says: it is the model's, or the provider's. */
const MEASURED_ON: Readonly<Partial<Record<ProfileValueKey, readonly SaidPart[]>>> = {
  window: ["window", "weights"],
  cutsSilently: ["window", "weights"],
  promptTokensPerSecond: RUNS,
  outputTokensPerSecond: RUNS,
  protocol: WRITES,
  dialect: WRITES,
  otherDialects: WRITES,
  parallel: WRITES,
  systemText: WRITES,
  reasoning: WRITES,
  vision: ["weights"],
  bytesPerToken: ["weights"],
};

/**
 * Lays what a server says now beside what it said when its model was measured: values that were measured on something
 * that is different now are left out. What the server does not say now counts as unchanged.
 *
 * @example
 * const { profile, notice } = profileNow(await store.read(place), { window: 4096 });
 */
export function profileNow({ profile, said }: SaidProfile, now: ServerSaid): ProfileNow {
  const changed = changedParts(said, now);
  if (changed.length === 0) return { profile };
  const isOld = (key: string) => isValueKey(key) && MEASURED_ON[key]?.some((part) => changed.includes(part)) === true;
  const entries = Object.entries(profile);
  const old = entries.flatMap(([key]) => (isOld(key) ? [key] : []));
  if (old.length === 0) return { profile };
  const changes = changed.map((part) =>
    IN_HASHES.has(part) ? `another ${SAID_PARTS[part]}` : `${SAID_PARTS[part]} ${said[part]} is now ${now[part]}`,
  );
  return {
    profile: Object.fromEntries(entries.filter(([key]) => !isOld(key))),
    notice: `The server says otherwise than when its model was measured (${changes.join(", ")}), so what was measured no longer counts: ${old.map(profileValueWords).join(", ")}. Measure it again: \`millrace doctor\`.`,
  };
}
