import { DEFAULT_LIMITS, REMOTE_TIMERS } from "../src/limits.js";
import type { ModelProfile } from "../src/model-profile.js";
import type { TurnConfig } from "../src/turn-config.js";
import { profile } from "./conversation.js";
import { SAMPLE_TOOLS } from "./sample-tools.js";

/** A turn's configuration for tests. */
export function turnConfig(protocol: "native" | "text", more: Partial<ModelProfile> = {}): TurnConfig {
  return {
    mode: "ask",
    model: "test/model",
    protocol,
    dialect: "cline",
    reads: "cline",
    tier: "full",
    tools: SAMPLE_TOOLS,
    rules: [],
    parallelToolCalls: true,
    limits: DEFAULT_LIMITS,
    timers: REMOTE_TIMERS,
    profile: profile(more),
  };
}
