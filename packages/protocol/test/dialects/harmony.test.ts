import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  read_file: { path: { type: "string" }, line: { type: "integer" } },
  refresh: {},
  python: { code: { type: "string" } },
});

const analysis = "<|channel|>analysis<|message|>The user wants a file.<|end|>";
const thought: ShortBlock = ["thought", "The user wants a file."];
const final = "<|start|>assistant<|channel|>final<|message|>Done.";
const json = '{"path": "a.ts"}';
const read = `<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>${json}<|call|>`;
const call: ShortBlock = ["call", "read_file", { path: "a.ts" }];

const cases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["a call", read, [call]],
  [
    "reasoning, a preamble, a call, an answer",
    `${analysis}<|start|>assistant<|channel|>commentary<|message|>I look.<|end|><|start|>assistant${read}${final}<|return|>`,
    [thought, "I look.", call, "Done."],
  ],
  [
    "the recipient in the role",
    `<|start|>assistant to=functions.read_file<|channel|>commentary json<|message|>${json}<|call|>`,
    [call],
  ],
  [
    "the recipient in a role that the prompt began",
    ` to=functions.read_file<|channel|>analysis <|constrain|>json<|message|>${json}`,
    [call],
  ],
  ["no name space", read.replace("functions.", ""), [call]],
  ["an unknown tool", read.replace("read_file", "nope"), [["call", "nope", { path: "a.ts" }]]],
  ["several calls", `${read}<|start|>assistant${read}`, [call, call]],
  [
    "several calls without closes",
    `${read.replace("<|call|>", "")}<|start|>assistant${read.replace("<|call|>", "")}`,
    [call, call],
  ],
  ["a bracket too few", read.replace('"}', '"'), [["mended", "read_file", { path: "a.ts" }]]],
  [
    "a bracket too few before the next message",
    `${read.replace('"}<|call|>', '"')}${final}`,
    [["mended", "read_file", { path: "a.ts" }], "Done."],
  ],
  ["a bracket too many", read.replace('"}', '"}}'), [call]],
  ["no arguments", read.replace(json, ""), [["call", "read_file", {}]]],
  ["blanks behind tokens", read.replaceAll("|>", "|> "), [call]],
  ["no message token", read.replace("<|message|>", ""), [call]],
  ["no reasoning close", `${analysis.replace("<|end|>", "")}<|start|>assistant${read}`, [thought, call]],
  ["no reasoning close and no start", `${analysis.replace("<|end|>", "")}${read}`, [thought, call]],
  [
    "reasoning that names a call",
    `<|channel|>analysis<|message|>I call to=functions.read_file with ${json} <think>.<|end|>${final}`,
    [["thought", `I call to=functions.read_file with ${json} <think>.`], "Done."],
  ],
  ["reasoning twice", `${analysis}<|start|>assistant${analysis}<|start|>assistant${read}`, [thought, thought, call]],
  ["a spurious header", `<|channel|>commentary to=assistant${analysis}${final}`, [thought, "Done."]],
  ["no JSON", read.replace(json, "a.ts"), ["a.ts"]],
  [
    "JSON for a tool of the model's own",
    `<|channel|>commentary to=browser.search<|message|>{"q": "x"}<|call|>`,
    [["call", "browser.search", { q: "x" }]],
  ],
  [
    "no JSON for a tool of the model's own",
    `<|start|>assistant to=container.exec<|channel|>commentary<|message|>ls -l<|call|>`,
    ["ls -l"],
  ],
  [
    "code for a tool that runs it",
    "<|channel|>analysis to=python code<|message|>print('<|x|>')\nprint(2)<|call|>",
    [["call", "python", { code: "print('<|x|>')\nprint(2)" }]],
  ],
  [
    "tokens in a string",
    read.replace("a.ts", '<|call|> \\"<|end|>\\u00e9'),
    [["call", "read_file", { path: '<|call|> "<|end|>é' }]],
  ],
  ["a header that is none", "<|channel|>final\n\nHello.", ["final\n\nHello."]],
  ["a token in prose", "Say `<|channel|>` or <|channel|> too", ["Say `<|channel|>` or ", "too"]],
  ["stray tokens", "<|message|>Hello.<|end|>", ["Hello."]],
  ["cut in the name", `${analysis}<|start|>assistant${read.slice(0, 36)}`, [thought]],
  ["cut behind the header", read.slice(0, read.indexOf("{")), [["cut", "read_file", {}]]],
  ["cut in a value", read.slice(0, read.indexOf('ts"')), [["cut", "read_file", { path: "a." }]]],
  ["cut in reasoning", "<|channel|>analysis<|message|>The us", [["thought", "The us"]]],
];

describe("harmony", () => {
  it.each(cases)("%s", (_, text, blocks) => {
    expect(readDialect("harmony", tools, text)).toEqual(blocks);
    expectSafeCuts("harmony", tools, text);
  });
});

const words = `analysisThe user wants a file.assistantcommentary to=functions.read_file json${json}`;

const wordCases: readonly [name: string, text: string, blocks: readonly ShortBlock[]][] = [
  ["reasoning and a call", words, [thought, call]],
  [
    "several calls",
    `${words}assistantcommentary to=functions.refresh json{}assistantfinalDone.`,
    [thought, call, ["call", "refresh", {}], "Done."],
  ],
  ["an answer", "analysisHm.assistantfinalIt is 4.", [["thought", "Hm."], "It is 4."]],
  ["a preamble", "analysisHm.assistantcommentaryI will look.", [["thought", "Hm."], "I will look."]],
  [
    "more reasoning behind a call",
    `${words}assistantanalysisNow.assistantfinalDone.`,
    [thought, call, ["thought", "Now."], "Done."],
  ],
  ["no reasoning", `commentary to=functions.read_file json${json}`, [call]],
  ["words in one with the name", ` to=functions.read_filecommentary json${json}`, [call]],
  ["prose that begins with the word", "analysis of the file", ["analysis of the file"]],
  ["prose that begins with a name", "AnalysisService is a class.", ["AnalysisService is a class."]],
  ["cut in a value", words.slice(0, -4), [thought, ["cut", "read_file", { path: "a." }]]],
  ["cut in the next word", `${words}assistantcom`, [thought, call]],
];

describe("harmony without its tokens", () => {
  it.each(wordCases)("%s", (_, text, blocks) => {
    expect(readDialect("harmony", tools, text)).toEqual(blocks);
    expectSafeCuts("harmony", tools, text);
  });
});
