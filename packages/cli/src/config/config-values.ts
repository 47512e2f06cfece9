import type { Mode, Prices, Reasoning } from "@millrace/agent";
import type { WireName } from "@millrace/models";

/** What a configuration file may say; config.schema.json describes each key. */
export interface ConfigValues {
  model?: string;
  baseUrl?: string;
  wire?: WireName;
  apiKeyEnv?: string;
  caFile?: string;
  protocol?: "auto" | "native" | "text";
  dialect?: string;
  mode?: Mode;
  allow?: readonly string[];
  deny?: readonly string[];
  maxTurns?: number;
  maxSeconds?: number;
  maxCost?: number;
  maxTokens?: number;
  maxRequests?: number;
  output?: "text" | "jsonl";
  contextTokens?: number;
  compact?: "drop" | "summary";
  maxSilenceSeconds?: number;
  models?: Readonly<Record<string, ModelWords>>;
}

/** What a user knows of a model. */
export interface ModelWords {
  contextTokens?: number;
  maxOutputTokens?: number;
  protocol?: "native" | "text";
  dialect?: string;
  parallel?: boolean;
  prices?: Prices;
  bytesPerToken?: number;
  reasoning?: Pick<Reasoning, "form" | "back"> & { opensInPrompt?: boolean };
}

/** A file that was read and found valid. */
export interface ConfigFile {
  path: string;
  values: ConfigValues;
}
