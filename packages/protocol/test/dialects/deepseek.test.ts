import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({ get_weather: { city: { type: "string" }, days: { type: "integer" } }, refresh: {} });

/** `{` and `}` around the name of a token. */
function tokens(text: string, [open, blank, close]: readonly [string, string, string] = ["<｜", "▁", "｜>"]): string {
  return text.replace(/\{\{([a-z_]+)\}\}/g, (_, name: string) => open + name.replaceAll("_", blank) + close);
}

const v3 = tokens(
  '{{tool_calls_begin}}{{tool_call_begin}}function{{tool_sep}}get_weather\n```json\n{"city": "Rome"}\n```{{tool_call_end}}{{tool_calls_end}}',
);
const v31 = tokens(
  '{{tool_calls_begin}}{{tool_call_begin}}get_weather{{tool_sep}}{"city": "Rome"}{{tool_call_end}}{{tool_calls_end}}',
);
const rome: ShortBlock = ["call", "get_weather", { city: "Rome" }];

const cases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["V3", v3, [rome]],
  ["V3.1", v31, [rome]],
  ["V3 with CRLF", v3.replaceAll("\n", "\r\n"), [rome]],
  ["text around", `One.\n${v3}\nTwo.\n${v31}Three.`, ["One.\n", rome, "Two.\n", rome, "Three."]],
  [
    "several calls in a section",
    tokens(
      '{{tool_calls_begin}}{{tool_call_begin}}get_weather{{tool_sep}}{"city": "Rome"}{{tool_call_end}}\n{{tool_call_begin}}function{{tool_sep}}refresh\n```json\n{}\n```\n{{tool_call_end}}{{tool_calls_end}}',
    ),
    [rome, ["call", "refresh", {}]],
  ],
  ["no opener of the section", v3.slice(tokens("{{tool_calls_begin}}").length), [rome]],
  ["no opener of the call", v3.replace(tokens("{{tool_call_begin}}"), ""), [rome]],
  ["no opener at all", v3.slice(v3.indexOf("function")), [rome]],
  ["no close", v3.slice(0, v3.indexOf("```<")), [rome]],
  ["no close but the fence's", v3.slice(0, v3.indexOf("```<") + 3), [rome]],
  ["no fence", v3.replace("```json\n", "").replace("\n```", ""), [rome]],
  ["a name space", v31.replace("get_weather", "functions.get_weather"), [rome]],
  ["a name in another case", v31.replace("get_weather", "Get_Weather"), [rome]],
  ["a bracket too few", v31.replace('"}', '"'), [["mended", "get_weather", { city: "Rome" }]]],
  ["a bracket too few in a fence", v3.replace('"}', '"'), [["mended", "get_weather", { city: "Rome" }]]],
  ["a bracket too many", v31.replace('"}', '"}}'), [rome]],
  [
    "a bracket too few before the next call",
    v31.replace('"}', '"').replaceAll(tokens("{{tool_call_end}}{{tool_calls_end}}"), "") + v31,
    [["mended", "get_weather", { city: "Rome" }], rome],
  ],
  ["arguments in a string", v31.replace('{"city": "Rome"}', '"{\\"city\\": \\"Rome\\"}"'), [rome]],
  ["no arguments", v31.replace('{"city": "Rome"}', ""), [["call", "get_weather", {}]]],
  ["no JSON", v31.replace('{"city": "Rome"}', "Rome"), ["Rome"]],
  ["an unknown tool", v31.replace("get_weather", "nope"), [["call", "nope", { city: "Rome" }]]],
  [
    "a token and a fence in a string",
    v3.replace("Rome", tokens("```\\n{{tool_call_end}}").replaceAll('"', '\\"')),
    [["call", "get_weather", { city: tokens("```\n{{tool_call_end}}") }]],
  ],
  ["the end of the turn", `${v31}<｜end▁of▁sentence｜>`, [rome]],
  ["a number in a string", v31.replace('"}', '", "days": "3"}'), [["call", "get_weather", { city: "Rome", days: 3 }]]],
  ["cut in the arguments", v31.slice(0, v31.indexOf("me")), [["cut", "get_weather", { city: "Ro" }]]],
  ["cut behind the name", v31.slice(0, v31.indexOf("{")), [["cut", "get_weather", {}]]],
  ["cut in the name", v3.slice(0, v3.indexOf("ther")), []],
  ["cut in a second name", v31 + v31.slice(0, v31.indexOf("ther")), [rome]],
  ["cut in a token", v31 + v31.slice(0, 9), [rome]],
];

describe.each(["deepseek-v3", "deepseek-v31"])("%s", (dialect) => {
  it.each(cases)("%s", (_, text, blocks) => {
    expect(readDialect(dialect, tools, text)).toEqual(blocks);
    expectSafeCuts(dialect, tools, text);
  });

  it.each<[string, string, string]>([
    ["<|", "▁", "|>"],
    ["<｜", "_", "｜>"],
    ["<|", "_", "|>"],
    ["<｜", "\\_", "｜>"],
    ["<|", "\\_", "|>"],
  ])("the spelling %s %s %s", (...spelling) => {
    const other = (text: string) =>
      text.replaceAll("<｜", spelling[0]).replaceAll("▁", spelling[1]).replaceAll("｜>", spelling[2]);
    expect(readDialect(dialect, tools, other(`${v3}\n${v31}`))).toEqual([rome, rome]);
  });

  it.each(["<｜tool calls begin｜>", "<｜tool▁calls｜>"])("the section opener %s of llama.cpp", (opener) => {
    const text = v3.replace(tokens("{{tool_calls_begin}}"), opener);
    expect(readDialect(dialect, tools, text)).toEqual([rome]);
    expect(readDialect(dialect, tools, text.replace(tokens("{{tool_call_begin}}"), ""))).toEqual([rome]);
  });

  it("text that only begins like a call", () => {
    for (const text of [
      "function get_weather() {}",
      "A function<｜ is not one.",
      "<|tool|> and <｜tool up｜> are tokens.",
    ]) {
      expect(readDialect(dialect, tools, text)).toEqual([text]);
    }
  });
});
