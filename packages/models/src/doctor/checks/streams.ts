import type { Check, Found } from "../check.js";
import type { Examinee } from "../examinee.js";
import { isWords, type ProbeAnswer, wordsOf } from "../probe-answer.js";

/** An answer of fewer tokens may well come in one piece. */
const MIN_TOKENS = 16;
/** No server writes so many tokens in a second: what comes faster was written before, and held back. */
const MAX_TOKENS_PER_SECOND = 10_000;
/** Who waits for less does not notice whether an answer was held back, milliseconds. */
const MIN_WAIT_MS = 1_000;

/** Do answers come while they are written? Read off the longest in words so far. */
export const streams: Check = {
  name: "streams",
  async *run(examinee) {
    const longest = longestAnswer(examinee);
    yield longest === undefined ? { verdict: "unknown", said: "No answer was long enough to tell." } : judge(longest);
  },
};

function judge(answer: ProbeAnswer): Found {
  const { firstContentMs = 0, lastContentMs = 0, chunks } = answer;
  const facts = { tokens: tokensOf(answer), pieces: chunks.length };
  // Pieces that were sent apart may be read as one; where time went by between them they were not.
  if (lastContentMs < MIN_WAIT_MS) return { verdict: "good", said: "Answers are there before anybody waits.", facts };
  const writtenMs = (facts.tokens / MAX_TOKENS_PER_SECOND) * 1_000;
  return lastContentMs - firstContentMs >= writtenMs
    ? { verdict: "good", said: "Answers come piece by piece.", facts }
    : { verdict: "bad", said: `An answer of ${facts.tokens} tokens came all at once, when it was written.`, facts };
}

function longestAnswer({ answers }: Examinee): ProbeAnswer | undefined {
  return answers
    .filter((answer) => isWords(answer) && tokensOf(answer) >= MIN_TOKENS)
    .sort((a, b) => tokensOf(b) - tokensOf(a))[0];
}

/** Of what came, by the usual four characters a token: a server counts thoughts that it hides as well. */
function tokensOf(answer: ProbeAnswer): number {
  return Math.round(wordsOf(answer).length / 4);
}
