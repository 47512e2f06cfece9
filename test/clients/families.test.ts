import { parseAssistantMessage } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { COLUMNS } from "../../clients/columns.js";

const CALL = {
  name: "edit_file",
  arguments: { path: "/a/mill.txt", old_text: `"turns" <per hour> & 'more'`, new_text: "two\nlines {a: [1]}" },
};
const TEXT = { type: "string" } as const;
const TOOLS = [
  {
    name: "edit_file",
    description: "Edits.",
    parameters: {
      type: "object",
      properties: { path: TEXT, old_text: TEXT, new_text: TEXT, edits: { type: "array", items: { type: "object" } } },
      required: ["path"],
    },
  },
] as const;

describe.each(COLUMNS)("a model of $name", ({ family }) => {
  const read = (text: string) =>
    parseAssistantMessage(text, { tools: TOOLS, dialect: family.dialect, reason: "stop" }).blocks;

  test("writes a call that its dialect reads as it was meant", () => {
    const calls = read(family.write({ words: "I edit.", call: CALL })).filter(({ type }) => type === "tool-use");
    expect(calls).toMatchObject([{ name: CALL.name, input: CALL.arguments, repairs: [] }]);
  });

  test("writes lists and objects so, too", () => {
    const call = {
      name: "edit_file",
      arguments: { path: "a", edits: [{ oldText: "x", all: true, at: 3, none: null }] },
    };
    const calls = read(family.write({ words: "I edit.", call })).filter(({ type }) => type === "tool-use");
    expect(calls).toMatchObject([{ input: call.arguments }]);
  });

  test("shows its marks in what it writes, and none when it only talks", () => {
    const written = family.write({ words: "I edit.", call: CALL });
    expect(family.marks.some((mark) => written.includes(mark))).toBe(true);
    const talk = read(family.write({ words: "It turns." })).flatMap((block) =>
      block.type === "text" ? [block.text] : [],
    );
    expect(talk.join("").trim()).toBe("It turns.");
  });
});
