import type { RequestSummary } from "../server/request-summary.js";

/**
 * A request as a line for people, without its end: time of day here, wire, model, how it was asked, how it ended, what it
 * took.
 * Names are the client's choice: a blank stands for whatever would begin another line.
 *
 * @example
 * "12:03:04 openai-chat qwen3-coder text 200 tool-calls · 0.8 s to the first content, 4.2 s · 1234 in, 56 out · 2 calls (1 mended)"
 */
export function logText(summary: RequestSummary, at: Date): string {
  const { wire, model, mode, status, end, reason, failure } = summary;
  const ended = failure ? `${failure.kind}: ${failure.message}` : (reason ?? end);
  const head = [at.toTimeString().slice(0, 8), wire, model, mode, String(status), ended].filter((word) => word);
  return [head.join(" "), times(summary), tokens(summary), calls(summary), retries(summary), leftOut(summary)]
    .filter((part) => part !== "")
    .join(" · ")
    .replace(/\s+/g, " ");
}

/** A request as one JSON object: the summary as it is, behind the time. */
export function logJson(summary: RequestSummary, at: Date): string {
  return JSON.stringify({ at: at.toISOString(), ...summary });
}

function times({ firstContentMs, totalMs }: RequestSummary): string {
  const total = seconds(totalMs);
  return firstContentMs === undefined ? total : `${seconds(firstContentMs)} to the first content, ${total}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 0)} s`;
}

function tokens({ usage: { inputTokens, outputTokens } }: RequestSummary): string {
  return [inputTokens === undefined ? "" : `${inputTokens} in`, outputTokens === undefined ? "" : `${outputTokens} out`]
    .filter((part) => part !== "")
    .join(", ");
}

function calls({ calls: { whole, ...marks } }: RequestSummary): string {
  const marked = Object.entries(marks).flatMap(([mark, count]) => (count > 0 ? [`${count} ${mark}`] : []));
  if (whole === 0 && marked.length === 0) return "";
  return `${whole} ${whole === 1 ? "call" : "calls"}${marked.length > 0 ? ` (${marked.join(", ")})` : ""}`;
}

function retries({ retries: tries }: RequestSummary): string {
  return tries.length === 0 ? "" : `${tries.length} tried again (${tries.join(", ")})`;
}

function leftOut({ leftOut: names }: RequestSummary): string {
  return names.length === 0 ? "" : `not offered: ${names.join(", ")}`;
}
