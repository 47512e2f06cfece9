import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  search: { query: { type: "string" }, limit: { type: "integer" }, tags: { type: "array" } },
  refresh: {},
});

function section(name: string, body: string, attributes = ""): string {
  return `<|open|>${name}${attributes}<|sep|>${body}<|close|>${name}<|sep|>`;
}

function argument(key: string, type: string, value: string): string {
  return section("argument", value, ` key="${key}" type="${type}"`);
}

function call(body: string, tool = "search"): string {
  return section("call", body, ` tool="${tool}" index="1"`);
}

const query = argument("query", "string", "a < b");
const found: ShortBlock = ["call", "search", { query: "a < b" }];

const cases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  [
    "all sections",
    `${section("think", "Hm.")}${section("response", "I look.\nNow.")}${section("tools", call(query))}<|close|>message<|sep|>`,
    [["thought", "Hm."], "I look.\nNow.", found],
  ],
  ["several calls", section("tools", `${call(query)}\n${call("", "refresh")}`), [found, ["call", "refresh", {}]]],
  [
    "types",
    call(`${query}${argument("limit", "number", "3")}${argument("tags", "array", '["a", 1]')}`),
    [["call", "search", { query: "a < b", limit: 3, tags: ["a", 1] }]],
  ],
  ["a type without a schema", call(argument("n", "number", "3"), "nope"), [["call", "nope", { n: 3 }]]],
  ["a string that is a number", call(argument("query", "string", "007")), [["call", "search", { query: "007" }]]],
  ["blanks at the edges", call(argument("query", "string", "\n a \n")), [["call", "search", { query: "\n a \n" }]]],
  ["no sections around", call(query), [found]],
  ["a mention", "It opens with <|open|>call, then attributes.", ["It opens with ", "call, then attributes."]],
  [
    "escapes in attributes",
    call(argument("a&quot;b&amp;c", "string", "&amp;"), "no&amp;pe"),
    [["call", "no&pe", { 'a"b&c': "&amp;" }]],
  ],
  [
    "tokens in a value",
    call(argument("query", "string", "<|open|>think<|sep|> <|close|>")),
    [["call", "search", { query: "<|open|>think<|sep|> <|close|>" }]],
  ],
  ["an argument twice", call(query + argument("query", "string", "c")), [found]],
  ["a key that is unsafe", call(query + argument("__proto__", "object", "{}")), [found]],
  [
    "no close of an argument",
    call(`${query.replace("<|close|>argument<|sep|>", "")}${argument("limit", "number", "3")}`),
    [["call", "search", { query: "a < b", limit: 3 }]],
  ],
  ["no close of the last argument", call(query.replace("<|close|>argument<|sep|>", "")), [found]],
  [
    "no close of the call",
    section("tools", call(query).replace("<|close|>call<|sep|>", "")),
    [["mended", "search", { query: "a < b" }]],
  ],
  [
    "no close before the next call",
    `${call(query).replace("<|close|>call<|sep|>", "")}${call(query)}`,
    [["mended", "search", { query: "a < b" }], found],
  ],
  [
    "reasoning that is not closed",
    `<|open|>think<|sep|>Hm.${section("tools", call(query))}`,
    [["thought", "Hm."], found],
  ],
  ["text behind", `${call(query)}Done.`, [found, "Done."]],
  ["cut in a header", call(query).slice(0, 15), []],
  ["cut behind a header", call(query).slice(0, 43), [["cut", "search", {}]]],
  ["cut in a value", call(query).slice(0, call(query).indexOf(" b<")), [["cut", "search", { query: "a " }]]],
  [
    "cut in the close of a value",
    call(query).slice(0, call(query).indexOf("close|>") + 3),
    [["cut", "search", { query: "a < b" }]],
  ],
  ["cut behind a value", call(query).slice(0, -17), [["cut", "search", { query: "a < b" }]]],
];

describe("kimi-k3", () => {
  it.each(cases)("%s", (_, text, blocks) => {
    expect(readDialect("kimi-k3", tools, text)).toEqual(blocks);
    expectSafeCuts("kimi-k3", tools, text);
  });

  it("mends a call of which only the close is missing, where the message ended well", () => {
    expect(readDialect("kimi-k3", tools, call(query).slice(0, -17), "stop")).toEqual([
      ["mended", "search", { query: "a < b" }],
    ]);
  });
});
