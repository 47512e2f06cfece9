import type { Check } from "../check.js";
import { outputSpeed, promptSpeed, type Speed } from "../speeds.js";

/** Slower than that, and the first request of a session (about 3,000 tokens) takes longer than half a minute. */
export const SLOW_PROMPT = 100;
/** Slower than people read. */
const SLOW_OUTPUT = 5;

/** How fast it reads and writes. Read off the answers so far. */
export const speed: Check = {
  name: "speed",
  async *run(examinee) {
    const prompt = promptSpeed(examinee.answers);
    const output = outputSpeed(examinee.answers);
    if (prompt === undefined && output === undefined) {
      yield {
        verdict: "unknown",
        said: "The server measures no speed, and what was sent was too short for the clock.",
      };
      return;
    }
    const isSlow = (prompt?.perSecond ?? SLOW_PROMPT) < SLOW_PROMPT || (output?.perSecond ?? SLOW_OUTPUT) < SLOW_OUTPUT;
    const parts = [
      ...(prompt ? [`It reads ${inWords(prompt)}`] : []),
      ...(output ? [`${prompt ? "" : "It "}writes ${inWords(output)}`] : []),
    ];
    yield {
      verdict: isSlow ? "limited" : "good",
      said: `${parts.join(" and ")}.`,
      facts: {
        ...(prompt && { promptTokensPerSecond: prompt.perSecond, promptBy: prompt.by }),
        ...(output && { outputTokensPerSecond: output.perSecond, outputBy: output.by }),
      },
      learnt: {
        ...(prompt && { promptTokensPerSecond: examinee.measured(prompt.perSecond, source(prompt)) }),
        ...(output && { outputTokensPerSecond: examinee.measured(output.perSecond, source(output)) }),
      },
    };
  },
};

function inWords({ perSecond, by }: Speed): string {
  return `${perSecond.toLocaleString("en-US")} tokens/s${by === "clock" ? " by the clock" : ""}`;
}

function source({ by }: Speed): string {
  return by === "server" ? "its server says so" : "by the clock";
}
