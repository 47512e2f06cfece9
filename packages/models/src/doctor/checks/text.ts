import { MAX_DIALECTS } from "../../limits.js";
import type { Check, Found } from "../check.js";
import { dialectCandidates } from "../dialect-candidates.js";
import type { DialectFinding } from "../dialect-finding.js";
import { isPerfect } from "../dialect-finding.js";
import type { Examinee } from "../examinee.js";
import { type JudgedWork, judgeBody, judgeEdit } from "../judge-work.js";
import type { ProbeAnswer, Reading } from "../probe-answer.js";
import { BODY_CALL, EDIT_CALLS } from "../probe-calls.js";
import { type AskedCall, askForCalls } from "../probe-words.js";
import { refusalIn } from "../refusal.js";

/** Each plausible dialect is taught, and read back: a file with awkward bytes, an edit. */
export const text: Check = {
  name: "text",
  async *run(examinee) {
    const { trainedDialect, leakedDialect } = examinee;
    const candidates = [...dialectCandidates(examinee.profile, leakedDialect, trainedDialect)];
    for (let at = 0; at < Math.min(candidates.length, MAX_DIALECTS); at++) {
      const dialect = candidates[at] ?? "";
      const { found, finding } = await teach(examinee, dialect);
      examinee.dialects.push(finding);
      yield found;
      const { wrote } = finding;
      // What it writes unasked it may write best.
      if (wrote !== undefined && !candidates.includes(wrote)) candidates.splice(at + 1, 0, wrote);
      if (isPerfect(finding) && wrote === undefined && (dialect === trainedDialect || dialect === "auto")) return;
    }
  },
};

async function teach(examinee: Examinee, dialect: string): Promise<{ finding: DialectFinding; found: Found }> {
  try {
    const body = await judged(examinee, dialect, BODY_CALL, judgeBody);
    // Who does not take the lesson does not take it a second time.
    const edit = body.called ? await judged(examinee, dialect, EDIT_CALLS.text, judgeEdit) : undefined;
    const wrote = otherDialect(dialect, body.dialect);
    const finding: DialectFinding = {
      dialect,
      called: body.called,
      body: body.right,
      edit: edit?.right === true,
      ...(wrote !== undefined && { wrote }),
    };
    return { finding, found: saidOf(finding, body, edit) };
  } catch (error) {
    const { message } = refusalIn(error);
    const finding = { dialect, called: false, body: false, edit: false };
    return {
      finding,
      found: { dialect, verdict: "bad", said: `The server failed on it: ${message}`, facts: { message } },
    };
  }
}

/** Reads an answer in the dialect that was taught; where it holds no call of that, in any. */
async function judged(
  examinee: Examinee,
  dialect: string,
  call: AskedCall,
  judge: (answer: ProbeAnswer, reading: Reading) => JudgedWork,
): Promise<JudgedWork> {
  const { inReasoning } = examinee;
  const answer = await examinee.ask({ words: askForCalls([call]), tools: { dialect } });
  const taught = judge(answer, { dialect, inReasoning });
  if (taught.called || dialect === "auto") return taught;
  const any = judge(answer, { dialect: "auto", inReasoning });
  return any.dialect === undefined ? taught : { ...taught, dialect: any.dialect };
}

/** The dialect that was written in place of the one that was taught. A server may hand over as native what it read itself. */
function otherDialect(taught: string, wrote: string | undefined): string | undefined {
  const meant = taught === "auto" ? "cline" : taught;
  return wrote === undefined || wrote === meant || wrote === "native" ? undefined : wrote;
}

function saidOf(finding: DialectFinding, body: JudgedWork, edit: JudgedWork | undefined): Found {
  const { dialect, wrote, called } = finding;
  const facts = { called, body: finding.body, edit: finding.edit, ...(wrote !== undefined && { wrote }) };
  const name = dialect === "auto" ? "auto (cline is taught, all are read)" : dialect;
  const inOther = wrote === undefined ? "" : `, written in ${wrote}`;
  if (!called) {
    const said = wrote === undefined ? body.said : `it writes ${wrote} all the same`;
    return { dialect, verdict: "bad", said: `Taught ${name}: ${said}.`, facts };
  }
  const faults = [body.said, edit?.said ?? ""].filter((said) => said !== "").join("; ");
  if (isPerfect(finding)) {
    const aside = faults === "" ? "" : ` (${faults})`;
    return { dialect, verdict: "good", said: `Taught ${name}: file and edit came right${inOther}${aside}.`, facts };
  }
  const verdict = finding.body || finding.edit || body.near ? "limited" : "bad";
  return { dialect, verdict, said: `Taught ${name}${inOther}: ${faults}.`, facts };
}
