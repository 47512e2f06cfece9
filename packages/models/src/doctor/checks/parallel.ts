import type { Check, Found } from "../check.js";
import { chooseProtocol } from "../choose-protocol.js";
import type { Examinee } from "../examinee.js";
import { readAnswer, wholeCalls } from "../probe-answer.js";
import { TWO_CALLS } from "../probe-calls.js";
import { askForCalls } from "../probe-words.js";
import { refusalIn } from "../refusal.js";

/** Two calls are asked for in one message, in the protocol that was found best; once more where one comes. */
export const parallel: Check = {
  name: "parallel",
  async *run(examinee) {
    const chosen = chooseProtocol(examinee);
    const { parallel: known } = examinee.profile;
    if (chosen === undefined) {
      yield { verdict: "skipped", said: "No way of calling tools works." };
      return;
    }
    const { protocol, dialect = "auto" } = chosen;
    if (protocol === "native" && known?.value === false && known.from === "catalogue") {
      const why = known.why ?? "its family takes one call a message";
      yield { verdict: "limited", said: `One call a message: ${why}.`, facts: { parallel: false } };
      return;
    }
    try {
      const way = protocol === "native" ? "native" : { dialect };
      const first = await callsThatCome(examinee, way);
      const came = first === TWO_CALLS.length ? first : Math.max(first, await callsThatCome(examinee, way));
      const isParallel = came === TWO_CALLS.length;
      const why = isParallel ? "two calls came in one message" : "of two calls one came, and again";
      yield {
        ...(came === 0 ? NONE : isParallel ? BOTH : ONE),
        facts: { asked: TWO_CALLS.length, came },
        ...(came > 0 && { learnt: { parallel: examinee.measured(isParallel, why) } }),
      };
    } catch (error) {
      const { message } = refusalIn(error);
      yield { verdict: "unknown", said: `The server failed on it: ${message}`, facts: { message } };
    }
  },
};

/** How many of the calls that are asked for come in one message. */
async function callsThatCome(examinee: Examinee, tools: "native" | { dialect: string }): Promise<number> {
  const { inReasoning } = examinee;
  const answer = await examinee.ask({ words: askForCalls(TWO_CALLS), tools });
  const calls = wholeCalls(readAnswer(answer, { ...(tools !== "native" && tools), inReasoning }));
  const paths = new Set(calls.map(({ params }) => params.find(([name]) => name === "path")?.[1]));
  return TWO_CALLS.filter(({ values }) => paths.has(values.path)).length;
}

const BOTH: Found = { verdict: "good", said: "Two calls came in one message." };
const ONE: Found = { verdict: "limited", said: "One call a message: of two that were asked for, one came, twice." };
const NONE: Found = { verdict: "unknown", said: "Asked for two calls in one message, it made none." };
