import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MODEL_PERSONAS, type ModelPersona } from "../../src/index.js";

const README = join(import.meta.dirname, "../../README.md");

function row({ name, about, truth }: ModelPersona): string {
  const { native, parallel, window, windowOnRequest, cutsSilently, reasoning, dialects } = truth;
  const calls = native === "works" && !parallel ? "works, one at a time" : native;
  const more = windowOnRequest === undefined ? "" : `, up to ${tokens(windowOnRequest)} on request`;
  const lists = [
    ["slips in", dialects.slips],
    ["own syntax for", dialects.own],
    ["breaks", dialects.breaks],
  ] as const;
  const odd = lists.filter(([, names]) => names.length > 0).map(([word, names]) => `${word} ${names.join(", ")}`);
  const cells = [
    `\`${name}\``,
    about,
    calls,
    `${tokens(window)}${cutsSilently ? ", cut silently" : ""}${more}`,
    reasoning,
    odd.join("; ") || "all work",
    `${tokens(truth.promptTokensPerSecond)} / ${truth.outputTokensPerSecond}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function tokens(count: number): string {
  return count.toLocaleString("en-GB");
}

it("has every persona in the table of the README, with what is to be found out of it", () => {
  const table = MODEL_PERSONAS.map(row).join("\n");
  const readme = readFileSync(README, "utf8");
  if (process.env.WRITE_TABLE)
    writeFileSync(
      README,
      readme.replace(/\| `good-native`[\s\S]*?(?=\n\n)/, () => table),
    );
  else expect(readme).toContain(`\n${table}\n`);
});
