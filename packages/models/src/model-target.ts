import { InvalidOptionError, nearestName } from "@millrace/protocol";
import { readAiSdkName } from "./ai-sdk/model-name.js";
import { isLocalHost, readBaseUrl } from "./base-url.js";
import type { Environment } from "./environment.js";
import { ollamaHost } from "./ollama-host.js";
import { type Provider, WIRE_NAMES, type WireName } from "./provider.js";
import { PROVIDERS, providerNamed } from "./providers.js";
import { type Route, routeTo } from "./route/route.js";

/** Which model, as a user names it. */
export interface ModelChoice {
  /**
   * `PROVIDER/NAME`; with `baseUrl` a bare name means `custom/NAME`. `@ai-sdk/PACKAGE/MODEL` and `ai-sdk/PACKAGE/MODEL`
   * are models of packages of the AI SDK.
   */
  model: string;
  /** In place of the provider's own. Needed for `custom`. */
  baseUrl?: string;
  /**
   * The wire to speak there. Default: the provider's own. Many servers speak several: LM Studio, vLLM, llama.cpp and
   * OpenRouter know `openai-responses` and `anthropic-messages`, OpenAI still knows `openai-chat`.
   */
  wire?: WireName;
  /** The key itself. Default: the provider's variable of `env`, for the provider's own address only. */
  apiKey?: string;
  /** A file of root certificates in PEM, trusted besides Node's own: a company's, a self-signed server's. Default: none. */
  caFile?: string;
  /** The project, in which a package of the AI SDK may be installed. Default: the process's working folder. */
  folder?: string;
  /**
   * Where keys, `OLLAMA_HOST`, proxies (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`) and `SSL_CERT_FILE` are
   * looked up. Default: the process's environment. A package of the AI SDK looks into that one itself.
   */
  env?: Environment;
}

/** A model, where it is, and what opens the door. */
export interface ModelTarget {
  provider: Provider;
  wire: WireName;
  /** As the server knows it. */
  model: string;
  baseUrl: URL;
  apiKey?: string;
  local: boolean;
  /** How requests reach it: its proxy, certificates. */
  route: Route;
}

/**
 * Finds out whom to ask, and how. Touches no network. Not for models of the AI SDK, whose packages alone know that.
 *
 * @throws InvalidOptionError naming `model`, `baseUrl`, `wire`, `apiKey` or `caFile`, or a variable of the environment,
 *   with what to write instead; in its message the names of options stand in backticks
 */
export function resolveModel(choice: ModelChoice): ModelTarget {
  const { model, baseUrl, apiKey, caFile, env = process.env } = choice;
  if (readAiSdkName(model)) {
    throw new InvalidOptionError(
      "model",
      `\`model\` ${JSON.stringify(model)} is reached by a package of the AI SDK, which alone knows where it is: createModelClient makes its client.`,
    );
  }
  const slash = model.indexOf("/");
  const named = slash > 0 ? providerNamed(model.slice(0, slash)) : undefined;
  // A name may itself hold slashes: behind a base URL `acme/model` is a name, not a provider.
  const provider = named ?? (baseUrl === undefined ? undefined : providerNamed("custom"));
  const name = named ? model.slice(slash + 1) : model;
  if (!provider) throw new InvalidOptionError("model", unknownProvider(model));
  if (name.trim() === "") {
    throw new InvalidOptionError(
      "model",
      `\`model\` names no model: write ${provider.name}/NAME, not ${JSON.stringify(model)}.`,
    );
  }
  const wire = choice.wire === undefined ? provider.wire : knownWire(choice.wire);
  const own = ownAddress(provider, wire, env);
  const given = baseUrl === undefined ? undefined : withPath(readBaseUrl(baseUrl, "baseUrl"), wire);
  const address = given ?? own;
  if (!address) {
    throw new InvalidOptionError("baseUrl", `${provider.name} needs the address of the server: give \`baseUrl\`.`);
  }
  const key = apiKey?.trim() || keyFor(provider, given === undefined || given.origin === own?.origin, env);
  if (key === undefined && given === undefined && provider.keyVariable !== undefined) {
    throw new InvalidOptionError(
      "apiKey",
      `${provider.title} needs a key: set ${provider.keyVariable}, or give \`apiKey\`.`,
    );
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new InvalidOptionError(
      "apiKey",
      `The key for ${provider.title} holds blanks or other characters that no key has.`,
    );
  }
  return {
    provider,
    wire,
    model: name,
    baseUrl: address,
    local: provider.local === true || isLocalHost(address),
    ...(key !== undefined && { apiKey: key }),
    route: routeTo(address, { env, ...(caFile !== undefined && { caFile }) }),
  };
}

function knownWire(wire: string): WireName {
  const known = WIRE_NAMES.find((name) => name === wire);
  if (known !== undefined) return known;
  const nearest = nearestName(wire, WIRE_NAMES);
  const meant = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw new InvalidOptionError(
    "wire",
    `\`wire\` ${JSON.stringify(wire)} is none that is spoken here.${meant} There are: ${WIRE_NAMES.join(", ")}.`,
  );
}

function ownAddress(provider: Provider, wire: WireName, env: Environment): URL | undefined {
  const host = provider.name === "ollama" ? env.OLLAMA_HOST?.trim() : undefined;
  const address = host ? ollamaHost(host) : provider.baseUrl && new URL(provider.baseUrl);
  return address ? withPath(address, wire) : undefined;
}

/**
 * Servers of OpenAI's wires keep them under /v1, so a bare address means that; Ollama's own wire is at the root. The
 * paths of the messages wire begin with /v1, which people write or leave out.
 */
function withPath(url: URL, wire: WireName): URL {
  if (wire === "anthropic-messages") url.pathname = url.pathname.replace(/\/v1$/, "");
  else if (wire === "ollama-chat") url.pathname = url.pathname.replace(/\/(?:v1|api)$/, "");
  else if (url.pathname === "/" || url.pathname === "") url.pathname = "/v1";
  return url;
}

/** A provider's key goes to the provider's own address and nowhere else. */
function keyFor({ keyVariable }: Provider, own: boolean, env: Environment): string | undefined {
  return own && keyVariable !== undefined ? env[keyVariable]?.trim() || undefined : undefined;
}

function unknownProvider(model: string): string {
  const names = PROVIDERS.map(({ name }) => name);
  const all = names.join(", ");
  const [provider = "", ...name] = model.split("/");
  if (name.length === 0) {
    return `\`model\` ${JSON.stringify(model)} does not say who serves it: write PROVIDER/NAME with one of ${all}, or give \`baseUrl\`.`;
  }
  const nearest = nearestName(provider, names);
  const meant = nearest === undefined ? "" : ` Did you mean ${[nearest, ...name].join("/")}?`;
  return `\`model\` ${JSON.stringify(model)} names no known provider.${meant} There are: ${all}. Give \`baseUrl\` for any other server, or write @ai-sdk/PACKAGE/MODEL for a provider of the AI SDK.`;
}
