import { isJsonObject } from "../json.js";
import { either, flag, type Kind, object, positive } from "../kind.js";
import type { ReceivedRequest } from "../model-request.js";
import { between, checkEnvelope, checkFields, list, number, stops, text, whole } from "./check-fields.js";
import { type Finding, finding } from "./finding.js";

/**
 * What chat completions take. The first rows are OpenAI's API reference; the last are fields that llama.cpp, vLLM and
 * OpenRouter document. OpenAI, Mistral and Groq answer 400 or 422 to a field they do not know.
 */
const CHAT_COMPLETIONS: Readonly<Record<string, Kind>> = {
  model: text,
  messages: list,
  stream: flag,
  stream_options: object,
  tools: list,
  tool_choice: either(text, object),
  parallel_tool_calls: flag,
  temperature: between(0, 2),
  top_p: between(0, 1),
  max_tokens: positive,
  max_completion_tokens: positive,
  stop: stops,
  seed: whole,
  frequency_penalty: between(-2, 2),
  presence_penalty: between(-2, 2),
  response_format: object,
  reasoning_effort: text,
  prompt_cache_key: text,
  user: text,
  top_k: whole,
  min_p: between(0, 1),
  repeat_penalty: number,
  grammar: text,
  structured_outputs: object,
  cache_prompt: flag,
  chat_template_kwargs: object,
  reasoning: object,
};

/** Ollama, docs/api.md, "Generate a chat completion". */
const OLLAMA: Readonly<Record<string, Kind>> = {
  model: text,
  messages: list,
  stream: flag,
  tools: list,
  format: either(text, object),
  options: object,
  keep_alive: either(text, number),
  think: either(flag, text),
};

/** Ollama, docs/modelfile.md, "Valid Parameters and Values", and api.md. An option it does not know is only logged there. */
const OLLAMA_OPTIONS: Readonly<Record<string, Kind>> = {
  num_ctx: positive,
  num_predict: whole,
  num_keep: whole,
  num_gpu: whole,
  num_thread: positive,
  num_batch: positive,
  temperature: between(0, 2),
  top_p: between(0, 1),
  top_k: whole,
  min_p: between(0, 1),
  seed: whole,
  stop: stops,
  repeat_penalty: number,
  repeat_last_n: whole,
  presence_penalty: number,
  frequency_penalty: number,
};

/** A body that no server can read at all. */
export function bodyFault(request: ReceivedRequest): Finding | undefined {
  try {
    if (isJsonObject(JSON.parse(request.body))) return undefined;
    return finding("json", "", "The body is JSON, but no object.");
  } catch (error) {
    return finding("json", "", `The body is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** What is wrong with the parameters of a request of chat completions or Ollama, its messages apart. */
export function judgeParameters(request: ReceivedRequest): readonly Finding[] {
  const { json, wire } = request;
  const findings = checkFields(json, wire === "ollama" ? OLLAMA : CHAT_COMPLETIONS, "");
  if (wire === "ollama" && isJsonObject(json.options))
    findings.push(...checkFields(json.options, OLLAMA_OPTIONS, "options."));

  findings.push(...checkEnvelope(request, ["model", "messages"]));
  for (const name of ["tool_choice", "parallel_tool_calls"]) {
    if (json[name] !== undefined && json.tools === undefined) {
      findings.push(finding("parameter-alone", name, `\`${name}\` is only allowed when tools are given.`));
    }
  }
  // llama.cpp: "Cannot use custom grammar constraints with tools.", and "Cannot use both json_schema and grammar".
  for (const name of ["tools", "json_schema", "response_format"]) {
    if (json.grammar !== undefined && json[name] !== undefined) {
      findings.push(finding("parameter-conflict", "grammar", `\`grammar\` and \`${name}\` exclude each other.`));
    }
  }
  if (json.stream_options !== undefined && json.stream !== true) {
    findings.push(
      finding("parameter-alone", "stream_options", "`stream_options` is only allowed when `stream` is true."),
    );
  }
  return findings;
}
