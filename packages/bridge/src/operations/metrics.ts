import { wholeCharacters } from "../answer/whole-characters.js";
import { MAX_LABEL_CHARS, MAX_MODEL_LABELS } from "../limits.js";
import type { RequestSummary } from "../server/request-summary.js";
import { Counter, gaugeLines, Histogram } from "./metric-family.js";

/** Seconds. Local models read long prompts for minutes. */
const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

/** What is counted of requests, for Prometheus. Nothing of it says what was said. */
export class Metrics {
  readonly #requests = new Counter("millrace_bridge_requests_total", "Requests that are over.");
  readonly #seconds = new Histogram("millrace_bridge_request_seconds", "From a request to its end.", SECONDS);
  readonly #firstContent = new Histogram(
    "millrace_bridge_first_content_seconds",
    "From a request to the first content.",
    SECONDS,
  );
  readonly #tokens = new Counter(
    "millrace_bridge_tokens_total",
    "Tokens that upstreams reported; cached ones are input, too.",
  );
  readonly #calls = new Counter(
    "millrace_bridge_tool_calls_total",
    "Tool calls in answers; mended and salvaged ones are whole, too.",
  );
  readonly #retries = new Counter("millrace_bridge_retries_total", "Tries of the upstream that were given up, by why.");
  readonly #models = new Set<string>();

  /** O(1). */
  add(summary: RequestSummary): void {
    const { wire, end, status, usage, calls, retries, firstContentMs, totalMs } = summary;
    const mode = summary.mode ?? "none";
    const model = this.#labelOf(summary.model);
    this.#requests.add({ wire, mode, model, end, status: String(status) });
    // What was turned down at the door says nothing of how long answers take.
    if (summary.mode !== undefined) this.#seconds.observe({ wire, mode }, totalMs / 1_000);
    if (firstContentMs !== undefined) this.#firstContent.observe({ wire, mode }, firstContentMs / 1_000);
    const tokens = { input: usage.inputTokens, cached: usage.cacheReadTokens, output: usage.outputTokens };
    for (const [kind, count] of Object.entries(tokens)) if (count) this.#tokens.add({ model, kind }, count);
    for (const [kind, count] of Object.entries(calls)) if (count > 0) this.#calls.add({ model, kind }, count);
    for (const kind of retries) this.#retries.add({ kind });
  }

  /** @param now what is so at the moment */
  text(now: { version: string; provider: string; open: number }): string {
    const lines = [
      ...gaugeLines("millrace_bridge_info", "What runs here.", 1, { version: now.version, provider: now.provider }),
      ...gaugeLines("millrace_bridge_requests_open", "Requests that are being answered.", now.open),
      ...[this.#requests, this.#seconds, this.#firstContent, this.#tokens, this.#calls, this.#retries].flatMap(
        (family) => family.lines(),
      ),
    ];
    return `${lines.join("\n")}\n`;
  }

  /** Names are the clients' choice: of any length, and with what UTF-8 cannot tell apart, which would name a series twice. */
  #labelOf(name: string): string {
    const model = wholeCharacters(name.slice(0, MAX_LABEL_CHARS));
    if (this.#models.size < MAX_MODEL_LABELS) this.#models.add(model);
    return this.#models.has(model) ? model : "other";
  }
}
