import type { JsonSchema, Tier, ToolDefinition } from "@millrace/protocol";

/**
 * Tool definitions as they go on a wire: without what only our reader needs to know (`x-…` marks, ignored properties).
 * `compact`: descriptions are cut to their first sentence · `minimal`: and parameters have none, but for bodies.
 */
export function shortenTools(tools: readonly ToolDefinition[], tier: Tier): ToolDefinition[] {
  return tools.map(({ name, description, parameters }) => ({
    name,
    description: tier === "full" ? description : firstSentence(description),
    parameters: shortenSchema(parameters, tier),
  }));
}

function shortenSchema(schema: JsonSchema, tier: Tier): JsonSchema {
  const entries = Object.entries(schema).filter(([keyword]) => !keyword.startsWith("x-"));
  const short: Record<string, unknown> = Object.fromEntries(entries);
  if (schema.description !== undefined && tier !== "full") {
    if (tier === "minimal" && !schema["x-body"]) delete short.description;
    else short.description = firstSentence(schema.description);
  }
  if (schema.properties) {
    const taught = Object.entries(schema.properties).filter(([, property]) => !property["x-ignored"]);
    short.properties = Object.fromEntries(taught.map(([name, property]) => [name, shortenSchema(property, tier)]));
    if (schema.required) {
      const ignored = schema.properties;
      short.required = schema.required.filter((name) => !ignored[name]?.["x-ignored"]);
    }
  }
  if (schema.items) short.items = shortenSchema(schema.items, tier);
  return short;
}

function firstSentence(text: string): string {
  const words = text.trim().replace(/\s+/g, " ");
  const end = words.search(/(?<!\b(?:e\.g|i\.e|etc))[.!?](?=\s[A-Z`<])/);
  return end < 0 ? words : words.slice(0, end + 1);
}
