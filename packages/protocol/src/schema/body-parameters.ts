import type { JsonSchema } from "../tool-definition.js";

/**
 * Names that hold long text in the tools people write, for schemas that do not mark their bodies. A name per row, with
 * a parameter it was seen as.
 */
const DEFAULT_BODY_NAMES: ReadonlySet<string> = new Set([
  "content", // write_to_file
  "diff", // replace_in_file
  "patch", // apply_patch
  "input", // apply_patch, in its other form
  "command", // execute_command
  "result", // attempt_completion
  "response", // plan_mode_respond
  "question", // ask_followup_question
  "context", // new_task
  "text", // browser_action
  "arguments", // use_mcp_tool
  "old_string", // edit
  "new_string", // edit
  "code", // run_code
  "script", // run_script
  "prompt", // task
]);

/** A value of only these types is never a body, whatever its name: it has no use for blanks or line breaks. */
const SHORT_TYPES: ReadonlySet<string> = new Set(["number", "integer", "boolean", "null"]);

/**
 * The parameters whose values are bodies: long text that may hold anything, read by the body rules and never decoded.
 *
 * A schema that puts `x-body` (true or false) on any property is taken at its word. In a schema without marks those
 * with one of {@link DEFAULT_BODY_NAMES} are bodies, unless their type has no text in it.
 *
 * @example
 * bodyParameters({ type: "object", properties: { path: { type: "string" }, content: { type: "string" } } }); // {"content"}
 */
export function bodyParameters(parameters: JsonSchema): ReadonlySet<string> {
  const properties = Object.entries(parameters.properties ?? {});
  const marked = properties.some(([, schema]) => typeof schema["x-body"] === "boolean");
  const bodies = properties.filter(([name, schema]) =>
    marked ? schema["x-body"] === true : DEFAULT_BODY_NAMES.has(name) && !isShort(schema),
  );
  return new Set(bodies.map(([name]) => name));
}

function isShort({ type }: JsonSchema): boolean {
  if (type === undefined) return false;
  return (typeof type === "string" ? [type] : type).every((one) => SHORT_TYPES.has(one));
}
