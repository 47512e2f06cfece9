import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({ get_weather: { city: { type: "string" } }, search: { query: { type: "string" } } });
const rome: ShortBlock = ["call", "get_weather", { city: "Rome" }];
const x: ShortBlock = ["call", "search", { query: "x" }];

describe("tool-code", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["a print", "```tool_code\nprint(default_api.get_weather(city='Rome'))\n```", [rome]],
    ["text around", "A\n```tool_code\nsearch(query='x')\n```\nB", ["A\n", x, "B"]],
    ["lines", "```tool_code\n# both\nget_weather(city='Rome')\nsearch(query='x')\n```", [rome, x]],
    ["a value that is printed", "```tool_code\nr = search(query='x')\nprint(r)\n```\nB", [x, "B"]],
    ["a list", "```tool_code\n[get_weather(city='Rome'), search(query='x')]\n```", [rome, x]],
    ["CRLF", "```tool_code\r\nsearch(query='x')\r\n```\r\nB", [x, "B"]],
    [
      "a fence in a string",
      "```tool_code\nsearch(query='''\n```\n''')\n```",
      [["call", "search", { query: "\n```\n" }]],
    ],
    ["two fences", "```tool_code\nsearch(query='x')\n```\n```tool_code\nsearch(query='x')\n```", [x, x]],
    ["a tool that nobody knows", "```tool_code\nrm(a=1)\n```\nB", ["```tool_code\nrm(a=1)\n```\nB"]],
    [
      "other code",
      "```tool_code\nfor c in d:\n  search(query=c)\n```",
      ["```tool_code\nfor c in d:\n  search(query=c)\n```"],
    ],
    ["another fence", "```python\nsearch(query='x')\n```", ["```python\nsearch(query='x')\n```"]],
    ["JSON in a fence", '```tool_code\n{"name": "search", "arguments": {"query": "x"}}\n```', [x]],
    ["JSON in a tag", '<tool_code>\n{"tool_name": "search", "parameters": {"query": "x"}}\n</tool_code> B', [x, "B"]],
    ["calls in a tag", "<tool_code>\nprint(search(query='x'))\n</tool_code>", [x]],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("tool-code", tools, text)).toEqual(blocks);
    expectSafeCuts("tool-code", tools, text);
  });

  it.each<[text: string, blocks: readonly ShortBlock[]]>([
    ["```tool_code\nsearch(query='x", [["cut", "search", { query: "x" }]]],
    ["```tool_code\nsearch(query='x')", [x]],
    ["```tool_code\nsearch(query='x')\n``", [x]],
  ])("reads %j, which was cut", (text, blocks) => {
    expect(readDialect("tool-code", tools, text)).toEqual(blocks);
  });
});
