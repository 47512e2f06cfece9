import type { Check, Found } from "../check.js";
import type { Examinee } from "../examinee.js";
import { type JudgedWork, judgeBody, judgeEdit } from "../judge-work.js";
import type { ProbeAnswer, Reading } from "../probe-answer.js";
import { BODY_CALL, EDIT_CALLS } from "../probe-calls.js";
import { type AskedCall, askForCalls } from "../probe-words.js";
import { refusalIn } from "../refusal.js";

/** A file with awkward bytes in a native call. */
export const nativeBody: Check = {
  name: "native-body",
  run: (examinee) => natively(examinee, "body", BODY_CALL, judgeBody),
};

/** An edit in a native call. */
export const nativeEdit: Check = {
  name: "native-edit",
  run: (examinee) => natively(examinee, "edit", EDIT_CALLS.native, judgeEdit),
};

const WORK = { body: "A file with awkward bytes", edit: "An edit" } as const;

async function* natively(
  examinee: Examinee,
  work: "body" | "edit",
  call: AskedCall,
  judge: (answer: ProbeAnswer, reading: Reading) => JudgedWork,
): AsyncGenerator<Found, void, void> {
  if (examinee.native !== "works") {
    yield { verdict: "skipped", said: "Native calls do not work." };
    return;
  }
  try {
    const answer = await examinee.ask({ words: askForCalls([call]), tools: "native" });
    const judged = judge(answer, { inReasoning: examinee.inReasoning });
    const isNative = judged.dialect === "native";
    // Blank lines at a file's end are the model's to lose, not the call's.
    examinee.nativeWork[work] = isNative && (judged.right || judged.near);
    yield saidOf(WORK[work], isNative ? judged : { ...judged, right: false, near: false, said: notNative(judged) });
  } catch (error) {
    examinee.nativeWork[work] = false;
    const { message } = refusalIn(error);
    yield { verdict: "bad", said: `The server failed on it: ${message}`, facts: { message } };
  }
}

function notNative({ called, dialect, said }: JudgedWork): string {
  return called ? `the call came as text, in the dialect ${dialect ?? "of its own"}` : said;
}

function saidOf(work: string, { right, near, said }: JudgedWork): Found {
  const facts = { right, near };
  if (right) return { verdict: "good", said: `${work} came right${said === "" ? "" : ` (${said})`}.`, facts };
  return { verdict: near ? "limited" : "bad", said: `${work}: ${said}.`, facts };
}
