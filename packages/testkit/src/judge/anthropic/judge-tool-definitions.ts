import { isJsonObject } from "../../json.js";
import type { ReceivedRequest } from "../../model-request.js";
import { type Finding, finding } from "../finding.js";
import { judgeSchema } from "../judge-schema.js";
import { TOOL_NAME } from "../tool-name.js";

const FIELDS = ["type", "name", "description", "input_schema", "cache_control", "strict", "input_examples"];

/** What Anthropic takes as the name of a property. */
const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;

/** The tools a request defines. Tools that the server runs itself have another `type`: none are expected here. */
export function judgeToolDefinitions(request: ReceivedRequest): readonly Finding[] {
  const { tools } = request.json;
  if (!Array.isArray(tools)) return [];
  const names = new Set<string>();
  return tools.flatMap((tool: unknown, index) => {
    const path = `tools[${index}]`;
    if (!isJsonObject(tool) || (tool.type !== undefined && tool.type !== "custom")) {
      return [finding("tool-shape", path, "A tool must be `{ name, description, input_schema }`.")];
    }
    const findings = Object.keys(tool)
      .filter((key) => !FIELDS.includes(key))
      .map((key) => finding("tool-shape", `${path}.${key}`, `\`${key}\` is no field of a tool.`));
    const { name, description, input_schema: schema } = tool;
    if (typeof name !== "string" || !TOOL_NAME.test(name)) {
      const why = `A tool's name is 1 to 64 of A-Z a-z 0-9 _ -; this is ${JSON.stringify(name)}.`;
      findings.push(finding("tool-name", `${path}.name`, why));
    } else if (names.has(name)) {
      findings.push(finding("tool-name", `${path}.name`, `Another tool is named ${name}, too.`));
    } else names.add(name);
    if (typeof description !== "string" || description === "") {
      findings.push(finding("tool-shape", `${path}.description`, "A tool must say what it does."));
    }
    return [...findings, ...judgeInputSchema(schema, `${path}.input_schema`)];
  });
}

function judgeInputSchema(schema: unknown, path: string): readonly Finding[] {
  if (!isJsonObject(schema) || schema.type !== "object") {
    return [finding("tool-schema", path, 'The input must be a schema with `"type": "object"`.')];
  }
  const choices = ["oneOf", "anyOf", "allOf"].filter((keyword) => schema[keyword] !== undefined);
  const names = Object.keys(isJsonObject(schema.properties) ? schema.properties : {});
  return [
    ...choices.map((keyword) =>
      finding("tool-schema", `${path}.${keyword}`, `\`${keyword}\` is not taken at the top of a schema.`),
    ),
    ...names
      .filter((name) => !PROPERTY.test(name))
      .map((name) =>
        finding("tool-schema", `${path}.properties`, `A property may not be named ${JSON.stringify(name)}.`),
      ),
    ...judgeSchema(schema, path),
  ];
}
