import { endpoint, showUrl } from "./base-url.js";
import type { Environment } from "./environment.js";
import { getJson } from "./get-json.js";
import { limitedSignal } from "./limited-signal.js";
import { DISCOVERY_MS } from "./limits.js";
import { listedModels, modelsPath } from "./listed-models.js";
import { ollamaHost } from "./ollama-host.js";
import type { Provider } from "./provider.js";
import { PROVIDERS } from "./providers.js";
import { type Route, routeTo } from "./route/route.js";

/** A model server that answered. */
export interface LocalServer {
  /** Name of the provider table. */
  provider: string;
  title: string;
  baseUrl: string;
  /** Names of the models that can chat, as the server lists them. */
  models: readonly string[];
}

/**
 * Asks for local servers on their usual ports, all at once; `OLLAMA_HOST` is honoured. In the order of the provider
 * table; empty if none answers within 500 ms. A server at whose address two providers were looked for is the first of
 * them. Never throws.
 *
 * @example
 * for (const { provider, models } of await findLocalServers()) console.log(models.map((model) => `${provider}/${model}`));
 */
export async function findLocalServers(
  options: { env?: Environment; signal?: AbortSignal } = {},
): Promise<readonly LocalServer[]> {
  const signal = limitedSignal(DISCOVERY_MS, options.signal);
  const env = options.env ?? process.env;
  const asked = PROVIDERS.filter(({ local }) => local).map((provider) => askServer(provider, env, signal));
  return distinctServers((await Promise.all(asked)).filter((server) => server !== undefined));
}

/** Each server once, the first of those at the same host and port: `OLLAMA_HOST` may name another's usual port. */
export function distinctServers(found: readonly LocalServer[]): readonly LocalServer[] {
  const hosts = found.map(({ baseUrl }) => hostOf(baseUrl));
  return found.filter((_, at) => hosts.indexOf(hosts[at] ?? "") === at);
}

/** Host and port, which make a server; the loopback has several names. */
function hostOf(baseUrl: string): string {
  const { hostname, host, port } = new URL(baseUrl);
  return hostname === "localhost" || hostname === "[::1]" ? `127.0.0.1:${port}` : host;
}

async function askServer(provider: Provider, env: Environment, signal: AbortSignal): Promise<LocalServer | undefined> {
  const place = placeOf(provider, env);
  if (!place) return undefined;
  const { base, route } = place;
  const { wire } = provider;
  const models = listedModels(await getJson({ url: endpoint(base, modelsPath(wire)), route, signal }), wire);
  if (models === undefined) return undefined;
  return { provider: provider.name, title: provider.title, baseUrl: showUrl(base), models };
}

function placeOf(provider: Provider, env: Environment): { base: URL; route: Route } | undefined {
  const host = provider.name === "ollama" ? env.OLLAMA_HOST?.trim() : undefined;
  if (!host && provider.baseUrl === undefined) return undefined;
  try {
    const base = host ? ollamaHost(host) : new URL(provider.baseUrl ?? "");
    return { base, route: routeTo(base, { env }) };
  } catch {
    // A variable that cannot be read is told of where a model is named; a search finds nothing there.
    return undefined;
  }
}
