import { dialectNames, renderCall } from "@millrace/protocol";
import { sampleInput } from "./sample-input.js";
import type { TextKind } from "./text-kind.js";

const DIALECTS = dialectNames.filter((name) => name !== "auto");

/** Markdown about calling tools, with an example of a call in any dialect: in a fence, or in inline code. */
export const TOOL_MARKDOWN: TextKind = {
  name: "Markdown about tool calls",
  part(pick, tools) {
    const dialect = pick(DIALECTS);
    const tool = pick(tools);
    const example = renderCall({ name: tool.name, input: sampleInput(tool, pick) }, tools, dialect).text;
    const before = pick([
      `## ${dialect}\n\nA call of ${tool.name} looks like this:\n\n`,
      `Models that write ${dialect} call it so:\n`,
      `1. A call in ${dialect}:\n\n`,
    ]);
    const after = pick([
      "\n\nThe value ends where its tag is closed.\n\n",
      "\nAs you see, it is short.\n\n",
      "\n\n- More than one may follow.\n- They run in order.\n\n",
    ]);
    return `${before}${pick([true, true, false]) ? fenced(example, pick(["", "xml", "json", "text", "python", "tool"])) : inline(example)}${after}`;
  },
};

/** In a fence that is longer than any in it. */
function fenced(example: string, info: string): string {
  const mark = "`".repeat(longestRun(example, 2) + 1);
  return `${mark}${info}\n${example}\n${mark}`;
}

/** On one line, between more backticks than stand together in it. */
function inline(example: string): string {
  const mark = "`".repeat(longestRun(example, 0) + 1);
  return `It is written ${mark} ${example.replaceAll("\n", " ")} ${mark} on a line.`;
}

function longestRun(text: string, least: number): number {
  return Math.max(least, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
