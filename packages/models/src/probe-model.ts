import type { ModelProfile } from "@millrace/agent";
import { getJson } from "./get-json.js";
import { limitedSignal } from "./limited-signal.js";
import { PROBE_MS } from "./limits.js";
import type { ModelTarget } from "./model-target.js";
import { askCompatible } from "./profiles/server-facts/ask-compatible.js";
import { askOllama, ollamaNames } from "./profiles/server-facts/ask-ollama.js";
import { factsProfile, saidOf } from "./profiles/server-facts/facts-profile.js";
import type { ModelFacts } from "./profiles/server-facts/model-facts.js";
import { listOf, readList } from "./profiles/server-facts/read-list.js";
import type { ServerSaid } from "./profiles/server-said.js";

/** What a server said of a model when it was asked. */
export interface AskedModel {
  facts: Partial<ModelFacts>;
  /** What follows from it, each value `from: "server"`. */
  profile: Partial<ModelProfile>;
  /** What of it is kept beside a measurement. */
  said: ServerSaid;
  /** The server answered, lists its models, and this one is not among them: a request for it would be refused. These are. */
  missingAmong?: readonly string[];
}

/** Servers that answer to the names that they list, and to no others. */
const NAMES_COUNT: ReadonlySet<string> = new Set(["ollama", "lmstudio", "vllm"]);

/**
 * Asks a local server what it knows of a model. Only what it says is in the result; nothing for hosted providers.
 * Takes {@link PROBE_MS} at most; never throws, aborted or not.
 */
export async function probeModel(target: ModelTarget, signal?: AbortSignal): Promise<Partial<ModelProfile>> {
  return target.local ? (await askModel(target, signal)).profile : {};
}

/**
 * Asks any server what it knows of a model: a local one by all that it says, a hosted one by its list. Takes
 * {@link PROBE_MS} at most; never throws, aborted or not: what is not said, or not in time, is absent.
 */
export async function askModel(target: ModelTarget, signal?: AbortSignal): Promise<AskedModel> {
  const both = limitedSignal(PROBE_MS, signal);
  const facts = await askServer(target, both);
  const profile = factsProfile(facts, target);
  const asked = { facts, profile, said: saidOf(facts, profile) };
  if (Object.keys(facts).length > 0 || !NAMES_COUNT.has(target.provider.name)) return asked;
  const listed = (await listModels(target, both))?.map(({ name }) => name);
  if (listed === undefined || ollamaNames(target.model).some((name) => listed.includes(name))) return asked;
  return { ...asked, missingAmong: listed };
}

/** What a server says of a model, in the signal's time. Never throws. */
export async function askServer(target: ModelTarget, signal: AbortSignal): Promise<Partial<ModelFacts>> {
  switch (target.provider.name) {
    case "ollama":
      return askOllama(target, signal);
    case "lmstudio":
      return askList(target, signal);
    default:
      return target.local ? askCompatible(target, signal) : askList(target, signal);
  }
}

async function askList(target: ModelTarget, signal: AbortSignal): Promise<Partial<ModelFacts>> {
  const models = await listModels(target, signal);
  return models?.find(({ name }) => name === target.model) ?? {};
}

/** The models that a server lists, with what its list says of each; undefined where it lists none in the signal's time. Never throws. */
export async function listModels(target: ModelTarget, signal: AbortSignal): Promise<readonly ModelFacts[] | undefined> {
  const list = listOf(target);
  return readList(await getJson({ url: list.url, headers: list.headers, route: target.route, signal }), list);
}
