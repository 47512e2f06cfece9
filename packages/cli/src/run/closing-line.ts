import type { EventOf, Prices, SessionEvent } from "@millrace/agent";
import type { Usage } from "@millrace/protocol";

/**
 * Adds up what a run used, from its events, and words it as one line:
 * `4 turns · 12,345 tokens in, 678 out · $0.0123 · 100 % prefix kept · 12.3 s`.
 */
export class RunTotals {
  #turns = 0;
  #input = 0;
  #output = 0;
  #estimated = false;
  #dollars = 0;
  #prices: Prices | undefined;
  #prefixBytes = 0;
  #repeatableBytes = 0;
  #lastBytes = 0;
  readonly #start = performance.now();

  add(event: SessionEvent): void {
    if (event.type === "turn-finished") this.#turns++;
    else if (event.type === "config-frozen") this.#prices = event.config.profile.prices;
    else if (event.type === "request-finished") this.#addRequest(event);
  }

  line(): string {
    const parts = [
      `${this.#turns} ${this.#turns === 1 ? "turn" : "turns"}`,
      `${this.#estimated ? "about " : ""}${inWords(this.#input)} tokens in, ${inWords(this.#output)} out`,
    ];
    if (this.#prices) parts.push(`$${this.#dollars.toFixed(4)}`);
    if (this.#repeatableBytes > 0) {
      parts.push(`${Math.floor((100 * this.#prefixBytes) / this.#repeatableBytes)} % prefix kept`);
    }
    parts.push(`${((performance.now() - this.#start) / 1000).toFixed(1)} s`);
    return parts.join(" · ");
  }

  #addRequest({ usage, bytes, cachePrefixBytes }: EventOf<"request-finished">): void {
    this.#input += usage.inputTokens ?? 0;
    this.#output += usage.outputTokens ?? 0;
    if (usage.estimated) this.#estimated = true;
    if (this.#prices) this.#dollars += dollars(usage, this.#prices);
    // Of each request the one before it could have been its beginning; the first had none.
    this.#repeatableBytes += this.#lastBytes;
    if (this.#lastBytes > 0) this.#prefixBytes += cachePrefixBytes;
    this.#lastBytes = bytes;
  }
}

/** What a request cost: cached input at its own price, the rest at the full one. */
function dollars(usage: Usage, prices: Prices): number {
  const read = usage.cacheReadTokens ?? 0;
  const written = usage.cacheWriteTokens ?? 0;
  const fresh = Math.max(0, (usage.inputTokens ?? 0) - read - written);
  const perMillion =
    fresh * prices.input +
    read * (prices.cacheRead ?? prices.input) +
    written * (prices.cacheWrite ?? prices.input) +
    (usage.outputTokens ?? 0) * prices.output;
  return perMillion / 1_000_000;
}

function inWords(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
