import { cline } from "./families/cline.js";
import { deepseekV31 } from "./families/deepseek-v31.js";
import type { Family } from "./families/family.js";
import { glm } from "./families/glm.js";
import { harmony } from "./families/harmony.js";
import { hermes } from "./families/hermes.js";
import { llama3Json } from "./families/llama3-json.js";
import { mistral } from "./families/mistral.js";
import { qwen3Coder } from "./families/qwen3-coder.js";
import { toolCode } from "./families/tool-code.js";

/** A column of the table: a model, and what the bridge is told of it. */
export interface Column {
  name: string;
  family: Family;
  /** Of the program, besides the upstream, the model and the port. */
  flags: readonly string[];
  /** How many requests may offer native tools, to learn that the server refuses them. */
  nativeTries: number;
}

const FAMILIES: readonly Family[] = [
  hermes,
  qwen3Coder,
  llama3Json,
  mistral,
  deepseekV31,
  glm,
  harmony,
  toolCode,
  cline,
];

/** A family each, told by its dialect; and one of which the bridge is told nothing. */
export const COLUMNS: readonly Column[] = [
  ...FAMILIES.map((family) => ({
    name: family.dialect,
    family,
    flags: ["--mode", "text", "--dialect", family.dialect],
    nativeTries: 0,
  })),
  { name: "auto", family: qwen3Coder, flags: [], nativeTries: 1 },
];

/** Those of every build: JSON between tags, channels, code, and what the bridge finds out by itself. */
export const FIRST_COLUMNS: readonly string[] = ["hermes", "harmony", "tool-code", "auto"];
