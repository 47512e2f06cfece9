import { createParser } from "@millrace/protocol";
import { expect, it } from "vitest";
import { cutEvery } from "../cuts.js";
import { readPieces } from "../reader/read-message.js";
import { dialectTools } from "./dialect-tools.js";
import { expectInvariants } from "./expect-invariants.js";
import { readDialect, type ShortBlock } from "./read-dialect.js";

/** Every place, so that no cut is left out. */
function everyPlace(text: string): number[] {
  return Array.from({ length: text.length + 1 }, (_, place) => place);
}

const BROKEN = '<tool_call>{"name": "read_file", "arguments": {"path": "a", "start_line":';
const CALL = '<tool_call>{"name": "list_tasks", "arguments": {}}</tool_call>';

const faults: readonly [name: string, dialect: string, text: string, blocks: readonly ShortBlock[]][] = [
  [
    "a token in the middle of JSON that begins as a close does is read as text, whole or cut",
    "hermes",
    `${BROKEN}<|im_start|> 1}}`,
    [["cut", "read_file", { path: "a" }], "1}}"],
  ],
  [
    "so is a tag",
    "hermes",
    `${BROKEN}<|tool_call|>: 1}}\n${CALL}`,
    [["cut", "read_file", { path: "a" }], "<|tool_call|>: 1}}\n", ["call", "list_tasks", {}]],
  ],
  [
    "and in a fence it leaves the fence text",
    "deepseek-v3",
    '\n```\n<｜tool▁call▁begin｜>read_file<｜tool▁sep｜>```json\n{"path": "a", "b"<|in',
    ['\n```\n<｜tool▁call▁begin｜>read_file<｜tool▁sep｜>```json\n{"path": "a", "b"<|in'],
  ],
  [
    "text before a mark that is not shown ends there",
    "kimi-k2",
    "Done.<|tool_calls_section_begin|>I will look.",
    ["Done.", "I will look."],
  ],
  ["a tilde fence of no dialect is text at once, whatever stands in it", "auto", "~~~\nfu", ["~~~\nfu"]],
  [
    "a tilde fence holds no calls",
    "auto",
    "~~~\nAction:read_file\nAction Input:{",
    ["~~~\nAction:read_file\nAction Input:{"],
  ],
  [
    "a call in a second fence begins in that one",
    "auto",
    "```xml\n<list_tasks/>\n```\n```tool_code\nexecute_command(command='ls')\n```",
    [
      ["call", "list_tasks", {}],
      ["call", "execute_command", { command: "ls" }],
    ],
  ],
  [
    "a fence of calls before a fence that is itself a mark of a call is text",
    "auto",
    "```xml\n<list_tasks/>\n```\n```tool\nTOOL_NAME: read_file\nBEGIN_ARG: path\na\nEND_ARG\n```\n",
    ["```xml\n<list_tasks/>\n```\n", ["call", "read_file", { path: "a" }]],
  ],
  [
    "a fence that is not closed makes no calls, though the call in its end is cut off",
    "pythonic",
    "```\n[write_to_file('')][search(y='']",
    ["```\n[write_to_file('')][search(y='']"],
  ],
  [
    "JSON in a tagged call that the message ends in is a cut call, and reading comes to its end",
    "qwen3-coder",
    '<tool_call><function=list_tasks>{"query":',
    [["cut", "list_tasks", {}]],
  ],
  [
    "a frame that gives its text back in a fence leaves the fence text",
    "kimi-k3",
    "```\n<|open|><p > x\n```",
    ["```\n<|open|><p > x\n```"],
  ],
  [
    "what can be no tag is seen when that is known, whole or cut",
    "qwen3-coder",
    "<function=read_file><parameter=path><_<3 </parameter></function>",
    [["call", "read_file", { path: "<_<3 " }]],
  ],
  [
    "a name that is too long for a tag ends at the same place, whole or cut",
    "qwen3-coder",
    '<function=read_file>{""<parameter_parameter_parameter> x',
    [["cut", "read_file", {}], "<parameter_parameter_parameter> x"],
  ],
  ["what only begins as a mark does hides no tag: of text", "auto", `[b]${CALL}`, ["[b]", ["call", "list_tasks", {}]]],
  ["nor of reasoning", "auto", "<think>a[b]</think>Done.", [["thought", "a[b]"], "Done."]],
  [
    "a token in a fence in text that was read twice is the same token, whole or cut",
    "auto",
    "[\n```\n<|start|>",
    ["[\n```\n<|start|>"],
  ],
  [
    "a citation's tag among the blanks of the first text is left out of it",
    "command-a",
    "\n<co> \n</co>Done.",
    ["\n \nDone."],
  ],
];

it.each(faults)("%s", (_, dialect, text, blocks) => {
  expect(readDialect(dialect, dialectTools, text)).toEqual(blocks);
  expectInvariants({ tools: dialectTools, dialect }, text, { places: everyPlace(text) });
});

it("a bare Python call of a message that was cut behind it may be part of a link, and is none", () => {
  for (const text of ["[list_tasks()", "[list_tasks()]"]) {
    expect(readDialect("pythonic", dialectTools, text, "length")).toEqual([text]);
    expect(readDialect("pythonic", dialectTools, text, "stop")).toEqual([["call", "list_tasks", {}]]);
  }
});

it("a call in a call in a call, each of which fails far behind it, costs no square of their number", () => {
  // No clock is read: quadratic work would run into the test's limit by far.
  const text = `${'<tool_call>{"name": "list_tasks", "arguments": {}} {"arguments": "'.repeat(10_000)}\n@@\n@@\nbye`;
  const { blocks } = readPieces(cutEvery(text, 4), { tools: dialectTools, dialect: "hermes" }, "stop");
  expect(blocks.at(-1)).toMatchObject({ type: "text" });
});

it("a call in a fence that begins and breaks at one character shows that character once", () => {
  const text = '```json\n{"name": "read_file", "arguments": {"path": 12", x';
  for (const pieces of [[text], cutEvery(text, 1)]) {
    const { blocks } = readPieces(pieces, { tools: dialectTools, dialect: "markdown-json" }, "stop");
    expect(blocks.at(-1)).toMatchObject({ type: "text", text: '", x' });
  }
});

it("a brace inside of JSON that is text is shown at once, whole or cut", () => {
  const text = '<tool_call>{"name": "search", "arguments": {query": 1, "options": {';
  for (const pieces of [[text], cutEvery(text, 1)]) {
    const reader = createParser({ tools: dialectTools, dialect: "auto" });
    for (const piece of pieces) reader.push({ type: "text-delta", text: piece });
    expect(reader.blocks.at(-1)).toMatchObject({ type: "text", text: expect.stringMatching(/"options": \{$/) });
  }
});
