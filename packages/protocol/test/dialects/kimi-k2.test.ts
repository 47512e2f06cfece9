import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  get_weather: { city: { type: "string" }, unit: { type: "string" } },
  book_flight: { city: { type: "string" }, seats: { type: "integer" } },
  refresh: {},
});

const open = "<|tool_calls_section_begin|>";
const close = "<|tool_calls_section_end|>";

function call(id: string, json: string): string {
  return `<|tool_call_begin|>${id}<|tool_call_argument_begin|>${json}<|tool_call_end|>`;
}

const weather = call("functions.get_weather:0", '{"city": "Rome"}');
const rome: ShortBlock = ["call", "get_weather", { city: "Rome" }];

const cases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["a section", `Let me see. ${open}${weather}${close}`, ["Let me see. ", rome]],
  ["text behind it", `${open}${weather}${close} Done.`, [rome, "Done."]],
  ["the singular", `<|tool_call_section_begin|>${weather}<|tool_call_section_end|>`, [rome]],
  ["several calls", `${open}${weather}\n${call("functions.refresh:1", "{}")}${close}`, [rome, ["call", "refresh", {}]]],
  [
    "blanks and line breaks",
    `${open}\r\n<|tool_call_begin|> functions.get_weather:0 \r\n<|tool_call_argument_begin|> {"city": "Rome"}\r\n<|tool_call_end|>\r\n${close}`,
    [rome],
  ],
  ["no section", weather, [rome]],
  ["no section's close", open + weather, [rome]],
  ["no call's close", `${open}${weather.replace("<|tool_call_end|>", "")}${close}`, [rome]],
  ["no call's opener", `${open}${weather.replace("<|tool_call_begin|>", "")}${close}`, [rome]],
  ["no arguments' opener", `${open}${weather.replace("<|tool_call_argument_begin|>", "")}${close}`, [rome]],
  [
    "no close before the next call",
    `${open}${weather.replace("<|tool_call_end|>", "")}${weather}${close}`,
    [rome, rome],
  ],
  ["no close at all before text", `${open}${weather.replace("<|tool_call_end|>", "")}\nDone.`, [rome, "Done."]],
  ["no prefix", call("get_weather:0", '{"city": "Rome"}'), [rome]],
  ["no counter", call("functions.get_weather", '{"city": "Rome"}'), [rome]],
  ["a counter behind a dot", call("functions.get_weather.3", '{"city": "Rome"}'), [rome]],
  ["an unknown tool", call("functions.nope.a:3", "{}"), [["call", "nope.a", {}]]],
  [
    "a bare counter that fits one tool",
    call("0", '{"city": "Rome", "unit": "C"}'),
    [["call", "get_weather", { city: "Rome", unit: "C" }]],
  ],
  ["a client's id that fits one tool", call("call_3", '{"seats": 2}'), [["call", "book_flight", { seats: 2 }]]],
  [
    "another client's",
    call("0b3d1c2e-4f5a-6b7c-8d9e-0f1a2b3c4d5e", '{"unit": "C"}'),
    [["call", "get_weather", { unit: "C" }]],
  ],
  ["an id that fits no tool", call("toolu_01Akm", '{"town": "Rome"}'), ['{"town": "Rome"}']],
  [
    "a bare counter that fits one tool, a bracket too few",
    call(":0", '{"seats": 2'),
    [["mended", "book_flight", { seats: 2 }]],
  ],
  [
    "a bare counter that fits two tools",
    `${open}${call("0", '{"city": "Rome"}')}${close}Done.`,
    ['{"city": "Rome"}', "Done."],
  ],
  ["a bare counter that fits no tool", `${call("12", '{"town": "Rome"}')}`, ['{"town": "Rome"}']],
  [
    "a bracket too few",
    `${open}${weather.replace('"}', '"')}${weather}${close}`,
    [["mended", "get_weather", { city: "Rome" }], rome],
  ],
  [
    "a bracket too few, the next call behind it",
    `${open}${weather.replace('"}<|tool_call_end|>', '"')}${weather}${close}`,
    [["mended", "get_weather", { city: "Rome" }], rome],
  ],
  ["brackets too many", `${open}${weather.replace('"}', '"}}]')}${close}`, [rome]],
  ["arguments in a fence", call("get_weather:0", '```json\n{"city": "Rome"}\n```'), [rome]],
  ["no arguments", call("functions.refresh:0", ""), [["call", "refresh", {}]]],
  [
    "tokens in a string",
    call("functions.get_weather:0", '{"city": "<|tool_call_end|>\\u00e9 \\"<|tool_calls_section_end|>"}'),
    [["call", "get_weather", { city: '<|tool_call_end|>é "<|tool_calls_section_end|>' }]],
  ],
  ["no JSON", `${open}${call("functions.get_weather:0", "Rome")}${close}Done.`, ["Rome", "Done."]],
  ["an empty section", `One.${open}${close}Two.`, ["One.", "Two."]],
  ["text in a section", `${open}I will look. ${weather}${close}`, ["I will look. ", rome]],
  ["stray tokens", `One.${close}Two.<|tool_call_end|>`, ["One.", "Two."]],
  ["the end of the turn", `${open}${weather}${close}<|im_end|>`, [rome]],
  ["cut in the section's opener", `One. ${open.slice(0, 9)}`, ["One. "]],
  ["cut behind the section's opener", `One. ${open}`, ["One. "]],
  ["cut in an id", `${open}${weather.slice(0, 30)}`, []],
  ["cut in the second id", `${open}${weather}${weather.slice(0, 30)}`, [rome]],
  ["cut behind the header", weather.slice(0, weather.indexOf("{")), [["cut", "get_weather", {}]]],
  [
    "cut in a number",
    call("functions.book_flight:0", '{"city": "Rome", "seats": 12').split("<|tool_call_end|>")[0] ?? "",
    [["cut", "book_flight", { city: "Rome" }]],
  ],
  ["cut in a value", weather.slice(0, weather.indexOf('me"')), [["cut", "get_weather", { city: "Ro" }]]],
  ["cut in the close", `${open}${weather}${close.slice(0, 12)}`, [rome]],
];

describe("kimi-k2", () => {
  it.each(cases)("%s", (_, text, blocks) => {
    expect(readDialect("kimi-k2", tools, text)).toEqual(blocks);
    expectSafeCuts("kimi-k2", tools, text);
  });

  it("a call in reasoning that is closed behind it is reasoning, and ends reasoning that is not", () => {
    const text = `<think>Hm. ${open}${weather}${close}`;
    expect(readDialect("kimi-k2", tools, `${text}</think>Done.`)).toEqual([
      ["thought", `Hm. ${open}${weather}${close}`],
      "Done.",
    ]);
    expect(readDialect("kimi-k2", tools, text)).toEqual([
      ["thought", "Hm. "],
      ["call", "get_weather", { city: "Rome" }],
    ]);
  });
});
