import type { Tier, ToolDefinition } from "@millrace/protocol";
import type { Mode } from "../approvals/modes.js";

/** All that the prompt is made of: one of these in, `{ system, tools }` out. Same input, same bytes. */
export interface PromptContext {
  tier: Tier;
  protocol: "native" | "text";
  dialect: string;
  mode: Mode;
  tools: readonly ToolDefinition[];
  /** False: nobody can answer a question. */
  interactive: boolean;
  /** Rules of the user and the project, skills and the like, in order. */
  sections: readonly PromptSection[];
  /** What the program that embeds the agent wants said of itself; replaces the built-in role. */
  role?: string;
}

export interface PromptSection {
  title: string;
  text: string;
  /** Where it came from, e.g. a file name. */
  source: string;
  /** UTF-8 bytes of it that are not in `text`, because all of it was too long; the model is told. Default 0. */
  leftOut?: number;
}
