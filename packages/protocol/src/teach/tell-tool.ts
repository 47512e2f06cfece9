import { bodyParameters } from "../schema/body-parameters.js";
import type { JsonSchema, ToolDefinition } from "../tool-definition.js";
import { describeSchema, type TaughtParameter, taughtParameters } from "./describe-schema.js";
import type { Lesson } from "./lesson.js";

/** A tool with its whole description, and a line a parameter with type, whether it is required, default and description. */
export function tellFully(tool: ToolDefinition, lesson: Lesson): string {
  const bodies = bodyParameters(tool.parameters);
  const parameters = taughtParameters(tool.parameters).map((parameter) => {
    const facts = [
      typeOf(parameter, bodies, lesson),
      parameter.required ? "required" : "optional",
      ...defaultOf(parameter.schema),
    ];
    return `- ${parameter.name} (${facts.join(", ")})${colon((parameter.schema.description ?? "").trim())}`;
  });
  return [`## ${tool.name}`, ...present(tool.description.trim()), ...parameters].join("\n");
}

/** A tool in a line, and a line a parameter: first sentences only, but of a body the whole description. */
export function tellCompactly(tool: ToolDefinition, lesson: Lesson): string {
  const bodies = bodyParameters(tool.parameters);
  const parameters = taughtParameters(tool.parameters).map((parameter) => {
    const type = typeOf(parameter, bodies, lesson);
    const facts = type === "string" ? "" : ` (${type})`;
    const { description = "" } = parameter.schema;
    // What a body looks like is worth its place: without it a diff cannot be written.
    const about = bodies.has(parameter.name) ? description.trim() : firstSentence(description);
    return `- ${parameter.name}${mark(parameter)}${facts}${colon(about)}`;
  });
  return [`## ${tool.name}${colon(firstSentence(tool.description))}`, ...parameters].join("\n");
}

/** A tool in a line with its parameters; the form of a body follows. */
export function tellMinimally(tool: ToolDefinition): string {
  const taught = taughtParameters(tool.parameters).filter(({ schema }) => schema["x-spare"] !== true);
  const parameters = taught.map((parameter) => {
    const type = describeSchema(parameter.schema);
    return `${parameter.name}${mark(parameter)}${type === "string" || type === "any" ? "" : `: ${type}`}`;
  });
  const bodies = bodyParameters(tool.parameters);
  const forms = taught.flatMap(({ name, schema }) =>
    bodies.has(name) ? present(formOf(schema.description ?? "")).map((form) => `${name}: ${form}`) : [],
  );
  return [`${tool.name}(${parameters.join(", ")})`, ...present(firstSentence(tool.description)), ...forms].join(" ");
}

function typeOf({ name, schema }: TaughtParameter, bodies: ReadonlySet<string>, { bodyType }: Lesson): string {
  const type = describeSchema(schema);
  return bodies.has(name) && (type === "string" || type === "any") ? (bodyType ?? type) : type;
}

function mark({ required }: TaughtParameter): string {
  return required ? "" : "?";
}

function defaultOf(schema: JsonSchema): string[] {
  return schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
}

function colon(text: string): string {
  return text === "" ? "" : `: ${text}`;
}

function present(text: string): string[] {
  return text === "" ? [] : [text];
}

/** A description of several lines shows a form; its lines stand as the model is to write them, so not indented. */
function formOf(description: string): string {
  return description.trim().includes("\n") ? description.trim() : firstSentence(description);
}

function firstSentence(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return /^.*?[.!?](?<!\b(?:e\.g|i\.e|etc)\.)(?=\s|$)/.exec(line)?.[0] ?? line;
}
