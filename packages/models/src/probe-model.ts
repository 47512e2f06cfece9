import type { Known, ModelProfile } from "@millrace/agent";
import { endpoint } from "./base-url.js";
import { getJson } from "./get-json.js";
import { type JsonRecord, listIn, recordIn, sizeIn } from "./json.js";
import { PROBE_MS } from "./limits.js";
import type { ModelTarget } from "./model-target.js";
import { providerHeaders } from "./provider-headers.js";

/** What servers say, before it is dated. */
interface Facts {
  window?: number | undefined;
  tools?: boolean | undefined;
  vision?: boolean | undefined;
  thinks?: boolean | undefined;
}

/** Why tools are taught in text. */
const TAKES_NO_TOOLS = "its server says that it takes no native tools";

/**
 * Asks a local server what it knows of a model. Only what it says is in the result; nothing for hosted providers.
 * Takes {@link PROBE_MS} at most; never throws, aborted or not.
 */
export async function probeModel(target: ModelTarget, signal?: AbortSignal): Promise<Partial<ModelProfile>> {
  if (!target.local) return {};
  const limit = AbortSignal.timeout(PROBE_MS);
  const facts = await ask(target, signal ? AbortSignal.any([signal, limit]) : limit);
  const at = new Date().toISOString();
  const known = <T>(value: T): Known<T> => ({ value, from: "server", at });
  return {
    ...(facts.window !== undefined && { window: known(facts.window) }),
    ...(facts.tools !== undefined && {
      protocol: facts.tools ? known("native" as const) : { ...known("text" as const), why: TAKES_NO_TOOLS },
    }),
    ...(facts.vision !== undefined && { vision: known(facts.vision) }),
    ...(facts.thinks && { reasoning: { form: "field" as const, back: "echo" as const } }),
  };
}

async function ask(target: ModelTarget, signal: AbortSignal): Promise<Facts> {
  switch (target.provider.name) {
    case "ollama":
      return askOllama(target, signal);
    case "lmstudio":
      return askLmStudio(target, signal);
    default:
      return askCompatible(target, signal);
  }
}

/** `/api/show`. Source: Ollama's API documentation. */
async function askOllama(target: ModelTarget, signal: AbortSignal): Promise<Facts> {
  const { baseUrl, route, model } = target;
  const headers = providerHeaders(target);
  const url = endpoint(baseUrl, "");
  // OpenAI's wires are spoken below /v1 of the same server.
  url.pathname = `${url.pathname.replace(/\/v1$/, "").replace(/\/$/, "")}/api/show`;
  const shown = recordIn(await getJson({ url, route, body: { model }, headers, signal }));
  const info = recordIn(shown.model_info);
  // Named after the architecture, e.g. `qwen3.context_length`; an own one may come from an adapter's file.
  const architecture = info["general.architecture"];
  const named = typeof architecture === "string" ? info[`${architecture}.context_length`] : undefined;
  const any = Object.entries(info).find(([key]) => key.endsWith(".context_length"))?.[1];
  const capabilities = Array.isArray(shown.capabilities) ? shown.capabilities : undefined;
  return {
    window: sizeIn(named, any),
    // Servers before 2025 name no capabilities: nothing is known then.
    tools: capabilities?.includes("tools"),
    vision: capabilities?.includes("vision"),
    thinks: capabilities?.includes("thinking"),
  };
}

/** `/api/v0/models`. Source: LM Studio's REST API documentation. A model without trained tool use takes tools as well. */
async function askLmStudio(target: ModelTarget, signal: AbortSignal): Promise<Facts> {
  const { baseUrl, route, model } = target;
  const url = endpoint(baseUrl, "/api/v0/models");
  url.pathname = "/api/v0/models";
  const found = entryOf(recordIn(await getJson({ url, route, headers: providerHeaders(target), signal })), model);
  if (!found) return {};
  return {
    window: sizeIn(found.loaded_context_length, found.max_context_length),
    tools: listIn(found.capabilities).includes("tool_use") || undefined,
    vision: found.type === "vlm" || undefined,
  };
}

/**
 * vLLM says the window with its models, llama.cpp under `/props` (of the slot, so what a request really gets). Both
 * are asked at once: behind an address of one's own either may stand.
 */
async function askCompatible(target: ModelTarget, signal: AbortSignal): Promise<Facts> {
  const { baseUrl, route, model, wire } = target;
  const headers = providerHeaders(target);
  const modelsPath = wire === "anthropic-messages" ? "/v1/models" : "/models";
  const propsUrl = endpoint(baseUrl, "");
  propsUrl.pathname = "/props";
  const [models, props] = await Promise.all([
    getJson({ url: endpoint(baseUrl, modelsPath), route, headers, signal }),
    getJson({ url: propsUrl, route, headers, signal }),
  ]);
  const found = entryOf(recordIn(models), model);
  const properties = recordIn(props);
  const caps = recordIn(properties.chat_template_caps);
  const { supports_tools: shown, supports_tool_calls: calls } = caps;
  const vision = recordIn(properties.modalities).vision;
  return {
    window: sizeIn(recordIn(properties.default_generation_settings).n_ctx, found?.max_model_len, found?.context_length),
    // It looked into the template that it really uses, which may be a newer one than the model's name tells of.
    tools: shown === false || calls === false ? false : (shown === true && calls === true) || undefined,
    vision: typeof vision === "boolean" ? vision : undefined,
  };
}

function entryOf(answer: JsonRecord, model: string): JsonRecord | undefined {
  return listIn(answer.data)
    .map(recordIn)
    .find(({ id }) => id === model);
}
