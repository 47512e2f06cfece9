import type { Tier, ToolDefinition } from "@millrace/protocol";
import type { Mode } from "./approvals/modes.js";
import type { Rule } from "./approvals/rules.js";
import type { Limits, Timers } from "./limits.js";
import type { ModelProfile } from "./model-profile.js";

/** What a turn goes by, read once when it begins. A session rule from an `always` applies at once. */
export interface TurnConfig {
  mode: Mode;
  model: string;
  protocol: "native" | "text";
  /** The one that is taught, and that history is written in. */
  dialect: string;
  /** The one whose calls are read: `auto`, all of them, unless the user chose one. */
  reads: string;
  tier: Tier;
  tools: readonly ToolDefinition[];
  rules: readonly Rule[];
  parallelToolCalls: boolean;
  limits: Limits;
  timers: Timers;
  profile: ModelProfile;
}
