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

/** A call is asked for with the tools in the request: does it come as one? Asked once more where it does not. */
export const nativeCall: Check = {
  name: "native-call",
  async *run(examinee) {
    try {
      const first = await askNatively(examinee);
      const again = ONE_SAMPLE_TELLS.has(first.native) ? first : await askNatively(examinee);
      const { native, leakedDialect, found } =
        TELLING.indexOf(again.native) < TELLING.indexOf(first.native) ? again : first;
      examinee.native = native;
      examinee.leakedDialect = leakedDialect;
      yield found;
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

/** A call that came, and tools that were not counted; any other answer may be the luck of one sample. */
const ONE_SAMPLE_TELLS: ReadonlySet<Native> = new Set(["works", "dropped"]);

/** Of two answers the one that tells more of what the model can do. */
const TELLING: readonly Native[] = ["works", "leaks-as-text", "wrong", "ignored", "dropped"];

async function askNatively(examinee: Examinee): Promise<JudgedCall> {
  return judge(examinee, await examinee.ask({ words: askForCalls([SHORT_CALL]), tools: "native" }));
}

type Native = NonNullable<Examinee["native"]>;

interface JudgedCall {
  native: Native;
  leakedDialect?: string;
  found: Found;
}

function judge(examinee: Examinee, answer: ProbeAnswer): JudgedCall {
  const { inReasoning } = examinee;
  const [call] = wholeCalls(readAnswer(answer, { inReasoning }));
  const isSeen = toolsAreSeen(examinee, answer);
  const seen = isSeen === undefined ? {} : { toolsSeen: isSeen };
  if (call?.dialect === "native") {
    const isRight = call.name === SHORT_CALL.name && hasPath(call.input);
    const native = isRight ? "works" : "wrong";
    const said = isRight
      ? "A native call came, as it was asked for."
      : "A native call came, but not as it was asked for.";
    return { native, found: { verdict: isRight ? "good" : "bad", said, facts: { native, ...seen } } };
  }
  if (call !== undefined) {
    const native = "leaks-as-text";
    const { dialect } = call;
    const said = `Tools are taken, but the call came as text, in the dialect ${dialect}.`;
    return { native, leakedDialect: dialect, found: { verdict: "bad", said, facts: { native, dialect, ...seen } } };
  }
  const native = isSeen === false ? "dropped" : "ignored";
  const sample = sampleOf(answer);
  const said =
    isSeen === false
      ? "Tools are taken and never reach the model: the prompt is no longer with them than without."
      : "Tools are taken, but no call came.";
  return { native, found: { verdict: "bad", said, facts: { native, ...seen, ...(sample !== "" && { sample }) } } };
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
