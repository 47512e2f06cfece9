import type { CheckName, Examination, Finding } from "@millrace/models";
import { MODEL_PERSONAS, type ModelPersona } from "@millrace/testkit";
import { examinePersona } from "./examine-persona.js";
import { makeTranscript } from "./transcript.js";

const BEGIN = "<!-- Made by `npm run docs:doctor`: begin -->";
const END = "<!-- Made by `npm run docs:doctor`: end -->";

/**
 * docs/DOCTOR.md with its table of all personas and its transcript made anew; what stands around the marks stays. What
 * varies from run to run (times, ports) is left out.
 *
 * @param program the built program, which the transcript is made with
 * @throws where the marks are not there
 */
export async function withPersonaSection(page: string, program: string): Promise<string> {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from === -1 || to < from) throw new Error(`docs/DOCTOR.md has no lines ${BEGIN} and ${END}.`);
  const made = [BEGIN, "", await personaTable(), "", await makeTranscript(program), "", ""].join("\n");
  return page.slice(0, from) + made + page.slice(to);
}

async function personaTable(): Promise<string> {
  const rows: string[] = [];
  for (const persona of MODEL_PERSONAS) {
    rows.push(row(persona, "", await examinePersona(persona)));
    if (persona.truth.cutsSilently) {
      rows.push(row(persona, ", `--wire openai-chat`", await examinePersona(persona, { wire: "openai-chat" })));
    }
  }
  const head = [
    "model",
    "native calls",
    "taught in text",
    "calls a message",
    "reasoning",
    "window",
    "recommended",
    "the smallest change that would help",
    "requests",
  ];
  return [cells(head), cells(head.map(() => "---")), ...rows].join("\n");
}

function row({ name, about }: ModelPersona, aside: string, examination: Examination): string {
  const { findings, recommendation } = examination;
  const { protocol, dialect } = recommendation;
  const [change] = recommendation.changes;
  return cells([
    `**${name}**${aside}: ${about}`,
    String(found(findings, "native-call")?.facts.native),
    findings.flatMap(taught).join(", "),
    found(findings, "parallel")?.verdict === "good" ? "several" : "one",
    String(found(findings, "reasoning")?.facts.form),
    windowOf(findings, recommendation.window),
    protocol === "native" ? "native" : `text, ${dialect}`,
    change === undefined ? "" : change.said,
    String(findings.reduce((sum, { requests }) => sum + requests, 0)),
  ]);
}

function found(findings: readonly Finding[], check: CheckName): Finding | undefined {
  return findings.find((finding) => finding.check === check);
}

function taught({ check, dialect, verdict, facts }: Finding): readonly string[] {
  if (check !== "text" || dialect === undefined) return [];
  const wrote = facts.wrote === undefined ? "" : ` (writes ${facts.wrote})`;
  return [`${dialect} ${verdict}${wrote}`];
}

function windowOf(findings: readonly Finding[], believed: number | undefined): string {
  const finding = found(findings, "window");
  const tokens = believed === undefined ? "not known" : believed.toLocaleString("en-US");
  if (finding?.facts.cutsSilently === true) {
    return `${tokens}, cut silently (said: ${Number(finding.facts.claimed).toLocaleString("en-US")})`;
  }
  return finding?.verdict === "skipped" ? `${tokens}; too slow to try` : tokens;
}

function cells(texts: readonly string[]): string {
  return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
}
