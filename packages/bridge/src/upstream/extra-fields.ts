import type { ConnectedModel } from "@millrace/models";
import type { ClientWire } from "../client-wire.js";
import { isRecord } from "../json.js";

type UpstreamWire = ConnectedModel["wire"];

/**
 * Fields that say the same on several wires, by their names there; a dot leads into an object. Absent: that wire has no
 * such field. Sources: the API references of OpenAI, Anthropic and Ollama, the call options of `@ai-sdk/provider`.
 */
const SHARED_FIELDS: readonly Partial<Record<UpstreamWire, string>>[] = [
  // Sample: 0.2
  {
    "openai-chat": "temperature",
    "openai-responses": "temperature",
    "anthropic-messages": "temperature",
    "ollama-chat": "options.temperature",
    "ai-sdk": "temperature",
  },
  // Sample: 0.95
  {
    "openai-chat": "top_p",
    "openai-responses": "top_p",
    "anthropic-messages": "top_p",
    "ollama-chat": "options.top_p",
    "ai-sdk": "topP",
  },
  // Sample: 40
  { "anthropic-messages": "top_k", "ollama-chat": "options.top_k", "ai-sdk": "topK" },
  // Sample: 7
  { "openai-chat": "seed", "ollama-chat": "options.seed", "ai-sdk": "seed" },
  // Sample: 0.5
  { "openai-chat": "frequency_penalty", "ollama-chat": "options.frequency_penalty", "ai-sdk": "frequencyPenalty" },
  { "openai-chat": "presence_penalty", "ollama-chat": "options.presence_penalty", "ai-sdk": "presencePenalty" },
  // Sample: "low"
  { "openai-chat": "reasoning_effort", "openai-responses": "reasoning.effort" },
  // Sample: "low"
  { "openai-chat": "verbosity", "openai-responses": "text.verbosity" },
  // Sample: "session-1"
  { "openai-chat": "prompt_cache_key", "openai-responses": "prompt_cache_key" },
  // Sample: "flex"
  { "openai-chat": "service_tier", "openai-responses": "service_tier" },
];

/**
 * The fields of a client's request that the bridge does not read, for the upstream: all of them as they are on the wire
 * they are from; on another one those that it has, too, under its name, and the format of the answer.
 */
export function extraFields(
  extra: Readonly<Record<string, unknown>>,
  from: ClientWire["name"],
  to: UpstreamWire,
): Readonly<Record<string, unknown>> {
  if (from === to) return extra;
  const fields: Record<string, unknown> = {};
  for (const names of SHARED_FIELDS) {
    const source = names[from];
    const target = names[to];
    if (source === undefined || target === undefined) continue;
    const value = valueAt(extra, source.split("."));
    if (value !== undefined && value !== null) setAt(fields, target.split("."), value);
  }
  const format = formatFor(extra, from, to);
  if (format) setAt(fields, format.path, format.value);
  return fields;
}

/** A schema that the answer is to follow: each wire wraps it in its own way. */
function formatFor(
  extra: Readonly<Record<string, unknown>>,
  from: ClientWire["name"],
  to: UpstreamWire,
): { path: readonly string[]; value: unknown } | undefined {
  const given = from === "openai-chat" ? extra.response_format : valueAt(extra, ["text", "format"]);
  if (!isRecord(given) || from === "anthropic-messages") return undefined;
  const { type } = given;
  const named = from === "openai-chat" ? given.json_schema : given;
  if (type === "json_schema" && isRecord(named)) {
    const { name, description, schema, strict } = named;
    const inner = { name, description, schema, strict };
    if (to === "openai-chat") return { path: ["response_format"], value: { type, json_schema: inner } };
    if (to === "openai-responses") return { path: ["text", "format"], value: { type, ...inner } };
    return to === "ollama-chat" ? { path: ["format"], value: schema } : undefined;
  }
  if (type !== "json_object") return undefined;
  if (to === "openai-chat") return { path: ["response_format"], value: { type } };
  if (to === "openai-responses") return { path: ["text", "format"], value: { type } };
  return to === "ollama-chat" ? { path: ["format"], value: "json" } : undefined;
}

function valueAt(record: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) value = isRecord(value) ? value[name] : undefined;
  return value;
}

function setAt(record: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    record[name] = value;
    return;
  }
  const inner: Record<string, unknown> = isRecord(record[name]) ? { ...record[name] } : {};
  setAt(inner, rest, value);
  record[name] = inner;
}
