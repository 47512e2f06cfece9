import { bytesPerTokenOf, type Known, type ModelError } from "@millrace/agent";
import { MAX_READING_MS, MAX_THOROUGH_READING_MS, SILENT_WINDOW } from "../../limits.js";
import type { Check, Found } from "../check.js";
import type { Examinee } from "../examinee.js";
import { wordsOf } from "../probe-answer.js";
import { CODE_WORD, longMessage } from "../probe-words.js";
import { refusalIn } from "../refusal.js";
import { promptSpeed } from "../speeds.js";

/** A message is so much longer than what it is to find: our count of its tokens may be off by a fifth. */
const OVER = 1.5;
/** A prompt of which the server counts less than this share was cut: our count is never off by so much. */
const CUT_SHARE = 0.75;
/** No model is run with less: a smaller count is a fault of whoever counts, e.g. 0, tokens. */
const MIN_WINDOW = 1_024;
/** Of a claimed window, so much is filled by the longest message; the answer and our miscount need the rest. */
const FILLED = 0.8;
/** A code word is short. */
const ANSWER_TOKENS = 32;

/** What came of one long message. */
type Reading =
  | { kind: "whole" | "lost"; sent: number; read?: number }
  | { kind: "cut"; sent: number; read: number }
  /** `why`: a clause. */
  | { kind: "unknown"; sent: number; why: string }
  | { kind: "refused"; sent: number; error: ModelError };

/** How much it takes, and whether what is longer is cut without a word. */
export const window: Check = {
  name: "window",
  async *run(examinee) {
    const claimed = examinee.profile.window?.value;
    let last: Reading | undefined;
    for (const size of sizesFor(examinee, claimed)) {
      const seconds = readingSeconds(examinee, size);
      const limitMs = examinee.thorough ? MAX_THOROUGH_READING_MS : MAX_READING_MS;
      if (seconds !== undefined && seconds * 1_000 > limitMs) {
        if (last === undefined) yield tooSlow(examinee, size, seconds);
        break;
      }
      last = await read(examinee, size);
      if (last.kind !== "whole") break;
    }
    if (last !== undefined) yield judge(examinee, last, claimed);
  },
};

/** Just above the smallest size at which servers cut, or above what is claimed; then by doublings, if it is to be thorough. */
function sizesFor({ thorough }: Examinee, claimed: number | undefined): readonly number[] {
  const first = Math.min(SILENT_WINDOW, claimed ?? SILENT_WINDOW) * OVER;
  const most = (claimed ?? 0) * FILLED;
  if (!thorough || first * 2 > most) return [first];
  const doublings = Array.from({ length: Math.floor(Math.log2(most / first)) }, (_, at) => first * 2 ** (at + 1));
  return [first, ...doublings.slice(0, -1), most];
}

async function read(examinee: Examinee, size: number): Promise<Reading> {
  const bytesPerToken = bytesPerTokenOf(examinee.profile);
  try {
    const answer = await examinee.ask({ words: longMessage(size * bytesPerToken), answerTokens: ANSWER_TOKENS });
    const sent = Math.round(answer.bytes / bytesPerToken);
    const read = answer.usage.inputTokens;
    const counted = { sent, ...(read !== undefined && { read }) };
    const isShort = read !== undefined && read < sent * CUT_SHARE;
    // Nothing but the first line has it: who thinks of it has read it.
    if (wordsOf(answer).toLowerCase().includes(CODE_WORD)) {
      const why = `its first line was read, but the server counts only ${inWords(read ?? 0)} tokens: it may leave out the middle`;
      return isShort ? { kind: "unknown", sent, why } : { kind: "whole", ...counted };
    }
    if (read === undefined) {
      return {
        kind: "unknown",
        sent,
        why: "the first line was not found, and the server does not count: it may cut them",
      };
    }
    if (isShort) {
      const why = `the first line was not found, but that it read only ${inWords(read)}, as the server says, is not believed`;
      return read < MIN_WINDOW ? { kind: "unknown", sent, why } : { kind: "cut", sent, read };
    }
    const why = "the answer was cut before it came to the first line";
    return answer.reason === "length" ? { kind: "unknown", sent, why } : { kind: "lost", ...counted };
  } catch (error) {
    return { kind: "refused", sent: Math.round(size), error: refusalIn(error) };
  }
}

function judge(examinee: Examinee, reading: Reading, claimed: number | undefined): Found {
  const { sent } = reading;
  const says =
    claimed === undefined
      ? "Its server does not say how much it takes."
      : `It is said to take ${inWords(claimed)} tokens.`;
  const facts = { ...(claimed !== undefined && { claimed }), sent };
  switch (reading.kind) {
    case "cut": {
      const why = `its server read ${inWords(reading.read)} of about ${inWords(sent)} tokens, and did not say so`;
      return {
        verdict: "bad",
        said: `Longer prompts are cut silently: of about ${inWords(sent)} tokens it read ${inWords(reading.read)}, and the first line was gone. ${says}`,
        facts: { ...facts, read: reading.read, cutsSilently: true },
        learnt: {
          window: examinee.measured(reading.read, why),
          cutsSilently: examinee.measured(true, why),
        },
      };
    }
    case "refused":
      return judgeRefusal(examinee, reading.error, sent, claimed);
    case "whole": {
      const read = reading.read ?? sent;
      return {
        verdict: "good",
        said: `A message of ${inWords(read)} tokens was read to its first line. ${says}`,
        facts: { ...facts, read, cutsSilently: false },
        learnt: {
          cutsSilently: examinee.measured(false, `a message of ${inWords(read)} tokens was read to its first line`),
          ...(claimed !== undefined && { window: believed(examinee, claimed, read) }),
        },
      };
    }
    case "lost":
      return {
        verdict: "limited",
        said: `The server read all of about ${inWords(sent)} tokens, but the model did not find the word in their first line. ${says}`,
        facts: { ...facts, ...(reading.read !== undefined && { read: reading.read }), cutsSilently: false },
      };
    case "unknown":
      return { verdict: "unknown", said: `Of about ${inWords(sent)} tokens ${reading.why}. ${says}`, facts };
  }
}

/** What is claimed, where nothing speaks against it: so that what was measured of an earlier setting counts no more. */
function believed(examinee: Examinee, claimed: number, read: number): Known<number> {
  const why = `a message of ${inWords(read)} tokens was read to its first line`;
  return examinee.measured(Math.max(claimed, read), read > claimed ? why : `its server says so, and ${why}`);
}

function judgeRefusal(
  examinee: Examinee,
  { kind, message, limitTokens }: ModelError,
  sent: number,
  claimed: number | undefined,
): Found {
  if (kind !== "context_overflow") {
    return {
      verdict: "unknown",
      said: `The server failed on about ${inWords(sent)} tokens: ${message}`,
      facts: { sent, message },
    };
  }
  const isExpected = claimed !== undefined && sent > claimed;
  const limit = limitTokens ?? (isExpected ? claimed : undefined);
  const facts = {
    ...(claimed !== undefined && { claimed }),
    sent,
    ...(limit !== undefined && { limit }),
    cutsSilently: false,
  };
  const why = `its server refused about ${inWords(sent)} tokens`;
  const learnt = {
    cutsSilently: examinee.measured(false, why),
    ...(limit !== undefined && { window: examinee.measured(limit, why) }),
  };
  const takes = limit === undefined ? "less" : `${inWords(limit)} tokens`;
  return isExpected
    ? { verdict: "good", said: `It takes ${takes}, and refuses more instead of cutting it.`, facts, learnt }
    : { verdict: "limited", said: `It takes ${takes}: about ${inWords(sent)} were refused.`, facts, learnt };
}

function tooSlow({ profile }: Examinee, size: number, seconds: number): Found {
  const claimed = profile.window?.value;
  return {
    verdict: "skipped",
    said: `Reading ${inWords(size)} tokens would take about ${Math.round(seconds)} s; --thorough asks all the same.`,
    facts: { ...(claimed !== undefined && { claimed }), seconds: Math.round(seconds) },
  };
}

function readingSeconds({ answers, profile }: Examinee, tokens: number): number | undefined {
  const perSecond = promptSpeed(answers)?.perSecond ?? profile.promptTokensPerSecond?.value;
  return perSecond === undefined ? undefined : tokens / perSecond;
}

function inWords(tokens: number): string {
  return Math.round(tokens).toLocaleString("en-US");
}
