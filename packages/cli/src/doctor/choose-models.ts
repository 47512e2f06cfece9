import { findLocalServers, type ModelChoice } from "@millrace/models";
import type { Settings } from "../config/settings.js";
import { type ChosenModel, chooseModel } from "../run/choose-model.js";
import { UsageError } from "../usage-error.js";

/**
 * The models to be examined: the one that a run would take, or with `all` the configured one and every model of every
 * local server, each once. Throws UsageError as {@link chooseModel} does, and where `all` finds none.
 */
export async function chooseModels(
  settings: Settings,
  all: boolean,
  env: NodeJS.ProcessEnv,
): Promise<readonly ChosenModel[]> {
  if (!all) return [await chooseModel(settings, env)];
  const configured = settings.model === undefined ? [] : [(await chooseModel(settings, env)).choice];
  const servers = await findLocalServers({ env });
  const local = servers.flatMap(({ provider, models }) =>
    models.map((model): ModelChoice => ({ model: `${provider}/${model}`, env })),
  );
  const names = new Set(configured.map(({ model }) => model));
  const choices = [...configured, ...local.filter(({ model }) => !names.has(model))];
  if (choices.length === 0) {
    throw new UsageError(
      "No model was found: no local server with one runs (Ollama, LM Studio, llama.cpp, vLLM on their usual ports), and none is configured. Start one, or name a model: --model PROVIDER/NAME.",
    );
  }
  return choices.map((choice) => ({ choice }));
}
