import { InvalidOptionError, nearestName } from "@millrace/protocol";
import { readAiSdkName } from "./ai-sdk/model-name.js";
import { endpoint, readBaseUrl, showUrl } from "./base-url.js";
import { type ConnectedModel, createModelClient } from "./create-model-client.js";
import { getJson } from "./get-json.js";
import { limitedSignal } from "./limited-signal.js";
import { PROBE_MS } from "./limits.js";
import { listedModels, modelsPath } from "./listed-models.js";
import { type ModelChoice, resolveModel } from "./model-target.js";
import type { Provider } from "./provider.js";
import { providerHeaders } from "./provider-headers.js";
import { PROVIDERS, providerNamed } from "./providers.js";

/** A server, as a user names it. */
export interface UpstreamChoice extends Omit<ModelChoice, "model" | "baseUrl"> {
  /**
   * Its address, the name of a provider, or a package of the AI SDK as models are named with it:
   * `http://127.0.0.1:8080/v1`, `openrouter`, `@ai-sdk/google`.
   */
  upstream: string;
  /**
   * Whose kind of server stands at the address; or the package of the AI SDK that speaks to it. Default: the provider
   * whose address it is, else `custom`.
   */
  provider?: string;
}

/** A server with all of its models. */
export interface Upstream {
  /** Name of the provider table, or of a package of the AI SDK. */
  provider: string;
  /** For people. */
  address: string;
  /** The client of one of its models. Sends nothing. */
  connect(model: string): ConnectedModel;
  /**
   * The models it lists; undefined where it does not answer within 2 s or lists none. Never rejects. Absent for a package
   * of the AI SDK: it has no list.
   */
  models?(signal?: AbortSignal): Promise<readonly string[] | undefined>;
}

/** Stands for the name of a model where only its server is asked for. */
const ANY = "any";

/**
 * Finds out how a server is spoken to. Sends nothing.
 *
 * @throws InvalidOptionError naming `upstream` or `provider`, or what {@link createModelClient} objects to
 * @example
 * const upstream = openUpstream({ upstream: "http://192.168.1.5:8000/v1", provider: "vllm" });
 * const { client, profile } = upstream.connect("qwen3-coder");
 */
export function openUpstream({ upstream, provider: named, ...access }: UpstreamChoice): Upstream {
  if (isPackage(upstream)) {
    if (named !== undefined) throw new InvalidOptionError("provider", noPlaceFor(named, upstream));
    return aiSdkUpstream(upstream, access);
  }
  if (named !== undefined && isPackage(named)) {
    return aiSdkUpstream(named, { ...access, baseUrl: readBaseUrl(upstream, "upstream").href });
  }
  const known = upstream.includes(":") || upstream.includes(".") ? undefined : providerNamed(upstream);
  if (known === undefined) readBaseUrl(upstream, "upstream");
  const provider = named === undefined ? (known ?? providerAt(upstream)) : namedProvider(named);
  const choice = (model: string): ModelChoice => ({
    ...access,
    model: `${provider.name}/${model}`,
    ...(known === undefined && { baseUrl: upstream }),
  });
  const target = resolveModel(choice(ANY));
  return {
    provider: provider.name,
    address: showUrl(target.baseUrl),
    connect: (model) => createModelClient(choice(model)),
    async models(signal) {
      const { baseUrl, route, wire } = target;
      const question = { url: endpoint(baseUrl, modelsPath(wire)), route, headers: providerHeaders(target) };
      const answer = await getJson({ ...question, signal: limitedSignal(PROBE_MS, signal) });
      return listedModels(answer, wire);
    },
  };
}

/** Whether models are named with it as `NAME/MODEL`, whatever else may be wrong with it. */
function isPackage(name: string): boolean {
  return readAiSdkName(`${name}/${ANY}`) !== undefined;
}

function aiSdkUpstream(name: string, access: Omit<ModelChoice, "model">): Upstream {
  const connect = (model: string) => createModelClient({ ...access, model: `${name}/${model}` });
  const provider = readAiSdkName(`${name}/${ANY}`)?.package ?? name;
  return { provider, address: connect(ANY).address, connect };
}

function noPlaceFor(provider: string, upstream: string): string {
  return `\`provider\` ${JSON.stringify(provider)} says whose kind of server stands at an address, and ${upstream} is none: leave it out.`;
}

function namedProvider(name: string): Provider {
  const provider = providerNamed(name);
  if (provider) return provider;
  const names = PROVIDERS.map((row) => row.name);
  const nearest = nearestName(name, names);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new InvalidOptionError(
    "provider",
    `\`provider\` ${JSON.stringify(name)} is none that is known.${meant} There are: ${names.join(", ")}.`,
  );
}

/** The provider at whose own address, or usual port of this or another machine, a server is. */
function providerAt(address: string): Provider {
  const url = readBaseUrl(address, "upstream");
  const rows = PROVIDERS.flatMap((row) => (row.baseUrl === undefined ? [] : [{ row, own: new URL(row.baseUrl) }]));
  const found =
    rows.find(({ own }) => own.host === url.host) ?? rows.find(({ row, own }) => row.local && isUsual(own, url));
  return found?.row ?? namedProvider("custom");
}

/** Ollama's port is nobody else's; the others are too common to say anything away from this machine. */
function isUsual(own: URL, url: URL): boolean {
  const isLoopback = url.hostname === "localhost" || url.hostname === "[::1]";
  return own.port === url.port && (isLoopback || own.port === OLLAMA_PORT);
}

const OLLAMA_PORT = "11434";
