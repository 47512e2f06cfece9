import type { ModelProfile } from "@millrace/agent";
import { showUrl } from "./base-url.js";
import { limitedSignal } from "./limited-signal.js";
import { MAX_PARALLEL_QUESTIONS, PROBE_MS } from "./limits.js";
import { type ModelChoice, type ModelTarget, resolveModel } from "./model-target.js";
import { type AskedModel, askServer, listModels } from "./probe-model.js";
import { familyProfile } from "./profiles/family-profile.js";
import { factsProfile, saidOf } from "./profiles/server-facts/facts-profile.js";
import type { ModelFacts } from "./profiles/server-facts/model-facts.js";

/** Which server, as a user names it. */
export interface ServerChoice extends Omit<ModelChoice, "model"> {
  /** A name of the provider table. */
  provider: string;
}

/** A model that a server lists, and what it says of it. */
export interface ServerModel extends Omit<AskedModel, "missingAmong"> {
  facts: ModelFacts;
  /** As a run names it: `ollama/qwen3:8b`. */
  id: string;
  /** The server's address, as profiles are stored by. */
  server: string;
  /** As the server knows it. */
  model: string;
  /** What is known by its name alone. */
  catalogue: Partial<ModelProfile>;
}

/** Stands for the name of a model where only its server is asked for. */
const ANY = "any";

/**
 * The models of a server that can chat, with all that it says of each: Ollama is asked about each, a local server of
 * another kind about the one that it has; else the list is all. Undefined where it does not answer in time. Takes 4 s at
 * most; never rejects for what a server does.
 *
 * @throws InvalidOptionError as {@link resolveModel} does
 * @example
 * for (const { id, facts } of (await listServerModels({ provider: "ollama" })) ?? []) console.log(id, facts.sizeBytes);
 */
export async function listServerModels(
  { provider, ...access }: ServerChoice,
  signal?: AbortSignal,
): Promise<readonly ServerModel[] | undefined> {
  const targetOf = (model: string) => resolveModel({ ...access, model: `${provider}/${model}` });
  const target = targetOf(ANY);
  const listed = await listModels(target, limitedSignal(PROBE_MS, signal));
  const chatting = listed?.filter(({ embeds }) => !embeds);
  if (chatting === undefined) return undefined;
  const isAsked = saysMore(target, chatting.length);
  const limited = limitedSignal(PROBE_MS, signal);
  const described: ServerModel[] = [];
  const waiting = chatting.entries();
  const work = async (): Promise<void> => {
    for (const [at, entry] of waiting) {
      const one = { ...target, model: entry.name };
      // A signal of its own: Node warns of one that many requests wait for.
      const asked = isAsked ? await askServer(one, AbortSignal.any([limited])) : {};
      described[at] = describe({ ...entry, ...asked }, one);
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_QUESTIONS }, work));
  return described;
}

/** Whether the server knows more of a model than it lists. What llama.cpp says besides is of its one model. */
function saysMore({ provider, local }: ModelTarget, models: number): boolean {
  if (provider.name === "ollama") return true;
  return local && provider.name !== "lmstudio" && models === 1;
}

function describe(facts: ModelFacts, target: ModelTarget): ServerModel {
  const { provider, baseUrl, model } = target;
  const profile = factsProfile(facts, target);
  return {
    id: `${provider.name}/${model}`,
    server: showUrl(baseUrl),
    model,
    facts,
    profile,
    said: saidOf(facts, profile),
    catalogue: provider.chatTemplate === "published" ? familyProfile(model) : {},
  };
}
