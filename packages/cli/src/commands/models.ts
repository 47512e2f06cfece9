import { mergeProfiles } from "@millrace/agent";
import {
  findLocalServers,
  listServerModels,
  PROVIDERS,
  type ProfileStore,
  type Provider,
  profileNow,
  providerNamed,
  type ServerChoice,
  type ServerModel,
} from "@millrace/models";
import { nearestName } from "@millrace/protocol";
import { findConfiguration } from "../config/find-config.js";
import { mergeSettings, type Settings } from "../config/settings.js";
import { type MachineMemory, machineMemory } from "../models/machine-memory.js";
import { memoryFit, SESSION_WINDOW } from "../models/memory-fit.js";
import { type ModelReport, reportLines } from "../models/model-report.js";
import { printable } from "../output/printable.js";
import { shellWord } from "../output/shell-word.js";
import { openProfileStore } from "../profiles/open-store.js";
import { userWords } from "../profiles/user-words.js";
import type { ModelsFlags } from "../program.js";
import { keyFrom } from "../run/key-from.js";
import { UsageError } from "../usage-error.js";

/** A server that answered. */
interface Listed {
  provider: Provider;
  address: string;
  reports: readonly ModelReport[];
}

/**
 * `millrace models`: lists the models of the servers on this machine, or of one provider, with what is known of each. What a
 * hosted server says of a model that the user's configuration names, or that a profile is kept of, is kept.
 * Throws UsageError where no server is found, or the one that was named does not answer.
 */
export async function models(flags: ModelsFlags): Promise<void> {
  const { provider } = flags;
  const chosen = provider === undefined ? {} : { model: `${provider}/any` };
  const given = {
    ...chosen,
    ...(flags.baseUrl && { baseUrl: flags.baseUrl }),
    ...(flags.apiKeyEnv && { apiKeyEnv: flags.apiKeyEnv }),
  };
  const configuration = await findConfiguration(process.cwd(), process.env);
  const settings = mergeSettings(given, configuration.user ? { user: configuration.user } : {});
  const store = openProfileStore(process.env);
  const [servers, memory] = await Promise.all([
    provider === undefined ? localServers() : [await namedServer(provider, settings)],
    machineMemory(),
  ]);
  const listed = await Promise.all(servers.map((server) => reportOf(server, settings, store, memory)));
  await keepSaid(servers, configuration.user?.values.model, settings, store);
  process.stdout.write(
    flags.json ? `${JSON.stringify(listed.flatMap(asJson), undefined, 2)}\n` : `${linesOf(listed).join("\n")}\n`,
  );
}

/** A server, as it was asked. */
interface Asked {
  provider: Provider;
  address: string;
  /** On this machine, whose memory is known. */
  here: boolean;
  models: readonly ServerModel[];
}

async function localServers(): Promise<readonly Asked[]> {
  const found = await findLocalServers({ env: process.env });
  const asked = await Promise.all(
    found.map(async ({ provider: name, baseUrl }): Promise<readonly Asked[]> => {
      const provider = providerNamed(name);
      const models = await listServerModels({ provider: name, baseUrl, env: process.env });
      if (provider === undefined || models === undefined) return [];
      return [{ provider, address: baseUrl, here: isHere(baseUrl), models }];
    }),
  );
  const servers = asked.flat();
  if (servers.length === 0) throw new UsageError(noServer());
  return servers;
}

async function namedServer(name: string, { baseUrl, apiKeyEnv, caFile }: Settings): Promise<Asked> {
  const provider = providerNamed(name);
  if (provider === undefined) {
    const names = PROVIDERS.map((row) => row.name);
    const nearest = nearestName(name, names);
    const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
    throw new UsageError(`--provider ${name} is none that is known.${meant} There are: ${names.join(", ")}.`);
  }
  const choice: ServerChoice = {
    provider: name,
    env: process.env,
    ...(baseUrl !== undefined && { baseUrl }),
    ...(apiKeyEnv !== undefined && { apiKey: keyFrom(apiKeyEnv, "the API key", process.env) }),
    ...(caFile !== undefined && { caFile }),
  };
  const models = await listServerModels(choice);
  const address = models?.[0]?.server ?? baseUrl ?? provider.baseUrl ?? "";
  if (models === undefined) {
    const start = provider.start ?? "Its key may be refused, or its address another: see --api-key-env and --base-url.";
    throw new UsageError(`${provider.title} at ${address} does not list its models. ${start}`);
  }
  return { provider, address, here: provider.local === true && isHere(address), models };
}

function isHere(address: string): boolean {
  return ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);
}

function noServer(): string {
  const ways = PROVIDERS.flatMap(({ title, start }) => (start === undefined ? [] : [`\n  ${title}: ${start}`]));
  return `No local model server was found on the usual ports. Start one, or name a provider (--provider openrouter):${ways.join("")}`;
}

async function reportOf(
  { provider, address, here, models: found }: Asked,
  { models: words, contextTokens }: Settings,
  store: ProfileStore,
  memory: MachineMemory,
): Promise<Listed> {
  const reports = found.map(async ({ id, server, model, facts, profile, said, catalogue }): Promise<ModelReport> => {
    const stored = await store.read({ server, model });
    const { profile: counting, notice } = profileNow(stored, said);
    for (const text of [...stored.notices, ...(notice === undefined ? [] : [`${id}: ${notice}`])]) {
      process.stderr.write(`millrace: ${printable(text)}\n`);
    }
    const known = mergeProfiles(userWords(id, words), counting, profile, catalogue);
    const wanted = known.window?.from === "server" ? facts.runsWith : known.window?.value;
    const window = wanted ?? contextTokens ?? Math.min(SESSION_WINDOW, facts.trained ?? SESSION_WINDOW);
    return { id, facts, profile: known, ...(here && { fit: memoryFit(facts, window, memory) }) };
  });
  return { provider, address, reports: await Promise.all(reports) };
}

/** Prices and limits that a hosted server lists: a run does not ask for them, so they are kept where they will be wanted. */
async function keepSaid(
  servers: readonly Asked[],
  configured: string | undefined,
  { models: words = {} }: Settings,
  store: ProfileStore,
): Promise<void> {
  const hosted = servers.filter(({ provider }) => !provider.local).flatMap(({ models: found }) => found);
  for (const { id, server, model, profile, said } of hosted) {
    const isWanted = id === configured || Object.hasOwn(words, id);
    const isKept = isWanted || Object.keys((await store.read({ server, model })).profile).length > 0;
    if (!isKept) continue;
    await store.write({ server, model }, profile, said).catch((error: unknown) => {
      process.stderr.write(`millrace: ${printable(error instanceof Error ? error.message : String(error))}\n`);
    });
  }
}

function linesOf(listed: readonly Listed[]): readonly string[] {
  const lines = listed.flatMap(({ provider, address, reports }) => [
    ...reportLines(provider.title, address, reports),
    "",
  ]);
  const all = listed.flatMap(({ reports }) => reports);
  const first = all.find(({ fit }) => fit?.fits === "yes") ?? all[0];
  if (first === undefined) return [...lines, "Get a model, e.g. `ollama pull qwen3:8b`."];
  const id = shellWord(first.id);
  return [
    ...lines,
    `Work with one:  millrace run --model ${id} "fix the failing test"`,
    `Measure one:    millrace doctor --model ${id}`,
  ];
}

function asJson({ address, reports }: Listed): readonly object[] {
  return reports.map(({ id, facts, profile, fit }) => {
    const { name: _, template: __, ...rest } = facts;
    return {
      model: id,
      server: address,
      ...rest,
      ...(fit && { fits: fit }),
      profile,
      run: ["millrace", "run", "--model", id],
      doctor: ["millrace", "doctor", "--model", id],
    };
  });
}
