import type { Tier } from "../dialects/dialect.js";
import { breakSpecialTokens } from "../render/special-tokens.js";
import { writeTagCall } from "../render/write-tag-call.js";
import { bodyParameters } from "../schema/body-parameters.js";
import type { JsonSchema, ToolDefinition } from "../tool-definition.js";
import { describeSchema, type TaughtParameter, taughtParameters } from "./describe-schema.js";

/** A tier: the rules of the form, and how one tool is told. */
interface Lesson {
  rules(tools: readonly ToolDefinition[]): string;
  tool(tool: ToolDefinition): string;
  /** What stands between two tools. */
  between: string;
}

/** Every sentence says what the reader does; the sizes of the tiers are kept by a test. */
const LESSONS: Readonly<Record<Tier, Lesson>> = {
  full: { rules: fullRules, tool: tellFully, between: "\n\n" },
  compact: { rules: compactRules, tool: tellCompactly, between: "\n" },
  minimal: { rules: minimalRules, tool: tellMinimally, between: "\n" },
};

/**
 * Teaches `<tool><param>value</param></tool>` and the tools, see `renderTools`. Special tokens in descriptions, which may
 * be a stranger's words, are broken.
 */
export function teachTags(tools: readonly ToolDefinition[], tier: Tier): string {
  const lesson = LESSONS[tier];
  return breakSpecialTokens(`${lesson.rules(tools)}\n\n${tools.map(lesson.tool).join(lesson.between)}\n`);
}

function fullRules(tools: readonly ToolDefinition[]): string {
  return `# Tools

You call a tool by writing it in your message: a tag with the tool's name, and inside it a tag for each parameter. For example:

${exampleCall(tools)}

- Begin a call on a line of its own. In a code fence or between backticks it is only text and does not run.
- Tags have no attributes. Use the names below exactly; write each parameter once and close it; leave out optional ones you do not need.
- A value of type text begins on the line after its open tag and ends at its close tag. It is taken exactly as written: escape nothing, keep indentation, put no code fence around it.
- Other values are trimmed. Arrays and objects are JSON.
- You may make several calls in one message; they run in order. Then stop: the results come in the next message, in <tool_response> tags. Never write results yourself.
- Where a result says that marks are escaped, a \\ was put into them; leave it out when you write that text to a file.`;
}

function compactRules(tools: readonly ToolDefinition[]): string {
  return `# Tools

Call a tool by writing tags in your message, on lines of their own, never in a code fence:

${exampleCall(tools)}

Tags have no attributes. A text value begins on the line after its open tag and is taken exactly as written; escape nothing. Arrays and objects are JSON. ? means optional. Several calls in one message are fine; results come in the next message, never write them yourself.`;
}

function minimalRules(): string {
  return `Call tools with tags in your message, not in a code fence: <tool_name><parameter>value</parameter></tool_name>
Long text begins on the line after its open tag and is taken as written. ? is optional; arrays and objects are JSON.
Several calls a message are fine. Results come in the next message.`;
}

function tellFully(tool: ToolDefinition): string {
  const bodies = bodyParameters(tool.parameters);
  const parameters = taughtParameters(tool.parameters).map((parameter) => {
    const facts = [
      typeOf(parameter, bodies),
      parameter.required ? "required" : "optional",
      ...defaultOf(parameter.schema),
    ];
    return `- ${parameter.name} (${facts.join(", ")})${colon((parameter.schema.description ?? "").trim())}`;
  });
  return [`## ${tool.name}`, ...present(tool.description.trim()), ...parameters].join("\n");
}

function tellCompactly(tool: ToolDefinition): string {
  const bodies = bodyParameters(tool.parameters);
  const parameters = taughtParameters(tool.parameters).map((parameter) => {
    const type = typeOf(parameter, bodies);
    const facts = type === "string" ? "" : ` (${type})`;
    const { description = "" } = parameter.schema;
    // What a body looks like is worth its place: without it a diff cannot be written.
    const about = bodies.has(parameter.name) ? description.trim() : firstSentence(description);
    return `- ${parameter.name}${mark(parameter)}${facts}${colon(about)}`;
  });
  return [`## ${tool.name}${colon(firstSentence(tool.description))}`, ...parameters].join("\n");
}

function tellMinimally(tool: ToolDefinition): string {
  const parameters = taughtParameters(tool.parameters).map((parameter) => {
    const type = describeSchema(parameter.schema);
    return `${parameter.name}${mark(parameter)}${type === "string" || type === "any" ? "" : `: ${type}`}`;
  });
  const bodies = bodyParameters(tool.parameters);
  const forms = taughtParameters(tool.parameters).flatMap(({ name, schema }) =>
    bodies.has(name) ? present(formOf(schema.description ?? "")).map((form) => `${name}: ${form}`) : [],
  );
  return [`${tool.name}(${parameters.join(", ")})`, ...present(firstSentence(tool.description)), ...forms].join(" ");
}

/** A call of the first tool that has both a body and a short parameter, else of the first: its required parameters. */
function exampleCall(tools: readonly ToolDefinition[]): string {
  const tool = tools.find(showsBoth) ?? tools[0];
  if (tool === undefined) return "";
  const bodies = bodyParameters(tool.parameters);
  const taught = taughtParameters(tool.parameters);
  const shown = taught.some(({ required }) => required)
    ? taught.filter(({ required }) => required)
    : taught.slice(0, 1);
  const input = Object.fromEntries(
    shown.map(({ name, schema }) => [name, exampleValue(name, schema, bodies.has(name))]),
  );
  return writeTagCall({ name: tool.name, input }, tools);
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
  return body && typeof value === "string" && !value.endsWith("\n") ? `${value}\n` : value;
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

function typeOf({ name, schema }: TaughtParameter, bodies: ReadonlySet<string>): string {
  const type = describeSchema(schema);
  return bodies.has(name) && (type === "string" || type === "any") ? "text" : type;
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
