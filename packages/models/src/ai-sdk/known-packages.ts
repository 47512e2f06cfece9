import type { ModelProfile } from "@millrace/agent";
import type { ProviderSettings } from "./provider-export.js";

/** What is known of a package of the AI SDK before it is loaded. */
interface KnownPackage {
  name: string;
  /** The newest major that runs on Node 20: of the line of `ai` 6. */
  majorForNode20: number;
  /** What of reasoning goes back, see `Provider.reasoningBack`. Default `echo`. */
  reasoningBack?: ModelProfile["reasoning"]["back"];
  /** It knows no server of its own: `baseUrl` says which. */
  needsBaseUrl?: true;
  /** It reads no variable: there is no key that could go to an address by mistake. */
  readsNoKey?: true;
  /** What its providers are always made with. */
  settings?: ProviderSettings;
}

/** Source: the packages' own `engines` and documentation. */
export const KNOWN_PACKAGES: readonly KnownPackage[] = [
  { name: "@ai-sdk/openai", majorForNode20: 3, reasoningBack: "sign" },
  { name: "@ai-sdk/anthropic", majorForNode20: 3, reasoningBack: "sign" },
  { name: "@ai-sdk/google", majorForNode20: 3, reasoningBack: "sign" },
  { name: "@ai-sdk/google-vertex", majorForNode20: 4, reasoningBack: "sign" },
  { name: "@ai-sdk/amazon-bedrock", majorForNode20: 4, reasoningBack: "sign" },
  { name: "@ai-sdk/azure", majorForNode20: 3, reasoningBack: "sign" },
  {
    name: "@ai-sdk/openai-compatible",
    majorForNode20: 2,
    needsBaseUrl: true,
    readsNoKey: true,
    settings: { includeUsage: true },
  },
  { name: "@ai-sdk/mistral", majorForNode20: 3 },
  { name: "@ai-sdk/groq", majorForNode20: 3 },
  { name: "@ai-sdk/xai", majorForNode20: 3 },
  { name: "@ai-sdk/deepseek", majorForNode20: 2 },
  { name: "@ai-sdk/cohere", majorForNode20: 3 },
  { name: "@openrouter/ai-sdk-provider", majorForNode20: 2 },
];

/** What is known of the package, if anything. */
export function knownPackage(name: string): Partial<KnownPackage> {
  return KNOWN_PACKAGES.find((known) => known.name === name) ?? {};
}

/**
 * The line that installs a package which runs on this Node.
 *
 * @param node its version, e.g. `20.19.0`
 * @example installLine("@ai-sdk/google", "20.19.0"); // "npm install @ai-sdk/google@3"
 */
export function installLine(name: string, node: string = process.versions.node): string {
  const { majorForNode20 } = knownPackage(name);
  const needsOlder = Number.parseInt(node, 10) < 22;
  return `npm install ${name}${needsOlder && majorForNode20 !== undefined ? `@${majorForNode20}` : ""}`;
}
