import type { ModelError } from "@millrace/agent";
import { sameModel } from "../../same-model.js";
import type { Check, Found } from "../check.js";
import type { Examinee } from "../examinee.js";
import type { ProbeAnswer } from "../probe-answer.js";
import { WORD_QUESTION } from "../probe-words.js";
import { refusalIn } from "../refusal.js";

/** How servers say that a chat template takes no system message: those of Gemma 2 and Mistral 7B raise it. */
const NO_SYSTEM = /system (?:role|message|prompt)s?.{0,40}(?:not|n't|un)\s?supported|roles must alternate/i;

/**
 * How hosts say that a limit to the answer is none of their fields, or goes by another name: OpenAI's of its models that
 * reason, "Unsupported parameter: 'max_tokens' is not supported with this model."
 */
const NO_LIMIT = /\bmax_(?:completion_|output_)?tokens\b/;

/** Does it answer at all, and who does? Every failure here ends the examination. */
export const reachable: Check = {
  name: "reachable",
  async *run(examinee) {
    const { systemText, answer } = await firstAnswer(examinee);
    examinee.plain = answer;
    yield whoAnswers(examinee, systemText);
  },
};

/** The first answer, asked for without what the server refuses to take: a system message, a limit. */
async function firstAnswer(examinee: Examinee): Promise<{ answer: ProbeAnswer; systemText?: true }> {
  try {
    return { answer: await examinee.ask({ words: WORD_QUESTION }) };
  } catch (error) {
    const refusal: ModelError = refusalIn(error);
    if (NO_LIMIT.test(refusal.message)) {
      examinee.askWithoutLimit();
      return { answer: await examinee.ask({ words: WORD_QUESTION }) };
    }
    if (!NO_SYSTEM.test(refusal.message)) throw refusal;
    const why = "its server refuses a system message";
    examinee.learn({ systemText: examinee.measured("first-user", why) });
    return { answer: await examinee.ask({ words: WORD_QUESTION }), systemText: true };
  }
}

function whoAnswers(examinee: Examinee, systemText: true | undefined): Found {
  const { answeredAs, profile, model } = examinee;
  const facts = {
    ...(answeredAs !== undefined && { answeredAs }),
    ...(systemText && { systemText: "first-user" }),
  };
  const aside = systemText ? " It refuses a system message, so that text stands in the user's." : "";
  if (answeredAs !== undefined && !sameModel(profile.model, answeredAs)) {
    examinee.standsFor(answeredAs);
    return {
      // A host's name for a model may be one that its user chose.
      verdict: profile.local ? "bad" : "limited",
      said: `It answers, but as another model: ${answeredAs} in place of ${profile.model}.${aside}`,
      facts,
    };
  }
  return { verdict: "good", said: `It answers at ${model.address}.${aside}`, facts };
}
