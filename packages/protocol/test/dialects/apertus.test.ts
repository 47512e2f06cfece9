import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({ get_time: { city: { type: "string" } }, refresh: {} });
const rome: ShortBlock = ["call", "get_time", { city: "Rome" }];
const one = '<|tools_prefix|>[{"get_time": {"city": "Rome"}}]<|tools_suffix|>';

const cases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["a call", one, [rome]],
  ["text around", `One.\n${one}\nTwo.`, ["One.\n", rome, "Two."]],
  ["several calls", one.replace("}}]", '}}, {"refresh": {}}]'), [rome, ["call", "refresh", {}]]],
  ["several calls in an object", one.replace("}}]", '}, "refresh": {}}]'), [rome, ["call", "refresh", {}]]],
  ["an object alone", one.replace("[", "").replace("]<", "<"), [rome]],
  ["line breaks", one.replaceAll(/([[{}])/g, "$1\r\n"), [rome]],
  ["no close", one.replace("<|tools_suffix|>", ""), [rome]],
  ["no brackets behind", one.replace("}}]", "}"), [rome]],
  ["a bracket too few", one.replace("}}]", ""), [["mended", "get_time", { city: "Rome" }]]],
  ["an unknown tool", one.replace("get_time", "nope"), [["call", "nope", { city: "Rome" }]]],
  [
    "marks in a string",
    one.replace("Rome", "]<|tools_suffix|>}"),
    [["call", "get_time", { city: "]<|tools_suffix|>}" }]],
  ],
  ["arguments that were quoted", one.replace('{"city": "Rome"}', JSON.stringify('{"city": "Rome"}')), [rome]],
  ["no call", "<|tools_prefix|>[1, 2]<|tools_suffix|>", ["[1, 2]"]],
  ["reasoning", `<|inner_prefix|>Hm.<|inner_suffix|>I look.${one}`, [["thought", "Hm."], "I look.", rome]],
  ["reasoning that is not closed", `<|inner_prefix|>Hm.${one}`, [["thought", "Hm."], rome]],
  ["cut in a value", one.slice(0, one.lastIndexOf('me"')), [["cut", "get_time", { city: "Ro" }]]],
  ["cut behind a name", one.slice(0, 30), [["cut", "get_time", {}]]],
  ["cut in a name", one.slice(0, 23), []],
  ["cut in the second name", `${one.slice(0, one.indexOf("]"))}, {"ref`, [rome]],
];

describe("apertus", () => {
  it.each(cases)("%s", (_, text, blocks) => {
    expect(readDialect("apertus", tools, text)).toEqual(blocks);
    expectSafeCuts("apertus", tools, text);
  });
});
