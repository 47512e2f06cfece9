import { MODEL_FAMILIES, NATIVE_TOOLS_FAULTS, SECOND_CALL_FAULTS, SYSTEM_MESSAGE_FAULTS } from "@millrace/models";
import type { TemplateRow, TemplatesReport } from "./check-templates.js";
import type { Fault } from "./fault.js";
import { PREFIXES } from "./prefix-watch.js";

/** The report as text, and whether all holds. */
export function printReport({ rows, ollama }: TemplatesReport): { text: string; holds: boolean } {
  const faults = rows.flatMap((row) => row.faults.map((fault) => ({ ...fault, file: row.file })));
  const lost = rows.filter(({ prefix, exception }) => prefix === "less" && !(exception && "prefix" in exception));
  const idle = rows.filter(isIdle);
  const count = (kind: Fault["kind"]) => faults.filter((fault) => fault.kind === kind).length;
  const lines = [
    ...table(rows),
    "",
    ...legend(),
    "",
    "Exceptions:",
    ...rows.flatMap(({ file, exception }) => (exception ? [`  ${file}: ${exception.why}.`] : [])),
    "",
    ...faults.slice(0, 40).map(({ file, kind, conversation, what }) => `${kind} by ${file}, ${conversation}: ${what}`),
    ...lost.map(({ file, worst }) => `prefix lost by ${file}, ${worst}`),
    ...idle.map(({ file }) => `${file}: its exception is not needed any more.`),
    ...summary(rows, ollama),
    `refused: ${count("refused")} · dropped: ${count("dropped")} · altered: ${count("altered")}`,
  ];
  const holds = faults.length + lost.length + idle.length === 0 && ollama.same === ollama.of;
  return { text: lines.join("\n"), holds };
}

/** An exception that excepts nothing. */
function isIdle({ exception, excepted, prefix }: TemplateRow): boolean {
  if (exception === undefined || "judgedIn" in exception) return false;
  return "prefix" in exception ? prefix !== "less" : excepted === 0;
}

const HEAD = [
  "family",
  "templates",
  "protocol",
  "system text",
  "calls",
  "requests",
  "refused",
  "dropped",
  "altered",
  "prefix",
];

/** A line a family, in the order of the catalogue. */
function table(rows: readonly TemplateRow[]): string[] {
  const body = MODEL_FAMILIES.flatMap((family) => {
    const own = rows.filter((row) => row.family === family);
    const [first] = own;
    return first ? [familyCells(first, own)] : [];
  });
  const widths = HEAD.map((head, at) => Math.max(head.length, ...body.map((cells) => (cells[at] ?? "").length)));
  return [HEAD, widths.map((width) => "-".repeat(width)), ...body].map((cells) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

function familyCells({ family }: TemplateRow, rows: readonly TemplateRow[]): string[] {
  const count = (kind: Fault["kind"]) =>
    String(rows.flatMap(({ faults }) => faults).filter((fault) => fault.kind === kind).length);
  const byFacts = rows.filter(({ requests }) => requests === 0).length;
  const marked = rows.some(({ exception }) => exception !== undefined) ? " *" : "";
  const worst = rows.flatMap(({ prefix }) => (prefix === undefined ? [] : [PREFIXES.indexOf(prefix)]));
  const { nativeTools, systemMessage, secondCall } = family;
  return [
    `${family.family}${marked}`,
    `${rows.length}${byFacts === 0 ? "" : ` (${byFacts} by facts)`}`,
    nativeTools === undefined ? "native" : `text: ${nativeTools}`,
    systemMessage === undefined ? "system" : `first user: ${systemMessage}`,
    secondCall === undefined ? "several" : `one: ${secondCall}`,
    String(rows.reduce((sum, { requests }) => sum + requests, 0)),
    count("refused"),
    count("dropped"),
    count("altered"),
    worst.length === 0 ? "by facts" : (PREFIXES[Math.max(...worst)] ?? ""),
  ];
}

function legend(): string[] {
  const said = (title: string, faults: Readonly<Record<string, string>>) =>
    Object.entries(faults).map(([key, why]) => `  ${title}: ${key}: ${why}.`);
  return [
    "Why:",
    ...said("text", NATIVE_TOOLS_FAULTS),
    ...said("first user", SYSTEM_MESSAGE_FAULTS),
    ...said("one", SECOND_CALL_FAULTS),
  ];
}

function summary(rows: readonly TemplateRow[], ollama: TemplatesReport["ollama"]): string[] {
  const rendered = rows.filter(({ requests }) => requests > 0);
  const kept = PREFIXES.map((prefix) => `${prefix} ${rendered.filter((row) => row.prefix === prefix).length}`);
  const requests = rendered.reduce((sum, row) => sum + row.requests, 0);
  const excepted = rows.reduce((sum, row) => sum + row.excepted, 0);
  const droppers = rendered.filter(({ besideCalls }) => besideCalls > 0).length;
  return [
    `${requests} prompts of ${rendered.length} templates; ${rows.length - rendered.length} more judged by what is known of them; ${excepted} faults excepted.`,
    `Prefix: ${kept.join(" · ")}. The model's own words beside a call: dropped by ${droppers}, needed by nothing.`,
    `On Ollama's wire the same is said in ${ollama.same} of ${ollama.of} requests.`,
  ];
}
