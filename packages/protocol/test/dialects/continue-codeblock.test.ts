import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  read: { path: { type: "string" }, line: { type: "integer" } },
  write: { path: { type: "string" }, content: { type: "string" } },
  any: { value: {} },
  stop: {},
});

const argument = (name: string, text: string) => `BEGIN_ARG: ${name}\n${text}\nEND_ARG\n`;
const fence = (lines: string) => `\`\`\`tool\n${lines}\`\`\``;
const a: ShortBlock = ["call", "read", { path: "a" }];

describe("continue-codeblock", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    [
      "a call",
      fence(`TOOL_NAME: read\n${argument("path", "a")}${argument("line", "3")}`),
      [["call", "read", { path: "a", line: 3 }]],
    ],
    ["text around", `A\n${fence(`TOOL_NAME: read\n${argument("path", "a")}`)}\nB`, ["A\n", a, "B"]],
    ["no arguments", fence("TOOL_NAME: stop\n"), [["call", "stop", {}]]],
    ["another case", "```tool\ntool_name: READ\nbegin_arg: PATH\na\nend_arg\n```", [a]],
    [
      "CRLF",
      "```tool\r\nTOOL_NAME: write\r\nBEGIN_ARG: content\r\na\r\nb\r\nEND_ARG\r\n```\r\nB",
      [["call", "write", { content: "a\r\nb" }], "B"],
    ],
    [
      "a file as it is",
      fence(`TOOL_NAME: write\n${argument("content", "\n  ```js\n  END_ARG x\n  ```\n")}`),
      [["call", "write", { content: "\n  ```js\n  END_ARG x\n  ```\n" }]],
    ],
    ["an empty value", fence("TOOL_NAME: write\nBEGIN_ARG: content\nEND_ARG\n"), [["call", "write", { content: "" }]]],
    ["blanks around a scalar", fence(`TOOL_NAME: read\n${argument("path", "\n  a  ")}`), [a]],
    [
      "JSON where nothing says what it is",
      fence(`TOOL_NAME: any\n${argument("value", '{"a": [1]}')}`),
      [["call", "any", { value: { a: [1] } }]],
    ],
    [
      "text where nothing says what it is",
      fence(`TOOL_NAME: any\n${argument("value", '{"a": [1]')}`),
      [["call", "any", { value: '{"a": [1]' }]],
    ],
    ["a repeated argument", fence(`TOOL_NAME: read\n${argument("path", "a")}${argument("path", "b")}`), [a]],
    ["a name without its word", fence(`read\n${argument("path", "a")}`), [a]],
    ["a name alone", "```tool\nstop\n```", [["call", "stop", {}]]],
    ["a name and no arguments", "```tool\nread\nmore\n```", ["```tool\nread\nmore\n```"]],
    ["other lines", fence(`TOOL_NAME: read\nnote\n${argument("path", "a")}note\n`), [a]],
    [
      "a tool that nobody knows",
      fence(`TOOL_NAME: rm\n${argument("path", "a")}`),
      [fence(`TOOL_NAME: rm\n${argument("path", "a")}`)],
    ],
    ["another fence", "```tool\nls\n```\nB", ["```tool\nls\n```\nB"]],
    [
      "a name in text",
      `Write TOOL_NAME: read\n${argument("path", "a")}`,
      [`Write TOOL_NAME: read\n${argument("path", "a")}`],
    ],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("continue-codeblock", tools, text)).toEqual(blocks);
    expectSafeCuts("continue-codeblock", tools, text);
  });

  it("reads a second call in a fence", () => {
    const text = fence(`TOOL_NAME: read\n${argument("path", "a")}TOOL_NAME: stop\n`);
    expect(readDialect("continue-codeblock", tools, text)).toEqual([
      ["mended", "read", { path: "a" }],
      ["call", "stop", {}],
    ]);
  });

  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["at the end", `A\nTOOL_NAME: read\n${argument("path", "a")}`, ["A\n", a]],
    ["with its close", `TOOL_NAME: read\n${argument("path", "a")}\`\`\`\nB`, [a, "B"]],
    ["before text", `TOOL_NAME: read\n${argument("path", "a")}B`, [a, "B"]],
    ["before a block of code", `TOOL_NAME: read\n${argument("path", "a")}\`\`\`js\nx\n\`\`\``, [a, "```js\nx\n```"]],
    [
      "before another call",
      `TOOL_NAME: read\n${argument("path", "a")}TOOL_NAME: read\n${argument("path", "a")}`,
      [a, a],
    ],
  ])("reads a call whose fence is missing: %s", (_name, text, blocks) => {
    expect(readDialect("continue-codeblock", tools, text)).toEqual(blocks);
  });

  it.each<[text: string, blocks: readonly ShortBlock[]]>([
    ["```tool\nTOOL_NAME: read\n", [["cut", "read", {}]]],
    ["```tool\nTOOL_NAME: read\nBEGIN_ARG: pa", [["cut", "read", {}]]],
    ["```tool\nTOOL_NAME: read\nBEGIN_ARG: path\na\nEND_", [["cut", "read", { path: "a" }]]],
    ["```tool\nTOOL_NAME: read\nBEGIN_ARG: path\na\nEND_ARG\n", [["cut", "read", { path: "a" }]]],
    ["TOOL_NAME: read\nBEGIN_ARG: path\na", [["cut", "read", { path: "a" }]]],
    ["TOOL_NAME: read", [["cut", "read", {}]]],
  ])("reads %j, which was cut", (text, blocks) => {
    expect(readDialect("continue-codeblock", tools, text, "length")).toEqual(blocks);
  });

  it("closes a call at an end that mends", () => {
    const text = `\`\`\`tool\nTOOL_NAME: read\n${argument("path", "a")}`;
    expect(readDialect("continue-codeblock", tools, text, "stop")).toEqual([["mended", "read", { path: "a" }]]);
  });
});
