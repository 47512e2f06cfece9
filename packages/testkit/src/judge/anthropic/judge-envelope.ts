import { isJsonObject, type JsonObject } from "../../json.js";
import { either, flag, type Kind, object, positive } from "../../kind.js";
import type { ReceivedRequest } from "../../model-request.js";
import { between, checkEnvelope, checkFields, list, text, whole } from "../check-fields.js";
import { type Finding, finding } from "../finding.js";

const VERSION = /^\d{4}-\d{2}-\d{2}$/;
const MIN_THINKING_BUDGET = 1024;

const texts: Kind = {
  words: "a list of texts that are not blank",
  holds: (value) =>
    Array.isArray(value) && value.every((entry: unknown) => typeof entry === "string" && entry.trim() !== ""),
};
const thinking: Kind = {
  words: `{"type": "disabled"}, {"type": "adaptive"} or {"type": "enabled", "budget_tokens": ${MIN_THINKING_BUDGET} or more}`,
  holds: (value) =>
    isJsonObject(value) &&
    (value.type === "enabled"
      ? Number.isInteger(value.budget_tokens) && Number(value.budget_tokens) >= MIN_THINKING_BUDGET
      : (value.type === "disabled" || value.type === "adaptive") && value.budget_tokens === undefined),
};
const toolChoice: Kind = {
  words: '{"type": "auto", "any", "tool" with a `name`, or "none"}',
  holds: (value) =>
    isJsonObject(value) &&
    ["auto", "any", "tool", "none"].includes(String(value.type)) &&
    (value.type === "tool") === (typeof value.name === "string"),
};

/** Anthropic's API reference, "Create a Message". A field it does not know is refused: "Extra inputs are not permitted". */
const PARAMETERS: Readonly<Record<string, Kind>> = {
  model: text,
  max_tokens: positive,
  messages: list,
  system: either(text, list),
  stream: flag,
  temperature: between(0, 1),
  top_p: between(0, 1),
  top_k: whole,
  stop_sequences: texts,
  tools: list,
  tool_choice: toolChoice,
  thinking,
  metadata: object,
  service_tier: text,
  output_config: object,
  cache_control: object,
};

/** Headers and parameters. Its own headers are demanded of everyone, whoever the server claims to be. */
export function judgeEnvelope(request: ReceivedRequest): readonly Finding[] {
  const { headers, json } = request;
  const findings = [
    ...checkFields(json, PARAMETERS, ""),
    ...checkEnvelope(request, ["model", "messages", "max_tokens"]),
    ...conflicts(json),
  ];
  if (headers["x-api-key"] === undefined) {
    findings.push(finding("header", "", "The key must come in the header x-api-key."));
  }
  const version = headers["anthropic-version"];
  if (typeof version !== "string" || !VERSION.test(version)) {
    findings.push(finding("header", "", "The header anthropic-version must be a date such as 2023-06-01."));
  }
  if (json.tool_choice !== undefined && json.tools === undefined) {
    findings.push(finding("parameter-alone", "tool_choice", "`tool_choice` is only allowed when tools are given."));
  }
  return findings;
}

/** Parameters that each may be there, but not together. */
function conflicts(json: JsonObject): readonly Finding[] {
  const findings: Finding[] = [];
  const conflict = (path: string, why: string) => findings.push(finding("parameter-conflict", path, why));
  if (json.temperature !== undefined && json.top_p !== undefined) {
    conflict("top_p", "Newer models take either `temperature` or `top_p`, not both.");
  }
  if (!isJsonObject(json.thinking) || json.thinking.type === "disabled") return findings;
  if (json.temperature !== undefined && json.temperature !== 1) {
    conflict("temperature", "With thinking `temperature` may only be 1.");
  }
  if (json.top_k !== undefined) conflict("top_k", "With thinking `top_k` may not be set.");
  if (isJsonObject(json.tool_choice) && (json.tool_choice.type === "any" || json.tool_choice.type === "tool")) {
    conflict("tool_choice", "With thinking no tool may be forced.");
  }
  const { budget_tokens: budget } = json.thinking;
  if (typeof budget === "number" && typeof json.max_tokens === "number" && budget >= json.max_tokens) {
    conflict("thinking.budget_tokens", "`max_tokens` must be greater than the thinking budget.");
  }
  return findings;
}
