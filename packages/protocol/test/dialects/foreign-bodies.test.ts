import { describe, expect, it } from "vitest";
import { readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({ search: { query: { type: "string" } }, refresh: {} });
const x: ShortBlock = ["call", "search", { query: "x" }];
const json = '{"name": "search", "arguments": {"query": "x"}}';

describe("another dialect's calls between a dialect's own marks, and calls without the marks", () => {
  it.each<[dialect: string, text: string]>([
    ["minimax-m2", `<minimax:tool_call>\n${json}\n</minimax:tool_call>`],
    ["olmo3", `<function_calls>${json}</function_calls>`],
    ["llama4-pythonic", `<|python_start|>${json}<|python_end|>`],
    ["llama4-pythonic", "[search(query='x')]<|python_end|>"],
    ["lfm2", "[search(query='x')]<|tool_call_end|>"],
    ["llama3-json", '<function=search>{"query": "x"}</function><|eom_id|>'],
    ["llama3-json", `[${json}]`],
    ["markdown-json", '```json\n{"tool_name": "search", "tool_input": {"query": "x"}}\n```'],
  ])("are read in %s: %j", (dialect, text) => {
    expect(readDialect(dialect, tools, text)).toEqual([x]);
    expect(readDialect("auto", tools, text)).toEqual([x]);
  });

  it("reads null as no arguments where there is no mark", () => {
    const call: ShortBlock = ["call", "refresh", {}];
    expect(readDialect("llama3-json", tools, '{"name": "refresh", "parameters": null}')).toEqual([call]);
    const text = '{"name": "refresh", "parameters": nothing}';
    expect(readDialect("llama3-json", tools, text)).toEqual([text]);
  });

  it("keeps the bracket of a list in another form behind a call", () => {
    expect(readDialect("auto", tools, `${json}\n[search(query='x')]`)).toEqual([x, x]);
    expect(readDialect("hermes", tools, `<tool_call>${json}</tool_call>\n[a]`)).toEqual([x, "[a]"]);
    expect(readDialect("llama3-json", tools, `${json} [a]`)).toEqual([x, "[a]"]);
  });

  it("shows no bracket that is too much behind a call", () => {
    expect(readDialect("mistral", tools, '[TOOL_CALLS]search[ARGS]{"query": "x"}}\nA')).toEqual([x, "A"]);
  });
});

describe("a fence that is a dialect's mark", () => {
  it.each([
    ["markdown-json", "```json\n"],
    ["markdown-json", 'A\n```json\n{"name": "search", "argu'],
    ["tool-code", "```tool_code\nprint(default_api.sea"],
    ["tool-code", "```tool_code\n"],
  ])("is text where the message ends before it is known what stands in it: %s, %j", (dialect, text) => {
    expect(readDialect(dialect, tools, text)).toEqual([text]);
  });
});
