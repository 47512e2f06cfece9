import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({ get_time: { city: { type: "string" } }, refresh: {}, python: { code: { type: "string" } } });
const rome: ShortBlock = ["call", "get_time", { city: "Rome" }];
const json = '{"city": "Rome"}';
const tagged = `<function=get_time>${json}</function>`;

const cases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["3.1", tagged, [rome]],
  ["3.1, text around", `One.\n${tagged}\nTwo.`, ["One.\n", rome, "Two."]],
  ["3.1, several calls", `${tagged}\n${tagged}<|eom_id|>`, [rome, rome]],
  ["3.1, no close", `<function=get_time>${json}`, [rome]],
  ["3.1, no arguments", "<function=refresh></function>", [["call", "refresh", {}]]],
  ["3.1, an unknown tool", "<function=nope>{}</function>", [["call", "nope", {}]]],
  [
    "3.1, a bracket too few",
    `<function=get_time>${json.slice(0, -1)}</function>`,
    [["mended", "get_time", { city: "Rome" }]],
  ],
  [
    "3.1, its close in a string",
    `<function=get_time>{"city": "</function>"}</function>`,
    [["call", "get_time", { city: "</function>" }]],
  ],
  ["3.1, cut in a value", tagged.slice(0, tagged.indexOf('me"')), [["cut", "get_time", { city: "Ro" }]]],
  ["3.1, code", "<|python_tag|>print(1)<|eom_id|>", [["call", "python", { code: "print(1)" }]]],
  ["3.2", `>>>get_time\n${json}`, [rome]],
  ["3.2, CRLF", `>>>get_time\r\n${json}\r\n`, [rome]],
  ["3.2, text for all", `>>>all\nHello.\nYou.>>>get_time\n${json}`, ["Hello.\nYou.", rome]],
  ["3.2, the first mark in the prompt", `all\nHello.>>>get_time\n${json}`, ["Hello.", rome]],
  ["3.2, several calls", `>>>get_time\n${json}>>>refresh\n{}\n>>>all\nDone.`, [rome, ["call", "refresh", {}], "Done."]],
  [
    "3.2, a bracket too few",
    `>>>get_time\n${json.slice(0, -1)}>>>refresh\n{}`,
    [
      ["mended", "get_time", { city: "Rome" }],
      ["call", "refresh", {}],
    ],
  ],
  ["3.2, code", ">>>python\nprint(1 >> 2)\n>>>all\nDone.", [["call", "python", { code: "print(1 >> 2)" }], "Done."]],
  ["3.2, an unknown tool", `>>>nope\n${json}`, [`>>>nope\n${json}`]],
  ["3.2, Python's prompt", ">>> get_time\n{}\n>>>get_time()\n>>>", [">>> get_time\n{}\n>>>get_time()\n>>>"]],
  ["3.2, cut in a value", '>>>get_time\n{"city": "Ro', [["cut", "get_time", { city: "Ro" }]]],
];

describe("functionary", () => {
  it.each(cases)("%s", (_, text, blocks) => {
    expect(readDialect("functionary", tools, text)).toEqual(blocks);
    expectSafeCuts("functionary", tools, text);
  });
});
