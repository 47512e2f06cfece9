import type { Tier } from "@millrace/protocol";
import type { AgentOptions } from "./agent-options.js";
import type { ProtocolChoice } from "./choose-protocol.js";
import { DEFAULT_LIMITS, LOCAL_TIMERS, REMOTE_TIMERS } from "./limits.js";
import type { ModelProfile } from "./model-profile.js";
import type { ToolRegistry } from "./tool-registry.js";
import type { TurnConfig } from "./turn-config.js";

/** Below so many tokens of window the prompt is made smaller. */
const TIER_WINDOWS: readonly (readonly [tokens: number, tier: Tier])[] = [
  [8_192, "minimal"],
  [32_768, "compact"],
];

/** What is known of a model, completed by what holds where nothing is. */
export function completeProfile(modelId: string, known: Partial<ModelProfile> = {}): ModelProfile {
  const [server = modelId, ...name] = modelId.split("/");
  return { server, model: name.join("/"), reasoning: { form: "none", back: "drop" }, ...known };
}

/** What a turn goes by, from what the agent was made of and what was learnt since. */
export function freezeConfig(
  options: AgentOptions,
  tools: ToolRegistry,
  protocol: ProtocolChoice,
  profile: ModelProfile,
): TurnConfig {
  return {
    mode: options.mode ?? "ask",
    model: options.model.id,
    ...protocol.current,
    reads: protocol.reads,
    tier: options.tier ?? tierFor(profile),
    tools: tools.definitions,
    rules: options.rules ?? [],
    parallelToolCalls: options.parallelToolCalls ?? true,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    timers: { ...(profile.local === true ? LOCAL_TIMERS : REMOTE_TIMERS), ...options.timers },
    profile,
  };
}

/** How much prompt a model's window can afford; all of it where the window is not known. */
export function tierFor(profile: ModelProfile): Tier {
  const window = profile.window?.value ?? Number.POSITIVE_INFINITY;
  return TIER_WINDOWS.find(([tokens]) => window < tokens)?.[1] ?? "full";
}
