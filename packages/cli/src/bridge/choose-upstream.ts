import {
  findLocalServers,
  type LocalServer,
  providerNamed,
  readAiSdkName,
  type UpstreamChoice,
  type WireName,
} from "@millrace/models";
import type { ConfigFile, ConfigValues } from "../config/config-values.js";
import { keyFrom } from "../run/key-from.js";
import { UsageError } from "../usage-error.js";

/** What names an upstream on the command line. */
export interface UpstreamFlags {
  upstream?: string;
  provider?: string;
  model?: string;
  wire?: WireName;
  dialect?: string;
  apiKeyEnv?: string;
}

/** Where a bridge leads to. */
export interface ChosenUpstream {
  choice: UpstreamChoice & { model?: string; dialect?: string };
  /** Said where the command line named none. */
  found?: string;
}

/** A server, its key's variable and what is said of it. */
interface Place extends Pick<ChosenUpstream, "found"> {
  server: Pick<UpstreamChoice, "upstream" | "provider">;
  model?: string | undefined;
  wire?: WireName | undefined;
  dialect?: string | undefined;
  apiKeyEnv?: string | undefined;
}

/**
 * The server that was named, or that of the model that was named (`PROVIDER/NAME`), or that of the user's configuration,
 * or the only local one that runs. Throws UsageError for a key variable that is not set, and where there is not exactly
 * one to be found: it then says what was found and what to type.
 */
export async function chooseUpstream(
  flags: UpstreamFlags,
  user: ConfigFile | undefined,
  env: NodeJS.ProcessEnv,
): Promise<ChosenUpstream> {
  const place = namedPlace(flags) ?? configuredPlace(flags, user) ?? (await foundPlace(flags, env));
  const { server, found } = place;
  const variable = flags.apiKeyEnv ?? place.apiKeyEnv;
  const dialect = flags.dialect ?? place.dialect;
  const wire = flags.wire ?? place.wire;
  return {
    choice: {
      env,
      ...server,
      ...(place.model !== undefined && { model: place.model }),
      ...(wire !== undefined && { wire }),
      ...(dialect !== undefined && { dialect }),
      ...(variable !== undefined && { apiKey: keyFrom(variable, "the API key", env) }),
    },
    ...(found !== undefined && { found }),
  };
}

function namedPlace({ upstream, provider, model }: UpstreamFlags): Place | undefined {
  if (upstream !== undefined) return { server: { upstream, ...(provider !== undefined && { provider }) }, model };
  const named = splitModel(model);
  if (named.provider !== undefined) return { server: { upstream: named.provider }, model: named.name };
  if (provider !== undefined)
    throw new UsageError(
      `--provider ${provider} says whose kind of server stands at an address: give --upstream URL, too.`,
    );
  return undefined;
}

function configuredPlace({ model: wanted }: UpstreamFlags, user: ConfigFile | undefined): Place | undefined {
  const { model, baseUrl, wire, dialect, apiKeyEnv }: ConfigValues = user?.values ?? {};
  const { provider, name } = splitModel(model);
  const upstream = baseUrl ?? provider;
  if (user === undefined || upstream === undefined) return undefined;
  const server = { upstream, ...(baseUrl !== undefined && provider !== undefined && { provider }) };
  return { server, model: wanted ?? name, wire, dialect, apiKeyEnv, found: `The upstream is that of ${user.path}.` };
}

async function foundPlace({ model }: UpstreamFlags, env: NodeJS.ProcessEnv): Promise<Place> {
  const servers = await findLocalServers({ env });
  const [only] = servers;
  if (only === undefined || servers.length > 1) throw new UsageError(whatToType(servers));
  const { provider, title, baseUrl, models } = only;
  return {
    server: { upstream: baseUrl, provider },
    model: model ?? (models.length === 1 ? models[0] : undefined),
    found: `Using ${title} at ${baseUrl}, the only local server that runs.`,
  };
}

/**
 * `ollama/qwen3` or `@ai-sdk/google/gemini-3-pro` in its parts. A name may itself hold slashes: only a provider that is
 * known is one.
 */
function splitModel(model: string | undefined): { provider?: string; name?: string } {
  if (model === undefined) return {};
  const aiSdk = readAiSdkName(model);
  if (aiSdk?.model) return { provider: model.slice(0, -aiSdk.model.length - 1), name: aiSdk.model };
  const slash = model.indexOf("/");
  const provider = slash > 0 ? providerNamed(model.slice(0, slash)) : undefined;
  return provider ? { provider: provider.name, name: model.slice(slash + 1) } : { name: model };
}

function whatToType(servers: readonly LocalServer[]): string {
  if (servers.length === 0) {
    return "No upstream was named, and no local server was found (Ollama, LM Studio, llama.cpp, vLLM on their usual ports). Start one, or name it: --upstream URL, or --upstream PROVIDER, e.g. --upstream http://127.0.0.1:8080/v1 or --upstream openrouter.";
  }
  const list = servers.map(({ title, baseUrl }) => `\n  --upstream ${baseUrl}   (${title})`).join("");
  return `No upstream was named, and several local servers run. Choose one:${list}`;
}
