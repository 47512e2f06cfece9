import type { Reasoning } from "@millrace/agent";
import type { Check, Found } from "../check.js";
import type { Examinee } from "../examinee.js";
import { type ProbeAnswer, readAnswer, visibleText } from "../probe-answer.js";
import { PRODUCT, SUM_QUESTION } from "../probe-words.js";

type Form = "none" | "field" | "tags" | "opened-in-prompt";

/** How does its reasoning come: in a field of its own, in tags, in tags that the prompt opened, not at all? */
export const reasoning: Check = {
  name: "reasoning",
  async *run(examinee) {
    const answer = await examinee.ask({ words: SUM_QUESTION });
    const form = formOf(answer);
    if (form === "none" && answer.reason === "length") {
      yield { verdict: "unknown", said: "Its answer was cut, so how its reasoning ends was not seen." };
      return;
    }
    const isRight = visibleText(
      readAnswer(answer, { dialect: "auto", inReasoning: form === "opened-in-prompt" }),
    ).includes(PRODUCT);
    const facts = { form, answered: isRight };
    yield { ...SAID[form], facts, learnt: { reasoning: learntOf(form, examinee) } };
  },
};

const SAID: Readonly<Record<Form, Pick<Found, "verdict" | "said">>> = {
  none: { verdict: "good", said: "It answers without reasoning." },
  field: { verdict: "good", said: "Its reasoning comes in a field of its own." },
  tags: { verdict: "limited", said: "Its reasoning comes in its text, between tags; they are read." },
  "opened-in-prompt": {
    verdict: "limited",
    said: "Its answers begin inside of reasoning that the prompt opened: only the closing tag comes. That is read.",
  },
};

function formOf(answer: ProbeAnswer): Form {
  if (answer.chunks.some(({ type }) => type === "reasoning-delta")) return "field";
  const hasReasoning = (inReasoning: boolean) =>
    readAnswer(answer, { dialect: "auto", inReasoning }).some(({ type }) => type === "reasoning");
  if (hasReasoning(false)) return "tags";
  // Read as if it began inside, and an answer follows: something closed what nothing in the answer had opened.
  const opened = readAnswer(answer, { dialect: "auto", inReasoning: true });
  return hasReasoning(true) && visibleText(opened) !== "" ? "opened-in-prompt" : "none";
}

function learntOf(form: Form, examinee: Examinee): Reasoning {
  const { back } = examinee.profile.reasoning;
  const { value: _, ...source } = examinee.measured(form, "so it came when it was asked to think");
  return {
    form: form === "opened-in-prompt" ? "tags" : form,
    ...(form === "opened-in-prompt" && { opensInPrompt: true as const }),
    back,
    ...source,
  };
}
