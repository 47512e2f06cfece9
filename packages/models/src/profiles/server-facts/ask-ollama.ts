import { getJson } from "../../get-json.js";
import { type JsonRecord, lineIn, listIn, recordIn, sizeIn, textIn } from "../../json.js";
import type { ModelTarget } from "../../model-target.js";
import { providerHeaders } from "../../provider-headers.js";
import { cacheBytesPerToken } from "./cache-size.js";
import type { ModelFacts } from "./model-facts.js";
import { besideV1, listOf, readList } from "./read-list.js";

/**
 * Ollama's word on a model: `/api/show` has what it is, `/api/ps` with which window it runs if it is in memory, the list of
 * models which weights it has. Source: Ollama's API documentation. Nothing where it does not know the model, or does not answer.
 */
export async function askOllama(target: ModelTarget, signal: AbortSignal): Promise<Partial<ModelFacts>> {
  const { baseUrl, route, model } = target;
  const headers = providerHeaders(target);
  const list = listOf(target);
  const names = ollamaNames(model);
  const [shown, running, listed] = await Promise.all([
    getJson({ url: besideV1(baseUrl, "/api/show"), route, body: { model }, headers, signal }),
    getJson({ url: besideV1(baseUrl, "/api/ps"), route, headers, signal }),
    getJson({ url: list.url, route, headers, signal }),
  ]);
  const { name: _, ...entry } = readList(listed, list)?.find(({ name }) => names.includes(name)) ?? { name: model };
  return { ...entry, ...readShown(recordIn(shown)), ...readRunning(recordIn(running), names) };
}

/** As its lists may name a model: names have a tag there, which people leave out. */
export function ollamaNames(model: string): readonly string[] {
  return [model, `${model}:latest`];
}

/** What `/api/show` says. */
function readShown(shown: JsonRecord): Partial<ModelFacts> {
  const info = recordIn(shown.model_info);
  // Named after the architecture, e.g. `qwen3.context_length`; an own one may come from an adapter's file.
  const architecture = info["general.architecture"];
  const named = typeof architecture === "string" ? info[`${architecture}.context_length`] : undefined;
  const any = Object.entries(info).find(([key]) => key.endsWith(".context_length"))?.[1];
  const trained = sizeIn(named, any);
  // Servers before 2025 name no capabilities: nothing is known then.
  const capabilities = Array.isArray(shown.capabilities) ? shown.capabilities : undefined;
  const runsWith = contextParameter(shown.parameters);
  const cache = cacheBytesPerToken(info);
  const quantization = lineIn(recordIn(shown.details).quantization_level);
  const template = textIn(shown.template);
  return {
    ...(trained !== undefined && { trained }),
    ...(runsWith !== undefined && { runsWith }),
    ...(cache !== undefined && { cacheBytesPerToken: cache }),
    ...(capabilities && { tools: capabilities.includes("tools"), vision: capabilities.includes("vision") }),
    ...(capabilities?.includes("thinking") && { thinks: true }),
    ...(capabilities?.includes("embedding") && !capabilities.includes("completion") && { embeds: true as const }),
    ...(template !== undefined && { template }),
    ...(quantization !== undefined && { quantization }),
  };
}

/** What a model that is in memory runs with; nothing of one that is not. */
function readRunning(running: JsonRecord, names: readonly string[]): Partial<ModelFacts> {
  const found = listIn(running.models)
    .map(recordIn)
    .find(({ name }) => typeof name === "string" && names.includes(name));
  if (found === undefined) return {};
  const runsWith = sizeIn(found.context_length);
  return { loaded: true, ...(runsWith !== undefined && { runsWith }) };
}

/** The model's own `num_ctx`, in lines such as `num_ctx    4096`. */
function contextParameter(parameters: unknown): number | undefined {
  const found = typeof parameters === "string" ? /^num_ctx\s+(\d+)\s*$/m.exec(parameters) : undefined;
  return sizeIn(Number(found?.[1]));
}
