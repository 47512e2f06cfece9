import type { Examination, Finding, Verdict } from "@millrace/models";
import type { Colours } from "../output/colours.js";
import { printable } from "../output/printable.js";
import { wrapText } from "../output/wrap-text.js";
import { CHECK_TITLES } from "./check-titles.js";
import type { FirstRequest } from "./first-request.js";

/** What is shown of an examination besides itself. */
export interface ShownExamination {
  examination: Examination;
  /** Absent where too little is known for it. */
  first?: FirstRequest;
  colours: Colours;
}

/** A server does not say of everything that was changed. */
const AGAIN = "Examine it again after a change: until then what was measured counts.";

/** Columns of a terminal as it comes. */
const COLUMNS = 80;
const CHECK_COLUMNS = 22;
const VERDICT_COLUMNS = 9;

/** An examination for people: a table, what is recommended, what would help. At most 80 columns where words can be parted. */
export function renderExamination({ examination, first, colours }: ShownExamination): string {
  const { model, address, wire, findings, recommendation } = examination;
  const requests = findings.reduce((sum, finding) => sum + finding.requests, 0);
  const seconds = findings.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  return [
    colours.strong(printable(`${model} at ${address}, ${wire}`)),
    "",
    ...findings.flatMap((finding) => row(finding, colours)),
    "",
    ...paragraph(
      "Recommended: ",
      recommendation.said === "" ? "nothing, as too little was found out." : recommendation.said,
    ),
    ...paragraph("First request: ", first === undefined ? "" : sizeOf(first)),
    ...recommendation.changes.flatMap(({ said }, at) => paragraph(at === 0 ? "What would help: " : "Also: ", said)),
    ...paragraph("", recommendation.changes.length === 0 ? "" : AGAIN),
    colours.dim(`${requests} requests, ${seconds.toFixed(1)} s`),
    "",
  ].join("\n");
}

function row({ check, dialect, verdict, said }: Finding, colours: Colours): readonly string[] {
  const title = dialect === undefined ? CHECK_TITLES[check] : `${CHECK_TITLES[check]}: ${dialect}`;
  const indent = CHECK_COLUMNS + VERDICT_COLUMNS;
  const [first = "", ...more] = wrapText(printable(said), COLUMNS - indent);
  const head = `${title.padEnd(CHECK_COLUMNS)}${painted(verdict, colours)}${" ".repeat(VERDICT_COLUMNS - verdict.length)}${first}`;
  return [head, ...more.map((line) => `${" ".repeat(indent)}${line}`)];
}

function painted(verdict: Verdict, colours: Colours): string {
  switch (verdict) {
    case "good":
      return colours.good(verdict);
    case "bad":
      return colours.bad(verdict);
    case "limited":
      return colours.doubtful(verdict);
    default:
      return colours.dim(verdict);
  }
}

function paragraph(title: string, text: string): readonly string[] {
  return text === "" ? [] : wrapText(printable(title + text), COLUMNS);
}

function sizeOf({ tier, tokens, share }: FirstRequest): string {
  const part = share === undefined ? "" : `, ${Math.round(share * 100)} % of the window`;
  return `about ${tokens.toLocaleString("en-US")} tokens (prompt and tools, tier ${tier})${part}.`;
}
