import type { ProviderOptions } from "./language-model.js";

/** What a provider of the AI SDK must be told besides what the specification has a word for. */
interface ProviderFact {
  /** Of the model's `provider`. */
  provider: RegExp;
  /** With every request. */
  always?: ProviderOptions;
  /** Where a message may hold one call only. */
  singleCall?: ProviderOptions;
  /** Its usage, up to specification v2, counts what was read from a cache beside the input. */
  cacheApart?: true;
  /** Such a `provider`. */
  sample: string;
}

/**
 * Facts of providers, each from its package: what a provider does not know of it does not look at. Source: the packages
 * of the lines `ai` 5 and `ai` 6.
 */
export const PROVIDER_FACTS: readonly ProviderFact[] = [
  {
    // Of answers that the server keeps, the package sends back ids only: the session would depend on the server's memory.
    provider: /^openai\.responses$/,
    always: { openai: { store: false } },
    singleCall: { openai: { parallelToolCalls: false } },
    sample: "openai.responses",
  },
  {
    provider: /^azure\.responses$/,
    always: { openai: { store: false }, azure: { store: false } },
    singleCall: { openai: { parallelToolCalls: false }, azure: { parallelToolCalls: false } },
    sample: "azure.responses",
  },
  {
    provider: /^(?:openai|azure)\.chat$/,
    singleCall: { openai: { parallelToolCalls: false } },
    sample: "openai.chat",
  },
  {
    provider: /^(?:vertex\.)?anthropic\b/,
    singleCall: { anthropic: { disableParallelToolUse: true } },
    cacheApart: true,
    sample: "anthropic.messages",
  },
  { provider: /^amazon-bedrock\b/, cacheApart: true, sample: "amazon-bedrock" },
  {
    provider: /^groq\b/,
    singleCall: { groq: { parallelToolCalls: false } },
    sample: "groq.chat",
  },
  {
    provider: /^mistral\b/,
    singleCall: { mistral: { parallelToolCalls: false } },
    sample: "mistral.chat",
  },
];

/** What is known of a provider. */
export function providerFact(provider: string): Omit<ProviderFact, "provider" | "sample"> {
  return PROVIDER_FACTS.find((fact) => fact.provider.test(provider)) ?? {};
}

/** Marks the end of what is to be cached, for the providers that must be told. Nobody else looks at it. */
export const CACHE_MARK: { providerOptions: ProviderOptions } = {
  providerOptions: {
    anthropic: { cacheControl: { type: "ephemeral" } },
    bedrock: { cachePoint: { type: "default" } },
  },
};
