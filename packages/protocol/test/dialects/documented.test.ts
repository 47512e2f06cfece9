import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { callForms, dialectNames, getDialect, parseAssistantMessage, renderCall } from "../../src/index.js";
import { readGoldenCases } from "../reader/golden-cases.js";

const ROOT = new URL("../../../../", import.meta.url);
const page = readFileSync(new URL("docs/DIALECTS.md", ROOT), "utf8");
const readme = readFileSync(new URL("packages/protocol/README.md", ROOT), "utf8");
const tools = readGoldenCases().tools.files ?? [];

/** The rows of a table that begins with this line, each as its cells. */
function rowsOf(text: string, head: string): string[][] {
  const [, behind = ""] = text.split(`\n${head}\n`);
  const rows = behind.split("\n").slice(1);
  const end = rows.findIndex((row) => !row.startsWith("|"));
  return rows.slice(0, end).map((row) => row.slice(2, -2).split(/(?<!\\) \| /));
}

/** What a code span of a table stands for. */
function plain(cell = ""): string {
  const code = /^(`+) ?(.*?) ?\1$/.exec(cell)?.[2] ?? cell;
  return code.replaceAll("\\|", "|").replaceAll("⏎", "\n");
}

const written = (dialect: string) => renderCall({ name: "read_file", input: { path: "a.ts" } }, tools, dialect);

describe("docs/DIALECTS.md", () => {
  const dialects = rowsOf(page, "| dialect | families that write it | a call | read by |");

  it("has every dialect, in order", () => {
    expect(dialects.map(([name]) => name)).toEqual(dialectNames);
  });

  it.each(dialects)("has %s's families, and its call as it is written", (name = "", families, call) => {
    expect(families).toBe(getDialect(name).families.join(", ") || "-");
    expect(written(name)).toEqual({ text: plain(call), readsBack: true });
  });

  it.each(rowsOf(page, "| kind | in | written | said |"))(
    "has %s in %s as it is mended",
    (kind, dialect, text, said) => {
      const { blocks, notes } = parseAssistantMessage(plain(text), { tools, dialect: dialect ?? "", reason: "stop" });
      const repairs = [...blocks.flatMap((block) => (block.type === "tool-use" ? block.repairs : [])), ...notes];
      expect(repairs).toContainEqual({ kind: kind?.replace(" (note)", ""), message: plain(said) });
    },
  );

  it("names every grammar", () => {
    expect(page.replaceAll("\n", " ")).toContain(`${[...callForms.keys()].join(", ")}.`);
  });
});

test("the README has an example for each dialect", () => {
  const rows = rowsOf(readme, "| dialect | a call |");
  expect(rows.map(([name]) => name)).toEqual(dialectNames);
  for (const [name = "", call] of rows) expect(plain(call), name).toBe(written(name).text);
});
