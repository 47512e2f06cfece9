import { buildPrompt } from "@millrace/agent";
import type { Tier } from "@millrace/protocol";
import { codingTools } from "@millrace/tools";

/** Tokens (UTF-8 bytes / 4) that the first request may take. Source: DESIGN 10. */
const BUDGETS: Readonly<Record<Tier, number>> = { full: 3000, compact: 1500, minimal: 800 };

/** Prints what the prompt and the tools cost in each tier, native and as text, with the default tools. */
export function benchPrompt(print: (line: string) => void): boolean {
  let kept = true;
  print("| tier | text | native | budget of the first request |");
  print("| --- | --: | --: | --: |");
  for (const [tier, budget] of Object.entries(BUDGETS) as [Tier, number][]) {
    const [text, native] = [tokens(tier, "text"), tokens(tier, "native")];
    kept &&= text <= budget && native <= budget;
    print(`| ${tier} | ${text} | ${native} | ${budget} |`);
  }
  return kept;
}

function tokens(tier: Tier, protocol: "text" | "native"): number {
  const tools = codingTools({ form: protocol });
  const prompt = buildPrompt({
    tier,
    protocol,
    dialect: "cline",
    mode: "ask",
    tools,
    interactive: true,
    sections: [],
  });
  return Math.ceil(Buffer.byteLength(JSON.stringify(prompt)) / 4);
}
