import { getJson } from "../../get-json.js";
import { type JsonRecord, lineIn, listIn, recordIn, sizeIn, textIn } from "../../json.js";
import type { ModelTarget } from "../../model-target.js";
import { providerHeaders } from "../../provider-headers.js";
import type { ModelFacts } from "./model-facts.js";
import { atRoot, listOf, readList } from "./read-list.js";

/**
 * The word of a server of OpenAI's wires on a model. vLLM says it in its list of models, llama.cpp under `/props` and
 * `/slots` (the window of a slot is what a request really gets). All are asked at once: behind an address of one's own
 * either may stand. Sources: vLLM's OpenAI-compatible server; llama.cpp, tools/server/README.md.
 */
export async function askCompatible(target: ModelTarget, signal: AbortSignal): Promise<Partial<ModelFacts>> {
  const { baseUrl, route, model } = target;
  const headers = providerHeaders(target);
  const list = listOf(target);
  const [models, props, slots] = await Promise.all([
    getJson({ url: list.url, headers, route, signal }),
    getJson({ url: atRoot(baseUrl, "/props"), headers, route, signal }),
    getJson({ url: atRoot(baseUrl, "/slots"), headers, route, signal }),
  ]);
  const listed = readList(models, list);
  const properties = readProperties(recordIn(props), slots);
  const isLlamaCpp = properties.name !== undefined;
  // llama.cpp answers to any name: its one entry is the model that is asked.
  const entry =
    listed?.find(({ name }) => name === model) ?? (isLlamaCpp && listed?.length === 1 ? listed[0] : undefined);
  return { ...entry, ...properties };
}

/** What llama.cpp says under `/props` and, where that is switched on, `/slots`; its `name` is the file it really serves. */
function readProperties(properties: JsonRecord, slots?: unknown): Partial<ModelFacts> {
  // It looked into the template that it really uses, which may be a newer one than the model's name tells of.
  const caps = recordIn(properties.chat_template_caps);
  const { supports_tools: shown, supports_tool_calls: calls } = caps;
  const tools = shown === false || calls === false ? false : shown === true && calls === true ? true : undefined;
  const { vision } = recordIn(properties.modalities);
  const template = textIn(properties.chat_template);
  const file = fileOf(lineIn(properties.model_path));
  const [slot] = listIn(slots);
  const runsWith = sizeIn(recordIn(slot).n_ctx, recordIn(properties.default_generation_settings).n_ctx);
  const name = lineIn(properties.model_alias) ?? file;
  return {
    ...(runsWith !== undefined && { runsWith }),
    ...(tools !== undefined && { tools }),
    ...(typeof caps.supports_parallel_tool_calls === "boolean" && { parallel: caps.supports_parallel_tool_calls }),
    ...(typeof caps.supports_system_role === "boolean" && { systemMessage: caps.supports_system_role }),
    ...(typeof vision === "boolean" && { vision }),
    ...(template !== undefined && { template }),
    ...(name !== undefined && { name, loaded: true }),
    ...(file !== undefined && { weights: file }),
  };
}

function fileOf(path: string | undefined): string | undefined {
  return path?.split(/[/\\]/).findLast((part) => part !== "");
}
