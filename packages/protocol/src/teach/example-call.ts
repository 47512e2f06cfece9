import type { RenderableCall } from "../dialects/dialect.js";
import { breakSpecialTokens } from "../render/special-tokens.js";
import { bodyParameters } from "../schema/body-parameters.js";
import type { JsonSchema, ToolDefinition } from "../tool-definition.js";
import { taughtParameters } from "./describe-schema.js";

/**
 * A call to show: of the first tool that has both a body and a short parameter, else of the first, with its required
 * parameters. Values come from the schema's own `examples` where it has them, their special tokens broken. There must be
 * a tool.
 */
export function exampleCall(tools: readonly ToolDefinition[]): RenderableCall {
  const tool = tools.find(showsBoth) ?? tools[0];
  if (tool === undefined) return { name: "tool_name", input: {} };
  const bodies = bodyParameters(tool.parameters);
  const taught = taughtParameters(tool.parameters);
  const shown = taught.some(({ required }) => required)
    ? taught.filter(({ required }) => required)
    : taught.slice(0, 1);
  const input = Object.fromEntries(
    shown.map(({ name, schema }) => [name, exampleValue(name, schema, bodies.has(name))]),
  );
  return { name: tool.name, input };
}

function showsBoth({ parameters }: ToolDefinition): boolean {
  const bodies = bodyParameters(parameters);
  const required = taughtParameters(parameters).filter((parameter) => parameter.required);
  return required.some(({ name }) => bodies.has(name)) && required.some(({ name }) => !bodies.has(name));
}

function exampleValue(name: string, schema: JsonSchema, body: boolean): unknown {
  const { examples } = schema;
  const given =
    (Array.isArray(examples) ? examples[0] : undefined) ?? schema.default ?? schema.enum?.[0] ?? schema.const;
  const value = given ?? valueOfType(name, schema);
  if (typeof value !== "string") return value;
  const text = breakSpecialTokens(value);
  return body && !text.endsWith("\n") ? `${text}\n` : text;
}

function valueOfType(name: string, { type }: JsonSchema): unknown {
  switch (typeof type === "string" ? type : type?.[0]) {
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    case "null":
      return null;
    default:
      return `the ${name.replaceAll("_", " ")}`;
  }
}
