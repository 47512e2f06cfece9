import type { Prices } from "../model-profile.js";
import type { UsageTotals } from "./usage-totals.js";

/**
 * What requests cost in US dollars: input from the cache and into it at prices of their own where the profile has them,
 * all other input at the full one.
 *
 * @example
 * usageCost({ inputTokens: 1_000_000, cacheReadTokens: 900_000, outputTokens: 100_000 }, { input: 10, output: 20, cacheRead: 1 }); // 3.9
 */
export function usageCost(
  usage: Pick<UsageTotals, "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens">,
  prices: Prices,
): number {
  const { cacheReadTokens: read = 0, cacheWriteTokens: written = 0 } = usage;
  const fresh = Math.max(0, usage.inputTokens - read - written);
  const perMillion =
    fresh * prices.input +
    read * (prices.cacheRead ?? prices.input) +
    written * (prices.cacheWrite ?? prices.input) +
    usage.outputTokens * prices.output;
  return perMillion / 1_000_000;
}
