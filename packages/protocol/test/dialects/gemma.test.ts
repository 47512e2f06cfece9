import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  f: { a: { type: "string" }, n: { type: "integer" }, o: { type: "object" } },
  "weather.get": { city: { type: "string" } },
});

describe.each([
  ["functiongemma", "<start_function_call>", "<end_function_call>", "<escape>"],
  ["gemma4", "<|tool_call>", "<tool_call|>", '<|"|>'],
])("%s", (dialect, open, close, quote) => {
  const text = (value: string) => `${quote}${value}${quote}`;
  const call = (inner: string) => `${open}call:${inner}${close}`;
  const x: ShortBlock = ["call", "f", { a: "x" }];

  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["a call", call(`f{a:${text("x")},n:3}`), [["call", "f", { a: "x", n: 3 }]]],
    ["text around", `A ${call(`f{a:${text("x")}}`)} B`, ["A ", x, "B"]],
    ["two calls", call(`f{a:${text("x")}}`) + call("f{}"), [x, ["call", "f", {}]]],
    ["no close", `${open}call:f{a:${text("x")}}`, [x]],
    ["no close before another", `${open}call:f{a:${text("x")}}${call("f{}")}`, [x, ["call", "f", {}]]],
    ["a dotted name", call(`weather.get{city:${text("Zürich 🏔")}}`), [["call", "weather.get", { city: "Zürich 🏔" }]]],
    [
      "what is inside",
      call(`f{o:{k:[1,${text("y")}],${text("q r")}:null}}`),
      [["call", "f", { o: { k: [1, "y"], "q r": null } }]],
    ],
    ["numbers in quotes", call(`f{n:${text("42")}}`), [["call", "f", { n: 42 }]]],
    ["a missing comma", call(`f{a:${text("x")}n:1}`), [["call", "f", { a: "x", n: 1 }]]],
    ["marks in text", call(`f{a:${text(`${close}}`)}}`), [["call", "f", { a: `${close}}` }]]],
    ["lines", `${open}\ncall:f{\n  a:${text("x\r\ny")}\n}\n${close}\nB`, [["call", "f", { a: "x\r\ny" }], "B"]],
    ["a tool that nobody knows", call("rm{a:1}"), [["call", "rm", { a: 1 }]]],
    ["a colon too much", `${open}:call:f{a:${text("x")}}${close}`, [x]],
    ["no value", call("f{a:}"), [["call", "f", { a: "" }]]],
    ["a mention", `The ${open} token.`, [`The ${open} token.`]],
    ["a close alone", `a ${close} b`, ["a ", "b"]],
  ])("reads %s", (_name, message, blocks) => {
    expect(readDialect(dialect, tools, message)).toEqual(blocks);
    expectSafeCuts(dialect, tools, message);
  });

  it("mends a missing bracket", () => {
    const blocks = readDialect(dialect, tools, `${open}call:f{a:${text("x")}${close} B`);
    expect(blocks).toEqual([["mended", "f", { a: "x" }], "B"]);
  });

  it.each<[text: string, blocks: readonly ShortBlock[]]>([
    [open.slice(0, -3), []],
    [open, []],
    [`${open}call:`, []],
    [`${open}call:f`, []],
    [`${open}call:f{`, [["cut", "f", {}]]],
    [`${open}call:f{a:${quote}x${quote.slice(0, 2)}`, [["cut", "f", { a: "x" }]]],
    [`${open}call:f{a:${text("x")},n:3`, [["cut", "f", { a: "x" }]]],
    [`${open}call:f{a:${text("x")}}${close.slice(0, 4)}`, [x]],
  ])("reads %j, which was cut", (message, blocks) => {
    expect(readDialect(dialect, tools, message)).toEqual(blocks);
  });
});

describe("gemma4", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["thoughts", "<|channel>thought\nhm\n<channel|>Done.", [["thought", "hm\n"], "Done."]],
    ["no thoughts", "<|channel>thought\n<channel|>Done.", ["Done."]],
    ["thoughts in no channel", "A\n<|channel>Hm.<channel|>Done.", ["A\n", ["thought", "Hm."], "Done."]],
    ["no opener", 'A\ncall:f{a:<|"|>x<|"|>}', ["A\n", ["call", "f", { a: "x" }]]],
    [
      "no opener behind thoughts",
      '<|channel>thought\nhm<channel|>call:f{a:<|"|>x<|"|>}<tool_call|>',
      [
        ["thought", "hm"],
        ["call", "f", { a: "x" }],
      ],
    ],
    ["half an opener", '<call>f{a:<|"|>x<|"|>}', [["call", "f", { a: "x" }]]],
    ["no opener, of no tool", 'call:rm{a:<|"|>x<|"|>}', ['call:rm{a:<|"|>x<|"|>}']],
    ["no opener, of no parameter", "call:f{b:1}, or call:f{}", ["call:f{b:1}, or call:f{}"]],
    ["another channel", "<|channel>final\nDone.", ["<|channel>final\nDone."]],
    ["the beginning of a result", "<|tool_call>call:f{}<tool_call|><|tool_response>", [["call", "f", {}]]],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("gemma4", tools, text)).toEqual(blocks);
    expectSafeCuts("gemma4", tools, text);
  });
});
