import type { TagIndex } from "./tag-index.js";

/** Names under which models are offered a place to run code, with a family that calls it by none. */
const NAMES: ReadonlySet<string> = new Set([
  "code_interpreter", // Llama 3.1's prompt for tools of its own
  "ipython", // Llama 3's role for results
  "python", // gpt-oss, Functionary
  "interpreter", // InternLM2
]);

/** A tool that takes code alone, and the name of the parameter. */
export interface CodeTool {
  name: string;
  parameter: string;
}

/**
 * The tool for code that a model writes without naming one: the only one of those names with a single parameter, a string.
 * Linear in the tools: asked once a call.
 */
export function codeTool(index: TagIndex): CodeTool | undefined {
  const found: CodeTool[] = [];
  for (const { name, definition } of new Set(index.tools)) {
    const [parameter, ...others] = Object.entries(definition.parameters.properties ?? {});
    if (!NAMES.has(name.toLowerCase()) || parameter === undefined || others.length > 0) continue;
    if (parameter[1].type === "string") found.push({ name, parameter: parameter[0] });
  }
  return found.length === 1 ? found[0] : undefined;
}
