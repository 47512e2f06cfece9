import type { Check, Found } from "../check.js";
import type { Examinee } from "../examinee.js";
import { type ProbeAnswer, readAnswer, sampleOf, wholeCalls } from "../probe-answer.js";
import { SHORT_CALL } from "../probe-calls.js";
import { PROBE_TOOLS } from "../probe-tools.js";
import { askForCalls } from "../probe-words.js";
import { refusalIn } from "../refusal.js";
import { utf8 } from "../utf8.js";

/** Tools that reach the model cost at least a token for so many bytes of their definitions, however a template writes them. */
const MAX_BYTES_PER_TOKEN = 8;

/** A call is asked for with the tools in the request: does it come as one? */
export const nativeCall: Check = {
  name: "native-call",
  async *run(examinee) {
    try {
      const answer = await examinee.ask({ words: askForCalls([SHORT_CALL]), tools: "native" });
      yield judge(examinee, answer);
    } catch (error) {
      const { message } = refusalIn(error);
      examinee.native = "refused";
      yield {
        verdict: "bad",
        said: `Its server refuses a request with tools: ${message}`,
        facts: { native: "refused", message },
      };
    }
  },
};

function judge(examinee: Examinee, answer: ProbeAnswer): Found {
  const { inReasoning } = examinee;
  const [call] = wholeCalls(readAnswer(answer, { inReasoning }));
  const isSeen = toolsAreSeen(examinee, answer);
  const seen = isSeen === undefined ? {} : { toolsSeen: isSeen };
  if (call?.dialect === "native") {
    const isRight = call.name === SHORT_CALL.name && hasPath(call.input);
    examinee.native = isRight ? "works" : "wrong";
    return isRight
      ? { verdict: "good", said: "A native call came, as it was asked for.", facts: { native: "works", ...seen } }
      : {
          verdict: "bad",
          said: "A native call came, but not as it was asked for.",
          facts: { native: "wrong", ...seen },
        };
  }
  if (call !== undefined) {
    examinee.native = "leaks-as-text";
    examinee.leakedDialect = call.dialect;
    return {
      verdict: "bad",
      said: `Tools are taken, but the call came as text, in the dialect ${call.dialect}.`,
      facts: { native: "leaks-as-text", dialect: call.dialect, ...seen },
    };
  }
  examinee.native = isSeen === false ? "dropped" : "ignored";
  const sample = sampleOf(answer);
  return {
    verdict: "bad",
    said:
      isSeen === false
        ? "Tools are taken and never reach the model: the prompt is no longer with them than without."
        : "Tools are taken, but no call came.",
    facts: { native: examinee.native, ...seen, ...(sample !== "" && { sample }) },
  };
}

function hasPath(input: unknown): boolean {
  return typeof input === "object" && input !== null && "path" in input && input.path === SHORT_CALL.values.path;
}

/** Whether the server counted more of a prompt with tools than of one without; undefined where it does not count. */
function toolsAreSeen({ plain }: Examinee, { usage }: ProbeAnswer): boolean | undefined {
  if (plain?.usage.inputTokens === undefined || usage.inputTokens === undefined) return undefined;
  const more = usage.inputTokens - plain.usage.inputTokens;
  return more * MAX_BYTES_PER_TOKEN > utf8(JSON.stringify(PROBE_TOOLS.native));
}
