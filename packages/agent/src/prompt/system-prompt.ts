import type { ToolDefinition } from "@millrace/protocol";
import type { PromptContext } from "./prompt-context.js";
import { shortenTools } from "./shorten-tools.js";
import { systemParts } from "./system-parts.js";

/**
 * The system prompt and the tools of a request. In protocol `text` the prompt teaches the tools and `tools` is empty;
 * natively the definitions go in the request, without what only our reader needs. The same context gives the same bytes,
 * so that a server's prefix cache stays valid. Sections of sources follow in their order.
 *
 * @throws InvalidOptionError for a dialect that does not exist
 * @example
 * const { system, tools } = buildPrompt({ tier: "full", protocol: "text", dialect: "cline", mode: "ask", tools: [readFile], interactive: true, sections: [] });
 */
export function buildPrompt(context: PromptContext): { system: string; tools: readonly ToolDefinition[] } {
  const system = systemParts(context).reduce((text, part) => text + part.text, "");
  return { system, tools: context.protocol === "text" ? [] : shortenTools(context.tools, context.tier) };
}
