import { InvalidOptionError } from "./errors.js";
import type { ToolDefinition } from "./tool-definition.js";

/** Throws InvalidOptionError, which says what is wrong, unless these are tools that a reader can work with. */
export function checkTools(tools: readonly ToolDefinition[]): void {
  if (!Array.isArray(tools)) throw new InvalidOptionError("tools", "`tools` must be a list of tool definitions.");
  const names = new Set<string>();
  for (const tool of tools) {
    if (typeof tool?.name !== "string" || tool.name === "") {
      throw new InvalidOptionError("tools", "Every tool in `tools` needs a name.");
    }
    if (names.has(tool.name)) throw new InvalidOptionError("tools", `\`tools\` names "${tool.name}" twice.`);
    names.add(tool.name);
    checkParameters(tool);
  }
}

function checkParameters({ name, parameters }: ToolDefinition): void {
  if (!isObject(parameters)) {
    throw new InvalidOptionError("tools", `The tool "${name}" in \`tools\` needs \`parameters\`, a JSON Schema.`);
  }
  const { properties, required } = parameters;
  if (properties !== undefined && !(isObject(properties) && Object.values(properties).every(isObject))) {
    throw new InvalidOptionError("tools", `\`parameters.properties\` of the tool "${name}" must hold a schema a name.`);
  }
  if (required !== undefined && !(Array.isArray(required) && required.every((one) => typeof one === "string"))) {
    throw new InvalidOptionError("tools", `\`parameters.required\` of the tool "${name}" must be a list of names.`);
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
