import type { Tier } from "../dialects/dialect.js";
import { getDialect } from "../dialects/index.js";
import type { ToolDefinition } from "../tool-definition.js";
import type { LessonParts } from "./lesson-parts.js";

/**
 * The section of a system prompt that teaches a model the tools and the dialect to call them in. The same input gives
 * the same text, byte for byte. Parameters marked `x-ignored` are left out. No tools: the empty string.
 *
 * @param dialect Default `"cline"`.
 * @param tier How much a window can afford, default `"full"`: rules, an example and every description · `compact`: a line a
 *   parameter · `minimal`: a line a tool.
 * @throws InvalidOptionError for an unknown dialect.
 *
 * @example
 * const system = `You are a careful engineer.\n\n${renderTools(tools, "cline", "compact")}`;
 */
export function renderTools(tools: readonly ToolDefinition[], dialect = "cline", tier: Tier = "full"): string {
  return tools.length === 0 ? "" : getDialect(dialect).teach(tools, tier);
}

/**
 * The same section in its parts, for whoever wants to know what each tool costs. No tools: empty parts.
 *
 * @throws InvalidOptionError for an unknown dialect.
 *
 * @example
 * const { rules, tools: told } = renderToolParts(tools, "hermes", "minimal");
 * rules + told.join("") === renderTools(tools, "hermes", "minimal"); // true
 */
export function renderToolParts(tools: readonly ToolDefinition[], dialect = "cline", tier: Tier = "full"): LessonParts {
  return tools.length === 0 ? { rules: "", tools: [] } : getDialect(dialect).teachParts(tools, tier);
}
