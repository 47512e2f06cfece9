import type { ModelTarget } from "./model-target.js";

/** The headers that a wire wants with every request, and the key where there is one. */
export function providerHeaders({ wire, apiKey }: ModelTarget): Readonly<Record<string, string>> {
  if (wire === "anthropic-messages") {
    return { "anthropic-version": "2023-06-01", ...(apiKey !== undefined && { "x-api-key": apiKey }) };
  }
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
