import type { JsonSchema, ToolDefinition } from "@millrace/protocol";
import type { Pick } from "./text-kind.js";

const STRINGS = ["src/main.ts", ".", "docs/a b.md", "npm test", "Which one?", "const a = 1;\nconst b = [a, 2];\n"];

/** Arguments that fit a tool: all that are required, some that are not. */
export function sampleInput({ parameters }: ToolDefinition, pick: Pick): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parameters.properties ?? {})
      .filter(([name]) => parameters.required?.includes(name) === true || pick([true, false, false]))
      .map(([name, schema]) => [name, sampleValue(schema, pick)]),
  );
}

function sampleValue(schema: JsonSchema | boolean, pick: Pick): unknown {
  const type = typeof schema === "boolean" ? undefined : schema.type;
  if (type === "integer" || type === "number") return pick([1, 7, 120]);
  if (type === "boolean") return pick([true, false]);
  if (type === "array") return [pick(STRINGS), pick(STRINGS)];
  return pick(STRINGS);
}
