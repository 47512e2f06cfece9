import type { ModelProfile } from "@millrace/agent";
import { showUrl } from "./base-url.js";
import { PROBE_MS } from "./limits.js";
import { type ModelChoice, type ModelTarget, resolveModel } from "./model-target.js";
import { type AskedModel, askModel, listModels } from "./probe-model.js";
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
 * The models of a server that can chat, with all that it says of each: of a local one each is asked about, of a hosted one
 * the list is all. Undefined where it does not answer in time. Takes 4 s at most; never rejects for what a server does.
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
  const limit = AbortSignal.timeout(PROBE_MS);
  const listed = await listModels(target, signal ? AbortSignal.any([signal, limit]) : limit);
  const chatting = listed?.filter(({ embeds }) => !embeds);
  if (chatting === undefined) return undefined;
  return Promise.all(chatting.map((entry) => describe(entry, { ...target, model: entry.name }, signal)));
}

async function describe(entry: ModelFacts, target: ModelTarget, signal: AbortSignal | undefined): Promise<ServerModel> {
  const { provider, baseUrl, model, local } = target;
  const asked = local ? (await askModel(target, signal)).facts : {};
  const facts = { ...entry, ...asked };
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
