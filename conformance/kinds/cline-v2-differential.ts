import { isDeepStrictEqual } from "node:util";
import type { Block } from "@millrace/protocol";
import type { Kind, Line, LineResult, Outcome, Review } from "../kind.js";
import { readInEveryCut } from "../read-message.js";
import { shorten } from "../shorten.js";
import { DIFFERENCES } from "../v2/differences.js";
import { V2_TOOLS } from "../v2/names.js";
import type { RecordedBlock } from "../v2/recorded-block.js";
import { situationOf, V2_PARAMETERS } from "../v2/situation.js";

interface DifferentialLine extends Line {
  readonly input: string;
  readonly v2: readonly RecordedBlock[];
}

/** The rules may be told too broadly on this share of the lines at most. */
const MOST_EXCESS = 0.02;

const TOOLS = [...V2_TOOLS].map((name) => ({ name, description: "", parameters: V2_PARAMETERS }));

/** What Cline 4.0.10 read in the same messages: each difference is wanted and has a name. */
export const CLINE_V2_DIFFERENTIAL: Kind = {
  name: "cline-v2-differential",
  folder: "corpus",
  file: "cline-v2-differential.jsonl",
  run: async (line) => runLine(line as DifferentialLine),
  review: reviewLines,
};

function runLine({ id, input, v2 }: DifferentialLine): Outcome {
  const { message, difference } = readInEveryCut(input, id, { tools: TOOLS, dialect: "cline" });
  if (difference !== undefined) return { status: "failed", detail: difference };
  const situation = situationOf(input);
  const rules = DIFFERENCES.filter((one) => one.applies(situation)).map(({ name }) => name);
  const [ours, theirs] = [message.blocks.flatMap(asV2), v2.flatMap(normalised)];
  if (isDeepStrictEqual(ours, theirs)) return { status: "passed", excessRules: rules };
  if (rules.length > 0) return { status: "passed", rules };
  return {
    status: "failed",
    detail: `unexplained: ${shorten(input)}\n    ours ${shorten(ours)}\n    V2   ${shorten(theirs)}`,
  };
}

/** V2 trims and drops blank text, and knows no reasoning; its last text is always partial. */
function normalised(block: RecordedBlock): unknown[] {
  if (block.type === "text") {
    const text = block.content.trim();
    return text === "" ? [] : [{ type: "text", text }];
  }
  const { name, params, partial } = block;
  return [{ type: "tool", name, params: trimmed(Object.entries(params)), partial }];
}

function asV2(block: Block): unknown[] {
  if (block.type === "tool-use") {
    const { name, params, closedBy } = block;
    return [{ type: "tool", name, params: trimmed(params), partial: closedBy === "end" }];
  }
  const text = block.text.trim();
  return text === "" ? [] : [{ type: block.type, text }];
}

function trimmed(params: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.fromEntries(params.map(([name, value]) => [name, value.trim()]));
}

function reviewLines(results: readonly LineResult[]): Review {
  const differing = results.filter(({ outcome }) => (outcome.rules ?? []).length > 0);
  const excess = results.filter(({ outcome }) => (outcome.excessRules ?? []).length > 0);
  const counts = DIFFERENCES.map(({ name, rule }) => {
    const count = differing.filter(({ outcome }) => outcome.rules?.includes(name)).length;
    return `${String(count).padStart(4)}  ${name}: ${rule}`;
  });
  const share = `${excess.length} of ${results.length}`;
  return {
    notes: [
      `${differing.length} lines differ from V2 as wanted, by these rules:`,
      ...counts,
      `rules that told of a difference where there is none: ${share} lines`,
      ...excess.map(({ id, outcome }) => `      ${id}: ${outcome.excessRules?.join(", ")}`),
    ],
    broken:
      excess.length > results.length * MOST_EXCESS
        ? [
            `the rules are told too broadly: on ${share} lines they bite where nothing differs, more than ${MOST_EXCESS * 100} %`,
          ]
        : [],
  };
}
