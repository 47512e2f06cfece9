import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  get_weather: { city: { type: "string" }, days: { type: "integer" } },
  search: { query: { type: "string" } },
  "files.read": { path: { type: "string" } },
});

const rome: ShortBlock = ["call", "get_weather", { city: "Rome" }];
const x: ShortBlock = ["call", "search", { query: "x" }];

describe("pythonic", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["several calls", "[get_weather(city='Rome'), search(query='x')]", [rome, x]],
    ["calls on lines", "[\r\n  get_weather(city='Rome'),\r\n  search(query='x'),\r\n]\r\n", [rome, x]],
    ["text around lists", "Now [get_weather(city='Rome')] and [search(query='x')].", ["Now ", rome, "and ", x, "."]],
    ["a dotted name", "[files.read(path='a')]", [["call", "files.read", { path: "a" }]]],
    ["a name space", "[functions.search(query='x')]", [x]],
    ["another case", "[Search(query='x')]", [x]],
    ["no arguments", "[get_weather()]", [["call", "get_weather", {}]]],
    ["arguments without names", "[get_weather('Rome', 3)]", [["call", "get_weather", { city: "Rome", days: 3 }]]],
    [
      "a list in a string",
      `[search(query='[search(query="y")]')]`,
      [["call", "search", { query: '[search(query="y")]' }]],
    ],
    ["typed by the schema", "[get_weather(days='3', city=5)]", [["call", "get_weather", { days: 3, city: "5" }]]],
    ["a tool that nobody knows", "[rm(path='/')]", ["[rm(path='/')]"]],
    [
      "other brackets",
      "[search], [search(query)], a[i](j), [ ] x, [",
      ["[search], [search(query)], a[i](j), [ ] x, ["],
    ],
    ["inline code", "Say `[search(query='x')]`.", ["Say `[search(query='x')]`."]],
    ["brackets in brackets", "[[search(query='x')]]", ["[", x, "]"]],
    ["no end of the list", "[search(query='x')\n\nText (more).", [x, "Text (more)."]],
    ["a token that leaked", "[search(query='x')]<|eot_id|>", [x]],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("pythonic", tools, text)).toEqual(blocks);
    expectSafeCuts("pythonic", tools, text);
  });

  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["one of a tool that nobody knows", "[rm(a=1), search(query='x')]", [x]],
    ["bytes", "[get_weather(city=b'z'), search(query='x')]", [x]],
    ["one between others", "[get_weather(city='Rome'), search(query=y), search(query='x')]", [rome, x]],
    ["broken quotes", "[search(query='x'), f(a='b 'c', d='e')]", [x]],
    ["several", "[f(a=b), f(c=d), g(e='f 'g'), search(query='x')] on", [x, "on"]],
    [
      "one that was told in part",
      "[get_weather(city='R', days=d), search(query='x')]",
      [["cut", "get_weather", { city: "R" }], x],
    ],
  ])("loses a broken call alone: %s", (_name, text, blocks) => {
    expect(readDialect("pythonic", tools, text)).toEqual(blocks);
    expectSafeCuts("pythonic", tools, text);
  });

  it.each<[text: string, blocks: readonly ShortBlock[]]>([
    ["[get_weather(", [["cut", "get_weather", {}]]],
    ["[get_weather(city='Ro", [["cut", "get_weather", { city: "Ro" }]]],
    ["[get_weather(city='Rome'", [["cut", "get_weather", { city: "Rome" }]]],
    ["[get_weather(city='Rome')", [rome]],
    ["[get_weather(city='Rome'), sea", [rome]],
    ["[get_weather(city='Rome'), search(query='", [rome, ["cut", "search", { query: "" }]]],
    ["[get_weather", []],
  ])("reads %j, which was cut", (text, blocks) => {
    expect(readDialect("pythonic", tools, text)).toEqual(blocks);
  });

  it("reads no call in a link", () => {
    const text = "[get_weather()](http://x), [search(1)](http://y)";
    expect(readDialect("pythonic", tools, text)).toEqual([text]);
  });

  it("holds what nobody knows only for a while", () => {
    const long = `[f('${"x".repeat(5000)}`;
    expect(readDialect("pythonic", tools, `${long}\n[search(query='x')]`)).toEqual([`${long}\n`, x]);
  });

  it("reads many broken calls in linear time", () => {
    const text = `[${"f(a=b), ".repeat(20_000)}search(query='x')]`;
    expect(readDialect("pythonic", tools, text)).toEqual([x]);
  });
});

describe.each([
  ["llama4-pythonic", "<|python_start|>", "<|python_end|>"],
  ["lfm2", "<|tool_call_start|>", "<|tool_call_end|>"],
])("%s", (dialect, open, close) => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["calls", `${open}[get_weather(city='Rome'), search(query='x')]${close}`, [rome, x]],
    ["text around", `Now ${open}[search(query='x')]${close} then.`, ["Now ", x, "then."]],
    ["no close", `${open}[search(query='x')] then.`, [x, "then."]],
    ["a second wrapper", `${open}[search(query='x')]${close}\n${open}[search(query='x')]${close}`, [x, x]],
    ["a wrapper without a close", `${open}[search(query='x')]${open}[search(query='x')]`, [x, x]],
    ["no list", `${open}search(query='x')${close}`, [x]],
    ["a tool that nobody knows", `${open}[rm(path='/')]${close}`, [["call", "rm", { path: "/" }]]],
    ["a close in a string", `${open}[search(query='${close}')]${close}`, [["call", "search", { query: close }]]],
    ["a close alone", `a ${close} b`, ["a ", "b"]],
    ["an opener in prose", `The ${open} token is.`, [`The ${open} token is.`]],
    ["a broken call", `${open}[f(a=b), search(query='x')]${close}`, [x]],
    ["a broken call alone", `${open}[f(a=b)]${close}`, [`${open}[f(a=b)]${close}`]],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect(dialect, tools, text)).toEqual(blocks);
    expectSafeCuts(dialect, tools, text);
  });

  it.each<[text: string, blocks: readonly ShortBlock[]]>([
    [open.slice(0, -4), []],
    [open, []],
    [`${open}[sear`, []],
    [`${open}[search(query='x`, [["cut", "search", { query: "x" }]]],
    [`${open}[rm(a='x`, [["cut", "rm", { a: "x" }]]],
    [`${open}[search(query='x')]${close.slice(0, 5)}`, [x]],
  ])("reads %j, which was cut", (text, blocks) => {
    expect(readDialect(dialect, tools, text)).toEqual(blocks);
  });
});

describe("lfm2", () => {
  it("reads JSON, too", () => {
    const text = `<|tool_call_start|>[{"name": "search", "arguments": {"query": "x"}}]<|tool_call_end|>`;
    expect(readDialect("lfm2", tools, text)).toEqual([x]);
  });
});

describe("olmo3", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    [
      "calls on lines",
      "<function_calls>\nget_weather(city='Rome')\nsearch(query='x')\n</function_calls>\nOk",
      [rome, x, "Ok"],
    ],
    ["CRLF", "<function_calls>\r\nsearch(query='x')\r\n</function_calls>\r\n", [x]],
    [
      "an assignment and a print",
      "<function_calls>\na = search(query='x')\nprint(search(query='x'))</function_calls>",
      [x, x],
    ],
    ["a comment", "<function_calls>\n# first\nsearch(query='x')\n</function_calls>", [x]],
    ["a broken line", "<function_calls>\nget_weather(city=c)\nsearch(query='x')\n</function_calls>", [x]],
    ["a tool that nobody knows", "<function_calls>rm(a=null)</function_calls>", [["call", "rm", { a: null }]]],
    ["no close", "<function_calls>search(query='x')\n\nText (more).", [x, "Text (more)."]],
    [
      "nothing but a broken call",
      "<function_calls>f(x=1])</function_calls> b",
      ["<function_calls>f(x=1])</function_calls> b"],
    ],
    ["a mention", "Use <function_calls> tags, please.", ["Use <function_calls> tags, please."]],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("olmo3", tools, text)).toEqual(blocks);
    expectSafeCuts("olmo3", tools, text);
  });
});

describe("llama3-json", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["a call", `<|python_tag|>search.call(query="x")<|eom_id|>`, [x]],
    ["two calls", `<|python_tag|>search.call(query="x"); search.call(query="x")`, [x, x]],
    ["a tool that nobody knows", "<|python_tag|>wolfram.call(a=1)", [["call", "wolfram", { a: 1 }]]],
    ["a cut call", `<|python_tag|>search.call(query="x`, [["cut", "search", { query: "x" }]]],
  ])("reads Llama's own form: %s", (_name, text, blocks) => {
    expect(readDialect("llama3-json", tools, text)).toEqual(blocks);
  });
});
