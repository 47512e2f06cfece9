import { type PromptCost, promptCosts } from "@millrace/agent";
import type { Tier } from "@millrace/protocol";
import type { Wire } from "@millrace/testkit";
import { codingTools } from "@millrace/tools";
import {
  FIRST_REQUEST_TOKENS,
  type FirstRequests,
  SMALL_REPOSITORY,
  startFirstRequests,
  tokensOf,
  WIRES,
} from "./first-request.js";

/** What is printed of the dialects; `test/first-request` sends all. */
const DIALECTS = ["cline", "hermes", "markdown-json", "qwen3-coder"];
const TIERS: readonly Tier[] = ["full", "compact", "minimal"];
/** How a model is talked to, and how the columns of the tables name it. */
const WAYS = [
  { name: "native", protocol: "native" as const, dialect: "auto" },
  ...DIALECTS.map((dialect) => ({ name: dialect, protocol: "text" as const, dialect })),
];

type Way = (typeof WAYS)[number];

/**
 * Prints what the first request takes in each tier, natively and in some dialects: the bodies as they were received on
 * each wire, and what of it each tool and each other part takes. False where a body is over its tier's budget.
 */
export async function benchPrompt(print: (line: string) => void): Promise<boolean> {
  const requests = await startFirstRequests();
  let kept = true;
  print(`| tier | wire | ${WAYS.map(({ name }) => name).join(" | ")} | nobody there, at most | budget |`);
  print(`| --- | --- | ${WAYS.map(() => "--:").join(" | ")} | --: | --: |`);
  for (const tier of TIERS) {
    for (const wire of WIRES) {
      const [there, alone] = [await sizes(requests, tier, wire, true), await sizes(requests, tier, wire, false)];
      const most = Math.max(...alone);
      kept &&= Math.max(most, ...there) <= FIRST_REQUEST_TOKENS[tier];
      print(`| ${[tier, wire, ...there, most, FIRST_REQUEST_TOKENS[tier]].join(" | ")} |`);
    }
  }
  await requests.close();
  for (const tier of TIERS) printParts(tier, print);
  return kept;
}

async function sizes(requests: FirstRequests, tier: Tier, wire: Wire, interactive: boolean): Promise<number[]> {
  const tokens: number[] = [];
  for (const { protocol, dialect } of WAYS) {
    tokens.push(tokensOf(await requests.send({ wire, tier, protocol, dialect, interactive })));
  }
  return tokens;
}

/** A table of one tier: a row a part, a column a way of calling. */
function printParts(tier: Tier, print: (line: string) => void): void {
  const columns = WAYS.map((way) => new Map(costsOf(tier, way).map(({ name, tokens }) => [name, tokens])));
  const names = new Set(columns.flatMap((column) => [...column.keys()]));
  print(`\n| ${tier}: tokens of | ${WAYS.map(({ name }) => name).join(" | ")} |`);
  print(`| --- | ${WAYS.map(() => "--:").join(" | ")} |`);
  for (const name of names) print(`| ${[name, ...columns.map((column) => column.get(name) ?? "")].join(" | ")} |`);
}

function costsOf(tier: Tier, { protocol, dialect }: Way): readonly PromptCost[] {
  const tools = codingTools({ form: protocol });
  return promptCosts(
    { tier, protocol, dialect, mode: "ask", tools, interactive: true, sections: [] },
    { task: "fix the failing test", facts: SMALL_REPOSITORY },
  ).parts;
}
