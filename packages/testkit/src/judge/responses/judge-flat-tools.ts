import { isJsonObject, type JsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";
import { judgeSchema } from "../judge-schema.js";
import { TOOL_NAME } from "../tool-name.js";

const FIELDS = ["type", "name", "description", "parameters", "strict"];

/** The tools a request defines: flat here, and strict unless they say that they are not. */
export function judgeFlatTools({ json }: ReceivedRequest): readonly Finding[] {
  if (!Array.isArray(json.tools)) return [];
  const names = new Set<string>();
  return json.tools.flatMap((tool: unknown, index) => {
    const path = `tools[${index}]`;
    if (!isJsonObject(tool) || tool.type !== "function") {
      return [finding("tool-shape", path, 'A tool must be `{"type": "function", "name", "parameters", …}`.')];
    }
    const findings = Object.keys(tool)
      .filter((key) => !FIELDS.includes(key))
      .map((key) => finding("tool-shape", `${path}.${key}`, `\`${key}\` is no field of a tool here.`));
    const { name, description, parameters, strict } = tool;
    if (typeof name !== "string" || !TOOL_NAME.test(name)) {
      const why = `A tool's name is 1 to 64 of A-Z a-z 0-9 _ -; this is ${JSON.stringify(name)}.`;
      findings.push(finding("tool-name", `${path}.name`, why));
    } else if (names.has(name)) {
      findings.push(finding("tool-name", `${path}.name`, `Another tool is named ${name}, too.`));
    } else names.add(name);
    if (typeof description !== "string" || description === "") {
      findings.push(finding("tool-shape", `${path}.description`, "A tool must say what it does."));
    }
    if (!isJsonObject(parameters) || parameters.type !== "object" || !isJsonObject(parameters.properties)) {
      const why = 'The parameters must be a schema with `"type": "object"` and `properties`.';
      return [...findings, finding("tool-schema", `${path}.parameters`, why)];
    }
    if (strict !== false && !isStrict(parameters)) {
      const why =
        "A tool is strict unless it says `strict: false`: then every property must be required, and no other taken.";
      findings.push(finding("tool-strict", `${path}.strict`, why));
    }
    return [...findings, ...judgeSchema(parameters, `${path}.parameters`)];
  });
}

function isStrict({ properties, required, additionalProperties }: JsonObject): boolean {
  const names = Object.keys(isJsonObject(properties) ? properties : {});
  const must: readonly unknown[] = Array.isArray(required) ? required : [];
  return additionalProperties === false && names.every((name) => must.includes(name));
}
