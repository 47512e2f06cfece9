import type { JsonSchema, Tier, ToolDefinition } from "@millrace/protocol";

/** Keywords that only refine a type: the validator still knows them, and says so when a value is out of bounds. */
const REFINEMENTS: ReadonlySet<string> = new Set(["minimum", "maximum", "minLength", "minItems", "default", "title"]);

/**
 * Tool definitions as they go on a wire: without what only our reader needs to know (`x-…` marks, ignored properties).
 * `compact`: descriptions are cut to their first sentence · `minimal`: parameters have none, and no bounds, and those
 * marked `x-spare` are left out. A body keeps its description: it says what the text must look like. The tools themselves are not changed.
 */
export function shortenTools(tools: readonly ToolDefinition[], tier: Tier): ToolDefinition[] {
  return tools.map(({ name, description, parameters }) => ({
    name,
    description: tier === "full" ? description : firstSentence(description),
    parameters: shortenSchema(parameters, tier),
  }));
}

function shortenSchema(schema: JsonSchema, tier: Tier): JsonSchema {
  const taught = (name: string) => {
    const property = schema.properties?.[name];
    return property?.["x-ignored"] !== true && (tier !== "minimal" || property?.["x-spare"] !== true);
  };
  const short: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword.startsWith("x-") || (tier === "minimal" && REFINEMENTS.has(keyword))) continue;
    short[keyword] = value;
  }
  const { description, properties, required, items } = schema;
  if (description !== undefined && tier !== "full" && !schema["x-body"]) {
    if (tier === "compact") short.description = firstSentence(description);
    else delete short.description;
  }
  if (properties) {
    const kept = Object.entries(properties).filter(([name]) => taught(name));
    short.properties = Object.fromEntries(kept.map(([name, property]) => [name, shortenSchema(property, tier)]));
  }
  if (required) short.required = required.filter(taught);
  if (items) short.items = shortenSchema(items, tier);
  return short;
}

function firstSentence(text: string): string {
  const words = text.trim().replace(/\s+/g, " ");
  const end = words.search(/(?<!\b(?:e\.g|i\.e|etc))[.!?](?=\s[A-Z`<])/);
  return end < 0 ? words : words.slice(0, end + 1);
}
