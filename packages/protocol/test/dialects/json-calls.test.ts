import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({ get_time: { city: { type: "string" } }, refresh: {} });
const rome: ShortBlock = ["call", "get_time", { city: "Rome" }];
const mended: ShortBlock = ["mended", "get_time", { city: "Rome" }];
const call = '{"name": "get_time", "arguments": {"city": "Rome"}}';
const short = call.slice(0, -1);

const cases: readonly [name: string, dialect: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["an object's bracket is missing in a list", "jamba", `<tool_calls>[${short}]</tool_calls>`, [mended]],
  [
    "it is missing in the last of two",
    "command-a",
    `<|START_ACTION|>[${call},\n${short}\n]<|END_ACTION|>Done.`,
    [rome, mended, "Done."],
  ],
  ["brackets that are doubled, as in a template", "hermes", `<tool_call>\n{${call}}\n</tool_call>`, [rome]],
  ["one that is doubled and not closed", "hermes", `<tool_call>\n{${call}\n</tool_call>`, [mended]],
  [
    "other names for the arguments",
    "hermes",
    `<tool_call>${call.replace("arguments", "tool_args")}</tool_call>`,
    [rome],
  ],
  ["arguments beside the name", "hermes", '<tool_call>{"name": "get_time", "city": "Rome"}</tool_call>', [rome]],
  [
    "what is no parameter beside the name",
    "hermes",
    '<tool_call>{"name": "refresh", "x": 1}</tool_call>',
    [["call", "refresh", {}]],
  ],
  ["thoughts and an answer", "granite", "<think>Hm.</think><response>Yes.</response>", [["thought", "Hm."], "Yes."]],
  ["the end of a turn", "hunyuan", `<tool_calls>[${call}]</tool_calls><|eos|>`, [rome]],
];

describe("calls that are JSON", () => {
  it.each(cases)("%s", (_, dialect, text, blocks) => {
    expect(readDialect(dialect, tools, text)).toEqual(blocks);
    expectSafeCuts(dialect, tools, text);
  });

  it("a number that is cut is no value yet", () => {
    const text = '<tool_call>{"name": "get_time", "arguments": {"city": 12';
    expect(readDialect("hermes", tools, text)).toEqual([["cut", "get_time", {}]]);
  });
});
