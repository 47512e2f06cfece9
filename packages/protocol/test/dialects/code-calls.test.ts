import { describe, expect, it } from "vitest";
import { readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const coding = toolsOf({ code_interpreter: { code: { type: "string" } }, search: { query: { type: "string" } } });
const none = toolsOf({ search: { query: { type: "string" } } });
const two = toolsOf({ python: { code: { type: "string" } }, ipython: { code: { type: "string" } } });
const other = toolsOf({ python: { code: { type: "string" }, timeout: { type: "integer" } } });

function ran(code: string): ShortBlock {
  return ["call", "code_interpreter", { code }];
}

const call = '<|python_tag|>search.call(query="a")';

describe("bare code is a call of the tool that runs code", () => {
  it.each<[text: string, block: ShortBlock]>([
    ["<|python_tag|>print(1)<|eom_id|>", ran("print(1)")],
    [
      "<|python_tag|>\nx = [1]\nif x:\n  print('<|a|>', x < 2)\n<|eot_id|>",
      ran("x = [1]\nif x:\n  print('<|a|>', x < 2)"),
    ],
  ])("in Llama's form: %j", (text, block) => {
    expect(readDialect("llama3-json", coding, text)).toEqual([block]);
  });

  it.each<[text: string, block: ShortBlock]>([
    ["<|action_start|><|interpreter|>\n```python\nprint(1)\n```<|action_end|>", ran("print(1)")],
    ["<|action_start|> <|interpreter|>print('```')\n<|action_end|>\n", ran("print('```')")],
  ])("in InternLM2's form: %j", (text, block) => {
    expect(readDialect("internlm2", coding, text)).toEqual([block]);
  });

  it("where the message ends well without a mark; else nobody knows whether it is whole", () => {
    const text = "<|python_tag|>print(1)";
    expect(readDialect("llama3-json", coding, text, "stop")).toEqual([
      ["mended", "code_interpreter", { code: "print(1)" }],
    ]);
    expect(readDialect("llama3-json", coding, text)).toEqual(["print(1)"]);
    expect(readDialect("llama3-json", coding, text, "length")).toEqual([]);
  });

  it("where there is one such tool", () => {
    for (const tools of [none, two, other]) {
      expect(readDialect("llama3-json", tools, "Here: <|python_tag|>print(1)<|eom_id|>")).toEqual([
        "Here: ",
        "print(1)",
      ]);
    }
  });

  it("but not JSON, and not a call of a named tool", () => {
    for (const tools of [coding, none]) {
      expect(readDialect("llama3-json", tools, `${call}<|eom_id|>`)).toEqual([["call", "search", { query: "a" }]]);
      expect(
        readDialect("llama3-json", tools, '<|python_tag|>{"name": "search", "parameters": {"query": "a"}}'),
      ).toEqual([["call", "search", { query: "a" }]]);
    }
  });
});
