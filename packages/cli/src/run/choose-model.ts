import { findLocalServers, type LocalServer, type ModelChoice } from "@millrace/models";
import type { Settings } from "../config/settings.js";
import { shellWord } from "../output/shell-word.js";
import { UsageError } from "../usage-error.js";
import { keyFrom } from "./key-from.js";

/** Models that are named where one is to be chosen: with more, what was said first scrolls away. */
const SHOWN = 15;

/** Which model a run talks to. */
export interface ChosenModel {
  choice: ModelChoice;
  /** Said where the user named none. */
  found?: string;
}

/**
 * The model that was named, or, with none named, the only model of the only local server that runs.
 * Throws UsageError for a key variable that is not set, and when there is not exactly one model to be found: it then
 * says what was found and what to type.
 */
export async function chooseModel(settings: Settings, env: NodeJS.ProcessEnv): Promise<ChosenModel> {
  const { model, baseUrl, wire, apiKeyEnv, caFile } = settings;
  const access = {
    env,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(wire !== undefined && { wire }),
    ...(apiKeyEnv !== undefined && { apiKey: keyFrom(apiKeyEnv, "the API key", env) }),
    ...(caFile !== undefined && { caFile }),
  };
  if (model !== undefined) return { choice: { model, ...access } };
  if (baseUrl !== undefined) throw new UsageError(`Which model of ${baseUrl}? Name it: --model NAME.`);
  const only = onlyModelOf(await findLocalServers({ env }));
  return { choice: { model: only.model, ...access }, found: only.found };
}

function onlyModelOf(servers: readonly LocalServer[]): { model: string; found: string } {
  const models = servers.flatMap(({ provider, baseUrl, models: names }) =>
    names.map((name) => ({ model: `${provider}/${name}`, baseUrl })),
  );
  const [only] = models;
  if (only && models.length === 1) {
    return {
      model: only.model,
      found: `Using ${only.model}, the only model of the only local server (${only.baseUrl}).`,
    };
  }
  throw new UsageError(
    whatToType(
      servers,
      models.map(({ model }) => model),
    ),
  );
}

function whatToType(servers: readonly LocalServer[], models: readonly string[]): string {
  if (servers.length === 0) {
    return "No model was named, and no local server was found (Ollama, LM Studio, llama.cpp, vLLM on their usual ports). Start one, or name a model: --model PROVIDER/NAME, e.g. --model openrouter/qwen/qwen3-coder; for a server elsewhere add --base-url URL.";
  }
  const found = servers.map(({ provider, baseUrl }) => `${provider} at ${baseUrl}`).join(", ");
  if (models.length === 0) {
    return `No model was named; ${found} runs but has no model yet. Get one (e.g. ollama pull qwen3-coder), or name one: --model PROVIDER/NAME.`;
  }
  const list = models.slice(0, SHOWN).map((model) => `\n  --model ${shellWord(model)}`);
  const more = models.length > SHOWN ? `\n  … and ${models.length - SHOWN} more: \`millrace models\` lists them.` : "";
  return `No model was named, and there are several (${found}). Choose one:${list.join("")}${more}`;
}
