import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  keys: { value: { type: "string" } },
  write: { path: { type: "string" }, content: { type: "string" } },
  set: { n: { type: "integer" }, tags: { type: "array" }, o: { type: "object" }, on: { type: "boolean" } },
});

const x: ShortBlock = ["call", "keys", { value: "x" }];

describe("yaml-xml", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["quotes", "<keys>\nvalue: '<Ctrl+C>a<Esc>'\n</keys>", [["call", "keys", { value: "<Ctrl+C>a<Esc>" }]]],
    ["comments before it", "<keys>\n# the keys\n  # of it\n  value: x # here\n</keys>", [x]],
    ["no YAML behind a comment", "<keys>\n# A heading\nText", ["<keys>\n# A heading\nText"]],
    ["text around", "A <keys>\nvalue: x\n</keys> B", ["A ", x, "B"]],
    ["two calls", "<keys>\nvalue: x\n</keys>\n<keys>\nvalue: x\n</keys>", [x, x]],
    [
      "a block",
      "<write>\npath: a\ncontent: |\n  b\n    c\n</write>",
      [["call", "write", { path: "a", content: "b\n  c\n" }]],
    ],
    [
      "its close in a block",
      "<write>\n  path: a\n  content: |\n    </write>\n  </write>",
      [["call", "write", { path: "a", content: "</write>\n" }]],
    ],
    ["its close behind a value", "<keys>\nvalue: x</keys>\nB", [x, "B"]],
    [
      "what the schema types",
      "<set>\nn: 3\ntags:\n  - a\no: {k: [1]}\non: true\n</set>",
      [["call", "set", { n: 3, tags: ["a"], o: { k: [1] }, on: true }]],
    ],
    ["CRLF", "<keys>\r\nvalue: x\r\n</keys>\r\nB", [x, "B"]],
    ["another case", "<KEYS>\nvalue: x\n</KEYS>", [x]],
    ["a wrapper", "<tool_call>\n<keys>\nvalue: x\n</keys>\n</tool_call>", [x]],
    ["tags", "<keys>\n<value>x</value>\n</keys>", [x]],
    ["no arguments", "<keys>\n</keys>", [["call", "keys", {}]]],
    ["a key that nobody knows", "<keys>\nNote: x\n</keys>", ["<keys>\nNote: x\n</keys>"]],
    ["a mention", "The <keys> value: x\nand <keys>\nvalues", ["The <keys> value: x\nand <keys>\nvalues"]],
    ["what is no YAML", "<set>\nn: [1\n</set>\nB", [["cut", "set", { n: "[1\n" }], "B"]],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("yaml-xml", tools, text)).toEqual(blocks);
    expectSafeCuts("yaml-xml", tools, text);
  });

  it.each<[text: string, blocks: readonly ShortBlock[]]>([
    ["<keys>\nval", [["cut", "keys", {}]]],
    ["<keys>\nvalue: ab", [["cut", "keys", { value: "ab" }]]],
    ['<keys>\nvalue: "ab', [["cut", "keys", { value: "ab" }]]],
    ["<keys>\nvalue: x\n</ke", [["cut", "keys", { value: "x" }]]],
    ["<write>\npath: a\ncontent: |\n  b\n  c", [["cut", "write", { path: "a", content: "b\nc" }]]],
  ])("reads %j, which was cut", (text, blocks) => {
    expect(readDialect("yaml-xml", tools, text)).toEqual(blocks);
  });

  it("reads its close in a line", () => {
    const blocks = [["call", "keys", { value: "a </keys> b" }]];
    expect(readDialect("yaml-xml", tools, "<keys>\nvalue: a </keys> b\n</keys>")).toEqual(blocks);
    const cut = [["cut", "keys", { value: "a </keys>" }]];
    expect(readDialect("yaml-xml", tools, "<keys>\nvalue: a </keys>", "length")).toEqual(cut);
  });

  it("closes a call at an end that mends", () => {
    expect(readDialect("yaml-xml", tools, "<keys>\nvalue: x\n", "stop")).toEqual([["mended", "keys", { value: "x" }]]);
  });
});
