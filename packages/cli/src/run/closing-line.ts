import {
  addUsage,
  emptyUsage,
  type Prices,
  prefixShare,
  type SessionEvent,
  type UsageTotals,
  usageCost,
} from "@millrace/agent";
import { grouped } from "../output/grouped.js";

/**
 * Adds up what a run used, from its events, and words it as one line:
 * `4 turns · 12,345 tokens in (92 % from cache), 678 out · $0.0123 · 100 % prefix kept · 12.3 s`.
 * The share from the cache is there where the server reports it, the money where prices are known.
 */
export class RunTotals {
  #turns = 0;
  #prices: Prices | undefined;
  readonly #usage = emptyUsage();
  readonly #start = performance.now();

  add(event: SessionEvent): void {
    if (event.type === "turn-finished") this.#turns++;
    else if (event.type === "config-frozen") this.#prices = event.config.profile.prices?.value;
    addUsage(this.#usage, event);
  }

  line(): string {
    const usage = this.#usage;
    const parts = [`${this.#turns} ${this.#turns === 1 ? "turn" : "turns"}`, wordTokens(usage)];
    if (this.#prices) parts.push(`$${usageCost(usage, this.#prices).toFixed(4)}`);
    const kept = prefixShare(usage);
    if (kept !== undefined) parts.push(`${percent(kept)} prefix kept`);
    parts.push(`${((performance.now() - this.#start) / 1000).toFixed(1)} s`);
    return parts.join(" · ");
  }
}

function wordTokens({ inputTokens, outputTokens, cacheReadTokens, estimated }: UsageTotals): string {
  const about = estimated ? "about " : "";
  const cached = cacheReadTokens === undefined ? "" : ` (${percent(cacheReadTokens / inputTokens)} from cache)`;
  return `${about}${grouped(inputTokens)} tokens in${cached}, ${grouped(outputTokens)} out`;
}

/** Rounded down: 100 % is said only where it is all. */
function percent(share: number): string {
  return `${Math.floor(100 * Math.min(1, share)) || 0} %`;
}
