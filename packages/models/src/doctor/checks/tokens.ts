import type { Check } from "../check.js";
import type { Examinee } from "../examinee.js";

/** Counts of shorter prompts say more about the frame around the words than about the words. */
const MIN_TOKENS = 200;
/** No tokenizer lies outside of this. */
const BYTES_PER_TOKEN = { min: 1, max: 8 };

/**
 * How many bytes are a token? Read off the longest prompt so far that the server counted; definitions of tools are not
 * sent as they are read, so one without them is better.
 */
export const tokens: Check = {
  name: "tokens",
  async *run(examinee) {
    const counted = longestCount(examinee);
    if (counted === undefined) {
      const { answers } = examinee;
      const hasUsage = answers.some(({ usage }) => usage.inputTokens !== undefined);
      yield {
        verdict: hasUsage ? "unknown" : "limited",
        said: hasUsage
          ? "No prompt was long enough to count by."
          : "The server does not say how many tokens it read: sizes are estimated.",
        facts: { usage: hasUsage },
      };
      return;
    }
    const bytesPerToken = Math.round((counted.bytes / counted.tokens) * 100) / 100;
    if (bytesPerToken < BYTES_PER_TOKEN.min || bytesPerToken > BYTES_PER_TOKEN.max) {
      yield {
        verdict: "unknown",
        said: `The server counts ${counted.tokens} tokens for ${counted.bytes} bytes, which no tokenizer does: sizes are estimated.`,
        facts: { usage: true, bytesPerToken },
      };
      return;
    }
    const why = `its server counted ${counted.tokens} tokens for ${counted.bytes} bytes`;
    yield {
      verdict: "good",
      said: `${bytesPerToken} bytes of prompt are a token.`,
      facts: { usage: true, bytesPerToken },
      learnt: { bytesPerToken: examinee.measured(bytesPerToken, why) },
    };
  },
};

function longestCount({ answers }: Examinee): { tokens: number; bytes: number } | undefined {
  return answers
    .map(({ usage, bytes, offered }) => ({ tokens: usage.inputTokens ?? 0, bytes, offered }))
    .filter((answer) => answer.tokens >= MIN_TOKENS)
    .sort((a, b) => Number(a.offered) - Number(b.offered) || b.tokens - a.tokens)[0];
}
