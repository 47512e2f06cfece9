import type { Usage } from "@millrace/protocol";
import { type JsonRecord, recordIn } from "../json.js";
import { takeCount } from "../wires/take-count.js";

/**
 * What a request cost, from the part that ends an answer. Up to specification v2 counts are numbers; since then each is
 * an object of a total and its parts. `inputTokens` is the whole prompt in any case.
 *
 * @param cacheApart of v2: what was read from a cache and written to it is counted beside the input
 */
export function usageOf(finish: JsonRecord, cacheApart: boolean): Usage {
  const counts = recordIn(finish.usage);
  const usage: Usage = {};
  if (typeof counts.inputTokens === "object" || typeof counts.outputTokens === "object") readParts(counts, usage);
  else readNumbers(counts, finish, cacheApart, usage);
  return usage;
}

function readParts(counts: JsonRecord, usage: Usage): void {
  const input = recordIn(counts.inputTokens);
  const output = recordIn(counts.outputTokens);
  takeCount(usage, "inputTokens", input.total, sumOf(input.noCache, input.cacheRead, input.cacheWrite));
  takeCount(usage, "cacheReadTokens", input.cacheRead);
  takeCount(usage, "cacheWriteTokens", input.cacheWrite);
  takeCount(usage, "outputTokens", output.total, sumOf(output.text, output.reasoning));
  takeCount(usage, "reasoningTokens", output.reasoning);
}

function readNumbers(counts: JsonRecord, finish: JsonRecord, cacheApart: boolean, usage: Usage): void {
  const { inputTokens, outputTokens, totalTokens, reasoningTokens, cachedInputTokens } = counts;
  takeCount(usage, "outputTokens", outputTokens);
  takeCount(usage, "reasoningTokens", reasoningTokens);
  takeCount(usage, "cacheReadTokens", cachedInputTokens);
  if (!cacheApart) {
    takeCount(usage, "inputTokens", inputTokens);
    takeCount(usage, "totalTokens", totalTokens);
    return;
  }
  const { anthropic, bedrock } = recordIn(finish.providerMetadata);
  takeCount(
    usage,
    "cacheWriteTokens",
    recordIn(anthropic).cacheCreationInputTokens,
    recordIn(recordIn(bedrock).usage).cacheWriteInputTokens,
  );
  if (typeof inputTokens === "number") {
    takeCount(usage, "inputTokens", sumOf(inputTokens, cachedInputTokens, usage.cacheWriteTokens));
  }
}

/** Of those that are numbers; undefined where none is. */
function sumOf(...values: readonly unknown[]): number | undefined {
  const numbers = values.filter((value) => typeof value === "number");
  return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0);
}
