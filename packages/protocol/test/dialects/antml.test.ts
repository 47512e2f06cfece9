import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({ get_time: { city: { type: "string" } }, refresh: {} });
const rome: ShortBlock = ["call", "get_time", { city: "Rome" }];

/** Put together, as in the dialect. */
const PREFIX = ["ant", "ml:"].join("");

function call(open: string, invoke: string, parameter: string): string {
  return `<${open}function_calls>\n<${invoke}invoke name="get_time">\n<${parameter}parameter name="city">Rome</${parameter}parameter>\n</${invoke}invoke>\n</${open}function_calls>`;
}

const cases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["a call", call(PREFIX, PREFIX, PREFIX), [rome]],
  ["no prefix around", call("", PREFIX, PREFIX), [rome]],
  ["no prefix inside", call(PREFIX, "", ""), [rome]],
  ["no prefix at all", `A\n${call("", "", "")}\nB`, ["A\n", rome, "B"]],
  [
    "thoughts",
    `<${PREFIX}thinking>\nHm.\n</${PREFIX}thinking>\n${call(PREFIX, PREFIX, PREFIX)}`,
    [["thought", "Hm.\n"], rome],
  ],
];

describe("antml", () => {
  it.each(cases)("%s", (_, text, blocks) => {
    expect(readDialect("antml", tools, text)).toEqual(blocks);
    expectSafeCuts("antml", tools, text);
  });
});
