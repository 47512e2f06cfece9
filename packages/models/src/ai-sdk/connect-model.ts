import { type ModelClient, ModelError, secretsAmong } from "@millrace/agent";
import { InvalidOptionError, MillraceError } from "@millrace/protocol";
import { createAiSdkClient } from "../ai-sdk-model.js";
import { isLocalHost, readBaseUrl, showUrl } from "../base-url.js";
import type { ConnectedModel } from "../create-model-client.js";
import type { ModelChoice } from "../model-target.js";
import { knownPackage } from "./known-packages.js";
import { loadModel } from "./load-model.js";
import type { AiSdkModelName } from "./model-name.js";
import type { ProviderSettings } from "./provider-export.js";

/** Stands for the key where none was given for an address: the package would send the one that it finds. */
const NO_KEY = "none";

/**
 * Connects a model of a package of the AI SDK. Nothing of it is loaded before `load` or the first request.
 *
 * @throws InvalidOptionError naming `model`, `baseUrl`, `wire` or `caFile`
 */
export function connectAiSdkModel(name: AiSdkModelName, choice: ModelChoice): ConnectedModel {
  const { baseUrl, apiKey, env = process.env, folder = process.cwd() } = choice;
  checkName(name, choice);
  const address = baseUrl === undefined ? undefined : readBaseUrl(baseUrl, "baseUrl");
  const settings = settingsOf(name.package, address, apiKey?.trim() || undefined);
  const id = idOf(name);
  const secrets = [...(settings.apiKey === undefined ? [] : [settings.apiKey]), ...secretsAmong(env)];
  let client: Promise<ModelClient> | undefined;
  const load = (): Promise<ModelClient> => {
    client ??= loadClient();
    return client;
  };
  const loadClient = async (): Promise<ModelClient> => {
    try {
      return createAiSdkClient(await loadModel({ name, settings, project: folder, env }), { id, secrets });
    } catch (error) {
      // It may be installed before the next request.
      client = undefined;
      throw error;
    }
  };
  return {
    client: {
      id,
      async *stream(request, options) {
        const loaded = await load().catch((error) => Promise.reject(asModelError(error, name)));
        yield* loaded.stream(request, options);
      },
    },
    profile: {
      server: address?.host ?? name.package,
      model: name.model,
      ...(address && isLocalHost(address) && { local: true as const }),
      reasoning: { form: "field", back: knownPackage(name.package).reasoningBack ?? "echo" },
    },
    wire: "ai-sdk",
    address: address ? showUrl(address) : name.package,
    load: async () => void (await load()),
    probe: async () => ({}),
    ask: async () => ({ facts: {}, profile: {}, said: {} }),
  };
}

function checkName({ package: packageName, model }: AiSdkModelName, choice: ModelChoice): void {
  const { model: written, baseUrl, wire, caFile } = choice;
  if (packageName === "" || model === "") {
    throw new InvalidOptionError(
      "model",
      `\`model\` ${JSON.stringify(written)} names no ${packageName === "" ? "package" : "model of its package"}: write @ai-sdk/PACKAGE/MODEL, or ai-sdk/PACKAGE/MODEL for one of another scope or none.`,
    );
  }
  if (wire !== undefined) {
    throw new InvalidOptionError("wire", `\`wire\` does not reach ${packageName}, which has its own: leave it out.`);
  }
  if (caFile !== undefined) {
    throw new InvalidOptionError(
      "caFile",
      `\`caFile\` does not reach ${packageName}, which makes its own connections: set NODE_EXTRA_CA_CERTS to the file.`,
    );
  }
  if (baseUrl === undefined && knownPackage(packageName).needsBaseUrl) {
    throw new InvalidOptionError("baseUrl", `${packageName} needs the address of the server: give \`baseUrl\`.`);
  }
}

/** A key goes to the address that it was given for: the package's variable is for the package's own. */
function settingsOf(packageName: string, address: URL | undefined, apiKey: string | undefined): ProviderSettings {
  const { readsNoKey, settings } = knownPackage(packageName);
  const key = apiKey ?? (address && !readsNoKey ? NO_KEY : undefined);
  return {
    ...settings,
    ...(address && { baseURL: address.href.replace(/\/$/, "") }),
    ...(key !== undefined && { apiKey: key }),
  };
}

/** As a user would write it. */
function idOf({ package: packageName, model }: AiSdkModelName): string {
  return `${packageName.startsWith("@ai-sdk/") ? "" : "ai-sdk/"}${packageName}/${model}`;
}

/** A client throws nothing else; whoever wants the error itself loads the model first. */
function asModelError(error: unknown, name: AiSdkModelName): ModelError {
  if (!MillraceError.isInstance(error)) throw error;
  return new ModelError(
    error.message,
    {
      kind: "invalid_request",
      phase: "connect",
      retryable: false,
      provider: name.package,
      remedy: "Do what it says, or choose another model.",
    },
    { cause: error },
  );
}
