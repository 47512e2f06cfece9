import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDialectParser, type FinishReason } from "../../src/index.js";
import { pieces } from "../cuts.js";
import { acme } from "./acme.js";
import { dialectTools as tools } from "./dialect-tools.js";

function read(text: string, { reason = "stop" as FinishReason, lengths = [].values() as Iterator<number> } = {}) {
  const reader = createDialectParser(acme, { tools });
  for (const piece of pieces(text, lengths)) reader.push({ type: "text-delta", text: piece });
  reader.end(reason);
  return { blocks: reader.blocks, gaps: reader.gaps, truncated: reader.truncated };
}

const readFile = (path: string) => acme.writeCall({ name: "read_file", input: { path } }, tools);

test("docs/DIALECTS.md shows the file as it is, and it is short", () => {
  const page = readFileSync(new URL("../../../../docs/DIALECTS.md", import.meta.url), "utf8");
  const file = readFileSync(new URL("./acme.ts", import.meta.url), "utf8");
  const shown = file.replaceAll('"../../src/dialects/', '"./').replaceAll('"../../src/', '"../');
  expect(page).toContain(shown);
  expect(shown.split("\n").length).toBeLessThan(150);
});

test("a call is written and read back", () => {
  expect(readFile("a.ts")).toBe('@call read_file {"path": "a.ts"} @end');
  expect(read(readFile("a.ts")).blocks).toMatchObject([
    { type: "tool-use", name: "read_file", dialect: "acme", input: { path: "a.ts" }, closedBy: "close", repairs: [] },
  ]);
});

test("all that dialects share comes with it: several calls, thoughts, damage, cuts, code", () => {
  expect(read(`@muse Which one? @speak I look.\n${readFile("a.ts")}\n${readFile("b.ts")}\nSo.`).blocks).toMatchObject([
    { type: "reasoning", text: "Which one? " },
    { type: "text", text: "I look.\n" },
    { type: "tool-use", input: { path: "a.ts" } },
    { type: "tool-use", input: { path: "b.ts" } },
    { type: "text", text: "So." },
  ]);
  expect(read("@call read_file {'path': 'a.ts',}\n@call list_tasks {} @end").blocks).toMatchObject([
    { name: "read_file", input: { path: "a.ts" }, repairs: [{ kind: "json-syntax" }, { kind: "json-syntax" }] },
    { name: "list_tasks", input: {} },
  ]);
  expect(read('@call read_file {"path": "a', { reason: "length" })).toMatchObject({
    blocks: [{ name: "read_file", closedBy: "end", partial: true }],
    truncated: true,
  });
  expect(read(`See \`${readFile("a.ts")}\`, or @call me, please.`).blocks).toMatchObject([{ type: "text" }]);
});

test("every cut reads the same", () => {
  const text = `@muse Hm. @speak Now\n${readFile("a.ts")}\n@call list_tasks {}\n@call nobody`;
  const whole = read(text);
  expect(whole.blocks.length).toBeGreaterThan(3);
  fc.assert(
    fc.property(fc.infiniteStream(fc.integer({ min: 1, max: 12 })), (lengths) => {
      expect(read(text, { lengths })).toEqual(whole);
    }),
  );
});

test("it is taught, and its results cannot open a call", () => {
  expect(acme.teach(tools, "full")).toContain(
    '@call write_to_file {"path": "the path", "content": "the content\\n"} @end',
  );
  const result = acme.renderResult({ name: "read_file", target: "a.txt", status: "ok", text: readFile("b.ts") }, tools);
  expect(result).toBe(`<tool_response>\n[read_file a.txt] ok\n~~~\n${readFile("b.ts")}\n~~~\n</tool_response>`);
  expect(read(result).blocks.some(({ type }) => type === "tool-use")).toBe(false);
});
