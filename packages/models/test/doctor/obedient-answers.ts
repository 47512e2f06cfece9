import { renderCall } from "@millrace/protocol";
import type { Answer } from "@millrace/testkit";
import { BODY_CALL, EDIT_CALLS, SHORT_CALL, TWO_CALLS } from "../../src/doctor/probe-calls.js";
import { PROBE_TOOLS } from "../../src/doctor/probe-tools.js";
import { type AskedCall, CODE_WORD, PRODUCT, WORD } from "../../src/doctor/probe-words.js";

const natively = (...calls: readonly AskedCall[]): Answer => ({
  calls: calls.map(({ name, values }) => ({ name, arguments: values })),
});

const inText = ({ name, values }: AskedCall): Answer => ({
  text: renderCall({ name, input: values }, PROBE_TOOLS.text).text,
});

/** What a model answers that does all it is asked, natively and as cline writes, in the order in which it is asked. */
export function obedientAnswers(): Answer[] {
  return [
    { text: WORD },
    { text: PRODUCT },
    natively(SHORT_CALL),
    natively(BODY_CALL),
    natively(EDIT_CALLS.native),
    inText(BODY_CALL),
    inText(EDIT_CALLS.text),
    natively(...TWO_CALLS),
    { text: CODE_WORD },
  ];
}
