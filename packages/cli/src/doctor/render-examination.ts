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
const VERDICT_COLUMNS = 9;
/** Between titles and verdicts. */
const GAP = 2;

/** An examination for people: a table, what is recommended, what would help. At most 80 columns where words can be parted. */
export function renderExamination({ examination, first, colours }: ShownExamination): string {
  const { model, address, wire, findings, recommendation } = examination;
  const requests = findings.reduce((sum, finding) => sum + finding.requests, 0);
  const seconds = findings.reduce((sum, { ms }) => sum + ms, 0) / 1_000;
  return [
    colours.strong(printable(`${model} at ${address}, ${wire}`)),
    "",
    ...rows(findings, colours),
    ...paragraph(
      "Recommended: ",
      recommendation.said === "" ? "nothing, as too little was found out." : recommendation.said,
    ),
    ...paragraph("First request: ", first === undefined ? "" : sizeOf(first)),
    ...recommendation.changes.flatMap(({ said }, at) => paragraph(at === 0 ? "What would help: " : "Also: ", said)),
    ...paragraph("", recommendation.changes.length === 0 ? "" : AGAIN),
    colours.dim(`${requests} ${requests === 1 ? "request" : "requests"}, ${seconds.toFixed(1)} s`),
    "",
  ].join("\n");
}

/** A table, and a blank line behind it; nothing where nothing was found. */
function rows(findings: readonly Finding[], colours: Colours): readonly string[] {
  if (findings.length === 0) return [];
  const titled = findings.map((finding) => ({ ...finding, title: titleOf(finding) }));
  const titleColumns = Math.max(...titled.map(({ title }) => title.length)) + GAP;
  const indent = titleColumns + VERDICT_COLUMNS;
  const lines = titled.flatMap(({ title, verdict, said }) => {
    const [first = "", ...more] = wrapText(printable(said), COLUMNS - indent);
    const head = `${title.padEnd(titleColumns)}${painted(verdict, colours)}${" ".repeat(VERDICT_COLUMNS - verdict.length)}${first}`;
    return [head, ...more.map((line) => `${" ".repeat(indent)}${line}`)];
  });
  return [...lines, ""];
}

function titleOf({ check, dialect }: Finding): string {
  return dialect === undefined ? CHECK_TITLES[check] : `${CHECK_TITLES[check]}: ${dialect}`;
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
