import { isWords, type ProbeAnswer, wordsOf } from "./probe-answer.js";

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

/**
 * How fast prompts are read: the server's own word on the longest that it read whole, else by the clock the quickest of
 * them, as whatever else was waited for only looks slower.
 */
export function promptSpeed(answers: readonly ProbeAnswer[]): Speed | undefined {
  const counted = answers
    .filter((answer) => answer.isFresh && readTokens(answer) >= MIN_PROMPT_TOKENS)
    .sort((a, b) => readTokens(b) - readTokens(a));
  const told = counted.find(({ usage }) => usage.speed?.prompt !== undefined)?.usage.speed?.prompt;
  if (told !== undefined) return { perSecond: rounded(told), by: "server" };
  const clocked = counted.flatMap((answer) => {
    const { firstContentMs = 0 } = answer;
    return hasComeWhole(answer) && firstContentMs >= MIN_MS ? [(readTokens(answer) / firstContentMs) * 1_000] : [];
  });
  return clocked.length === 0 ? undefined : { perSecond: rounded(Math.max(...clocked)), by: "clock" };
}

/** How fast answers are written, by the longest of them. */
export function outputSpeed(answers: readonly ProbeAnswer[]): Speed | undefined {
  const counted = answers
    .filter(({ usage }) => (usage.outputTokens ?? 0) >= MIN_OUTPUT_TOKENS)
    .sort((a, b) => (b.usage.outputTokens ?? 0) - (a.usage.outputTokens ?? 0));
  const told = counted.find(({ usage }) => usage.speed?.output !== undefined)?.usage.speed?.output;
  if (told !== undefined) return { perSecond: rounded(told), by: "server" };
  const [longest] = counted.filter(hasComeWhole);
  const { firstContentMs = 0, lastContentMs = 0, usage } = longest ?? { usage: {} };
  const ms = lastContentMs - firstContentMs;
  return ms < MIN_MS ? undefined : { perSecond: rounded(((usage.outputTokens ?? 0) / ms) * 1_000), by: "clock" };
}

/** Tokens of the prompt that were in no cache. */
function readTokens({ usage }: ProbeAnswer): number {
  return (usage.inputTokens ?? 0) - (usage.cacheReadTokens ?? 0);
}

/** All that was written came, and while it was written: no call that was held back, no thoughts that are hidden. A token has a character at least. */
function hasComeWhole(answer: ProbeAnswer): boolean {
  return isWords(answer) && wordsOf(answer).length >= (answer.usage.outputTokens ?? 0);
}

function rounded(perSecond: number): number {
  return Number(perSecond.toPrecision(3));
}
