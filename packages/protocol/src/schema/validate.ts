import { MAX_FAULTS_NAMED } from "../limits.js";
import type { ToolDefinition } from "../tool-definition.js";
import { findFaults, type InputFault } from "./find-faults.js";

/**
 * Checks the arguments of a call against the schema of its tool. Gives every fault; an empty list means that they fit.
 *
 * A parameter that the schema does not know is a fault, unless it allows more (`additionalProperties` is true or a
 * schema) or names no properties at all. `null` and `undefined` as a whole count as what they are: no object. Never
 * throws.
 *
 * @example
 * validateInput(readFile, { path: "" }); // [{ kind: "empty", path: "path", message: "`path` must not be empty" }]
 */
export function validateInput(tool: ToolDefinition, input: unknown): readonly InputFault[] {
  return findFaults({ type: "object", ...tool.parameters }, input);
}

/**
 * One sentence for the model that names every fault (of more than 20 the rest is counted): what was given and what is wanted.
 *
 * @example describeFaults(readFile, faults); // "read_file was not run: `path` is missing (text); `line` must be a whole number, not the text \"x\"."
 */
export function describeFaults(tool: ToolDefinition, faults: readonly InputFault[]): string {
  if (faults.length === 0) return `The arguments of ${tool.name} fit.`;
  const clauses = faults.slice(0, MAX_FAULTS_NAMED).map((fault) => fault.message);
  const more = faults.length - clauses.length;
  return `${tool.name} was not run: ${[...clauses, ...(more > 0 ? [`and ${more} more`] : [])].join("; ")}.`;
}
