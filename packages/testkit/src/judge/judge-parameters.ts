import { isJsonObject, type JsonObject } from "../json.js";
import type { ReceivedRequest } from "../model-request.js";
import { type Finding, finding } from "./finding.js";

interface Kind {
  words: string;
  holds: (value: unknown) => boolean;
}

const text: Kind = { words: "a text that is not empty", holds: (value) => typeof value === "string" && value !== "" };
const flag: Kind = { words: "true or false", holds: (value) => typeof value === "boolean" };
const object: Kind = { words: "an object", holds: isJsonObject };
const list: Kind = { words: "a list that is not empty", holds: (value) => Array.isArray(value) && value.length > 0 };
const number: Kind = { words: "a number", holds: (value) => typeof value === "number" };
const whole: Kind = { words: "a whole number", holds: Number.isInteger };
const positive: Kind = {
  words: "a whole number from 1 up",
  holds: (value) => whole.holds(value) && Number(value) >= 1,
};
const stops: Kind = {
  words: "a text, or a list of texts",
  holds: (value) => text.holds(value) || (list.holds(value) && (value as unknown[]).every(text.holds)),
};
const either = (a: Kind, b: Kind): Kind => ({
  words: `${a.words}, or ${b.words}`,
  holds: (value) => a.holds(value) || b.holds(value),
});
const between = (low: number, high: number): Kind => ({
  words: `a number from ${low} to ${high}`,
  holds: (value) => typeof value === "number" && value >= low && value <= high,
});

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

export function judgeParameters(request: ReceivedRequest): readonly Finding[] {
  const { json, wire } = request;
  const findings = check(json, wire === "ollama" ? OLLAMA : CHAT_COMPLETIONS, "");
  if (wire === "ollama" && isJsonObject(json.options))
    findings.push(...check(json.options, OLLAMA_OPTIONS, "options."));

  const type = request.headers["content-type"] ?? "none";
  if (!type.startsWith("application/json")) {
    findings.push(finding("content-type", "", `The content type must be application/json; it is ${type}.`));
  }
  for (const name of ["model", "messages"]) {
    if (json[name] === undefined) findings.push(finding("required-field", name, `\`${name}\` is missing.`));
  }
  for (const name of ["tool_choice", "parallel_tool_calls"]) {
    if (json[name] !== undefined && json.tools === undefined) {
      findings.push(finding("parameter-alone", name, `\`${name}\` is only allowed when tools are given.`));
    }
  }
  if (json.stream_options !== undefined && json.stream !== true) {
    findings.push(
      finding("parameter-alone", "stream_options", "`stream_options` is only allowed when `stream` is true."),
    );
  }
  return findings;
}

function check(values: JsonObject, known: Readonly<Record<string, Kind>>, prefix: string): Finding[] {
  const findings: Finding[] = [];
  for (const [name, value] of Object.entries(values)) {
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    const path = `${prefix}${name}`;
    if (kind === undefined) findings.push(finding("unknown-parameter", path, `No strict server takes \`${path}\`.`));
    else if (!kind.holds(value)) {
      findings.push(finding("parameter-type", path, `\`${path}\` must be ${kind.words}; it is ${shown(value)}.`));
    }
  }
  return findings;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 80);
}
