import { isJsonObject } from "../../json.js";
import { either, flag, type Kind, object, positive } from "../../kind.js";
import type { ReceivedRequest } from "../../model-request.js";
import { between, checkEnvelope, checkFields, list, text, whole } from "../check-fields.js";
import { type Finding, finding } from "../finding.js";

/** OpenAI refuses a smaller limit: "Expected a value >= 16". */
const MIN_OUTPUT_TOKENS = 16;

const INCLUDABLE = [
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
  "message.input_image.image_url",
  "file_search_call.results",
  "web_search_call.action.sources",
  "code_interpreter_call.outputs",
  "computer_call_output.output.image_url",
];

const include: Kind = {
  words: `a list of ${INCLUDABLE.join(", ")}`,
  holds: (value) => Array.isArray(value) && value.every((entry) => INCLUDABLE.includes(String(entry))),
};
const outputLimit: Kind = {
  words: `a whole number from ${MIN_OUTPUT_TOKENS} up`,
  holds: (value) => Number.isInteger(value) && Number(value) >= MIN_OUTPUT_TOKENS,
};
const toolChoice: Kind = {
  words: '"auto", "none", "required" or {"type": "function", "name": …}',
  holds: (value) =>
    ["auto", "none", "required"].includes(String(value)) ||
    (isJsonObject(value) && value.type === "function" && typeof value.name === "string"),
};

/** OpenAI's API reference, "Create a model response". It answers 400 to a field it does not know. */
const PARAMETERS: Readonly<Record<string, Kind>> = {
  model: text,
  input: either(text, list),
  instructions: text,
  stream: flag,
  stream_options: object,
  store: flag,
  include,
  tools: list,
  tool_choice: toolChoice,
  parallel_tool_calls: flag,
  max_tool_calls: positive,
  max_output_tokens: outputLimit,
  temperature: between(0, 2),
  top_p: between(0, 1),
  top_logprobs: whole,
  reasoning: object,
  text: object,
  truncation: text,
  metadata: object,
  prompt_cache_key: text,
  prompt_cache_retention: text,
  safety_identifier: text,
  service_tier: text,
  user: text,
  previous_response_id: text,
};

/** The parameters and headers of a request, its items and tools apart. */
export function judgeResponseParameters(request: ReceivedRequest): readonly Finding[] {
  const { json } = request;
  const findings = [...checkFields(json, PARAMETERS, ""), ...checkEnvelope(request, ["model", "input"])];
  for (const name of ["tool_choice", "parallel_tool_calls"]) {
    if (json[name] !== undefined && json.tools === undefined) {
      findings.push(finding("parameter-alone", name, `\`${name}\` is only allowed when tools are given.`));
    }
  }
  if (typeof json.instructions === "string" && json.instructions.trim() === "") {
    findings.push(finding("empty-content", "instructions", "The instructions say nothing."));
  }
  if (json.previous_response_id !== undefined && json.store === false) {
    const why = "A response that nobody stored cannot be gone on with.";
    findings.push(finding("parameter-conflict", "previous_response_id", why));
  }
  return findings;
}
