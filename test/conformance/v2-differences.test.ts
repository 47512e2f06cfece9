import { describe, expect, test } from "vitest";
import { DIFFERENCES } from "../../conformance/v2/differences.js";
import { situationOf } from "../../conformance/v2/situation.js";

function rulesFor(input: string): string[] {
  const situation = situationOf(input);
  return DIFFERENCES.filter((one) => one.applies(situation)).map(({ name }) => name);
}

describe("the rules by which the reader differs from V2", () => {
  test.each([
    "I look. <read_file><path>a.ts</path></read_file> Done.",
    "<write_to_file>\n<path>a</path>\n<content>\nif (a < b) c();\n</content>\n</write_to_file>\n<list_files><path>.</path></list_files>",
    "Use `x` and <b>bold</b>.\n```ts\nconst a = 1;\n```\n<read_file><path>a</path></read_file>",
    "<read_file>\n<path>a",
    "<read_file>\n<pa",
  ])("none tells of a difference in a message both read the same: %j", (input) => {
    expect(rulesFor(input)).toEqual([]);
  });

  test.each([
    ["code-is-text", "Write `<read_file><path>x</path></read_file>`."],
    ["code-is-text", "```xml\n<read_file>\n<path>x</path>\n</read_file>\n```"],
    ["mention-is-text", "The <read_file> tool takes a path."],
    ["reasoning", "<thinking>hm</thinking>\nHello"],
    ["reasoning", "</thinking>\nHello"],
    ["mended-tags", "<Read_File><path>a</path></Read_File>"],
    ["mended-tags", '<read_file path="a"/>'],
    ["mended-tags", "<read_file><path>a</path ></read_file>"],
    ["set-once", "<read_file><path>a</path><path>b</path></read_file>"],
    ["next-tool", "<read_file>\n<path>a</path>\n<list_files>\n<path>b</path>\n</list_files>"],
    ["implied-close", "<read_file>\n<path>a\n</read_file>"],
    ["body-close", "<new_task><context>a</context> b</context></new_task>"],
    ["body-close", "<new_task><context><new_task><context>a</context></new_task></context></new_task>"],
    ["file-content", "<write_to_file><path>p</path><content>a</content><path>q</path></content></write_to_file>"],
    ["cut-tag", "Now I read: <read_f"],
    ["cut-tag", "<read_file><path>a</pa"],
  ])("%s tells of the difference in %j", (rule, input) => {
    expect(rulesFor(input)).toContain(rule);
  });
});
