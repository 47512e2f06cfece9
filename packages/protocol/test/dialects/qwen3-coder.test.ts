import { describe, expect, it } from "vitest";
import { readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  search: { query: { type: "string" }, exact: { type: "boolean" } },
  alarm: { time: { type: "string" }, volume: { type: "number" } },
});

const x: ShortBlock = ["call", "search", { query: "x" }];

function mended(query: string): ShortBlock {
  return ["mended", "search", { query }];
}

describe("qwen3-coder", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    [
      "the close of another form of call in an open value",
      "<tool_call><function=search><parameter=query>Use </tool> or </invoke> so</function></tool_call>",
      [["call", "search", { query: "Use </tool> or </invoke> so" }]],
    ],
    [
      "the close of its own form in an open value",
      "<tool_call><invoke=search><parameter=query>x</invoke></tool_call>",
      [x],
    ],
    [
      "a name in a tag of its own",
      "<tool_call>\n<name>search</name>\n<parameter=query>\nx\n</parameter>\n</tool_call>",
      [mended("x")],
    ],
    [
      "that tag's close in an open value",
      "<tool_call><name>search</name><parameter=query>How to close </name> tag</tool_call>",
      [mended("How to close </name> tag")],
    ],
    [
      "a name in a tag of its own in the call's tag",
      "<tool_call>\n<function>\n<tool_name>search</tool_name>\n<parameter=query>x</parameter>\n</function>\n</tool_call>",
      [x],
    ],
    ["an empty name", "<tool_call><name></name></tool_call>", ["<tool_call><name></name></tool_call>"]],
    [
      "a value in an element that only wraps it",
      "<tool_call>\n<function=alarm>\n<parameter=volume>\n<value>0.8</value>\n</parameter>\n</function>\n</tool_call>",
      [["call", "alarm", { volume: 0.8 }]],
    ],
    [
      "words in capital letters",
      "<tool_call><function=search><parameter=query>x</parameter><parameter=exact>FALSE</parameter></function></tool_call>",
      [["call", "search", { query: "x", exact: false }]],
    ],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("qwen3-coder", tools, text)).toEqual(blocks);
    expect(readDialect("auto", tools, text)).toEqual(blocks);
  });
});

describe("a call's tag that prose names", () => {
  it.each([
    ["qwen3-coder", "The <function=search> form is Qwen's."],
    ["seed-oss", "The <function=search> form is Seed's, too."],
    ["minimax-m2", 'The <invoke name="search"> form is MiniMax\'s.'],
    ["anthropic-fc", 'The <invoke name="search"> form is Claude\'s.'],
  ])("is text in %s", (dialect, text) => {
    expect(readDialect(dialect, tools, text)).toEqual([text]);
    expect(readDialect("auto", tools, text)).toEqual([text]);
  });

  it("begins a call where nothing comes behind it", () => {
    expect(readDialect("qwen3-coder", tools, "Hm <function=search>")).toEqual(["Hm ", ["cut", "search", {}]]);
  });
});

describe("the line break before the tag that shows a missing close", () => {
  it.each([
    ["qwen3-coder", "<function=search>\n<parameter=query>a\n\n</function>"],
    ["seed-oss", "<seed:tool_call>\n<function=search>\n<parameter=query>a\n\n</function>\n</seed:tool_call>"],
    [
      "minimax-m2",
      '<minimax:tool_call>\n<invoke name="search">\n<parameter name="query">a\n\n</invoke>\n</minimax:tool_call>',
    ],
    [
      "glm",
      "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>a\n\n<arg_key>exact</arg_key>\n<arg_value>true</arg_value>\n</tool_call>",
    ],
  ])("is layout in %s, also where blanks are data", (dialect, text) => {
    const [call] = readDialect(dialect, tools, text);
    expect(call?.[2]).toMatchObject({ query: "a\n" });
  });
});
