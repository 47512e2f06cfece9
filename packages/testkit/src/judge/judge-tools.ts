import { isJsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { type Finding, finding } from "./finding.js";
import { judgeSchema } from "./judge-schema.js";
import { TOOL_NAME } from "./tool-name.js";

/** The definitions of the tools that a request offers. */
export function judgeTools(request: ReceivedRequest): readonly Finding[] {
  const { tools } = request.json;
  if (!Array.isArray(tools)) return [];
  const names = new Set<string>();
  return tools.flatMap((tool: unknown, index) => {
    const path = `tools[${index}]`;
    if (!isJsonObject(tool) || tool.type !== "function" || !isJsonObject(tool.function)) {
      return [finding("tool-shape", path, 'A tool must be `{"type": "function", "function": {…}}`.')];
    }
    const { name, description, parameters } = tool.function;
    const findings: Finding[] = [];
    if (typeof name !== "string" || !TOOL_NAME.test(name)) {
      const why = `A tool's name is 1 to 64 of A-Z a-z 0-9 _ -; this is ${JSON.stringify(name)}.`;
      findings.push(finding("tool-name", `${path}.function.name`, why));
    } else if (names.has(name)) {
      findings.push(finding("tool-name", `${path}.function.name`, `Another tool is named ${name}, too.`));
    } else names.add(name);
    if (typeof description !== "string" || description === "") {
      findings.push(
        finding("tool-shape", `${path}.function.description`, "Some templates break without a description."),
      );
    }
    if (!isJsonObject(parameters) || parameters.type !== "object" || !isJsonObject(parameters.properties)) {
      const why = 'The parameters must be a schema with `"type": "object"` and `properties`.';
      return [...findings, finding("tool-schema", `${path}.function.parameters`, why)];
    }
    return [...findings, ...judgeSchema(parameters, `${path}.function.parameters`)];
  });
}
