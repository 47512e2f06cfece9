import type { ProbeAnswer } from "./probe-answer.js";

/** A speed, and who measured it. */
export interface Speed {
  /** Tokens per second, rounded to three digits. */
  perSecond: number;
  by: "server" | "clock";
}

/** Fewer tokens, or less time, say more about the way to the server than about its speed. */
const MIN_PROMPT_TOKENS = 200;
const MIN_OUTPUT_TOKENS = 16;
const MIN_MS = 200;

/** How fast prompts are read, by the longest of the answers: the server's own word, else the time to the first content. */
export function promptSpeed(answers: readonly ProbeAnswer[]): Speed | undefined {
  const counted = answers
    .filter(({ usage }) => (usage.inputTokens ?? 0) >= MIN_PROMPT_TOKENS)
    .sort((a, b) => (b.usage.inputTokens ?? 0) - (a.usage.inputTokens ?? 0));
  const told = counted.find(({ usage }) => usage.speed?.prompt !== undefined)?.usage.speed?.prompt;
  if (told !== undefined) return { perSecond: rounded(told), by: "server" };
  const [longest] = counted;
  const { firstContentMs = 0, usage } = longest ?? { usage: {} };
  // What was in the server's cache was not read.
  const read = (usage.inputTokens ?? 0) - (usage.cacheReadTokens ?? 0);
  if (firstContentMs < MIN_MS || read < MIN_PROMPT_TOKENS) return undefined;
  return { perSecond: rounded((read / firstContentMs) * 1_000), by: "clock" };
}

/** How fast answers are written, by the longest of them. */
export function outputSpeed(answers: readonly ProbeAnswer[]): Speed | undefined {
  const counted = answers
    .filter(({ usage }) => (usage.outputTokens ?? 0) >= MIN_OUTPUT_TOKENS)
    .sort((a, b) => (b.usage.outputTokens ?? 0) - (a.usage.outputTokens ?? 0));
  const told = counted.find(({ usage }) => usage.speed?.output !== undefined)?.usage.speed?.output;
  if (told !== undefined) return { perSecond: rounded(told), by: "server" };
  const [longest] = counted;
  const { firstContentMs = 0, lastContentMs = 0, usage } = longest ?? { usage: {} };
  const ms = lastContentMs - firstContentMs;
  return ms < MIN_MS ? undefined : { perSecond: rounded(((usage.outputTokens ?? 0) / ms) * 1_000), by: "clock" };
}

function rounded(perSecond: number): number {
  return Number(perSecond.toPrecision(3));
}
