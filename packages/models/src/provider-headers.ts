import type { ModelTarget } from "./model-target.js";

/** The headers that a provider wants with every request: its own ones, and the key where there is one. */
export function providerHeaders({ provider, apiKey }: ModelTarget): Readonly<Record<string, string>> {
  const { keyHeader, headers } = provider;
  if (apiKey === undefined) return { ...headers };
  return { ...headers, ...(keyHeader ? { [keyHeader]: apiKey } : { authorization: `Bearer ${apiKey}` }) };
}
