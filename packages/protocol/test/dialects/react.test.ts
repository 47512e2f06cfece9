import { describe, expect, it } from "vitest";
import { expectSafeCuts, readDialect, type ShortBlock, toolsOf } from "./read-dialect.js";

const tools = toolsOf({
  search: { query: { type: "string" } },
  weather: { city: { type: "string" }, days: { type: "integer" } },
  time: {},
});

const x: ShortBlock = ["call", "search", { query: "x" }];
const rome: ShortBlock = ["call", "weather", { city: "Rome" }];
const json = '{"city": "Rome"}';

describe("react", () => {
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["a thought and a call", `Thought: hm\nAction: weather\nAction Input: ${json}`, [["thought", "hm\n"], rome]],
    ["an answer", "Thought: easy\nFinal Answer: 42\nThat is all.", [["thought", "easy\n"], "42\nThat is all."]],
    ["an answer alone", "Final Answer: 42", ["42"]],
    ["several thoughts", "Thought: a\nThought: b\nFinal Answer: c", [["thought", "a\n"], ["thought", "b\n"], "c"]],
    ["CRLF", `Thought: hm\r\nAction: weather\r\nAction Input: ${json}\r\n`, [["thought", "hm\r\n"], rome]],
    ["input on a line of its own", `Action: weather\nAction Input:\n{\n"city": "Rome"\n}\nB`, [rome, "B"]],
    ["input in a fence", `Action: weather\nAction Input: \`\`\`json\n${json}\n\`\`\`\nB`, [rome, "B"]],
    ["a name in marks", `Action: \`weather\`\nAction Input: ${json}`, [rome]],
    ["Python", "Action: search(query='x')\nB", [x, "B"]],
    ["LangChain's form", `Action:\n\`\`\`json\n{"action": "weather", "action_input": ${json}}\n\`\`\`\nB`, [rome, "B"]],
    ["LangChain's form with text", 'Action:\n```\n{"action": "search", "action_input": "x"}\n```', [x]],
    ["Qwen-Agent's form", `A\n\u273fFUNCTION\u273f: weather\n\u273fARGS\u273f: ${json}`, ["A\n", rome]],
    ["Qwen-Agent's answer", "\u273fRETURN\u273f: It is x.", ["It is x."]],
    ["a tool that nobody knows", `Action: rm\nAction Input: ${json}\nB`, [`Action: rm\nAction Input: ${json}\nB`]],
    ["prose", "Action: we should meet.\nThe Action: search[x]", ["Action: we should meet.\nThe Action: search[x]"]],
    ["a name alone in prose", "Action: search\nis what I do", ["Action: search\nis what I do"]],
    ["text for several parameters", "Action: weather\nAction Input: Rome", ["Action: weather\nAction Input: Rome"]],
  ])("reads %s", (_name, text, blocks) => {
    expect(readDialect("react", tools, text)).toEqual(blocks);
    expectSafeCuts("react", tools, text);
  });

  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["text", "Action: search\nAction Input: x", [x]],
    ["lines", "Action: search\nAction Input: a\n\nActions b\n", [["call", "search", { query: "a\n\nActions b" }]]],
    ["quotes", 'Action: search\nAction Input: "x"', [x]],
    ["quotes inside", 'Action: search\nAction Input: "a" or "b"', [["call", "search", { query: '"a" or "b"' }]]],
    ["before a thought", "Action: search\nAction Input: x\nThought: y", [x, ["thought", "y"]]],
    ["before a call", "Action: search\nAction Input: x\nAction: search\nAction Input: x", [x, x]],
    ["in brackets", "Action: search[x]\nB", [x, "B"]],
    ["brackets in brackets", "Action: search[a [b] c]", [["call", "search", { query: "a [b] c" }]]],
    ["for no parameter", "Action: time\nAction Input: None", [["call", "time", {}]]],
    ["none", "Action: time\nB", [["call", "time", {}], "B"]],
  ])("reads an input that is text: %s", (_name, text, blocks) => {
    expect(readDialect("react", tools, text)).toEqual(blocks);
  });

  const made = "Observation: 20\nThought: done\nAction: search[y]\nFinal Answer: 20";
  it.each<[name: string, text: string, blocks: readonly ShortBlock[]]>([
    ["JSON", `Action: weather\nAction Input: ${json}\n${made}`, [rome]],
    ["text", `Action: search\nAction Input: x\n${made}`, [x]],
    ["brackets", `Action: search[x]\n${made}`, [x]],
    ["Python", `Action: search(query='x')\n${made}`, [x]],
    ["nothing", `Action: time\n${made}`, [["call", "time", {}]]],
    ["a fence", `Action:\n\`\`\`\n{"action": "weather", "action_input": ${json}}\n\`\`\`\n${made}`, [rome]],
    [
      "Qwen-Agent's words",
      `\u273fFUNCTION\u273f: weather\n\u273fARGS\u273f: ${json}\n\u273fRESULT\u273f: 2\n\u273fRETURN\u273f: 2`,
      [rome],
    ],
  ])("shows nothing of an answer that the model made up behind %s", (_name, text, blocks) => {
    expect(readDialect("react", tools, text)).toEqual(blocks);
    expect(readDialect("react", tools, text, "length")).toEqual(blocks);
    expect(readDialect("react", tools, text.slice(0, text.search(/Obs|\u273fRESULT/) + 4))).toEqual(blocks);
  });

  it.each<[text: string, blocks: readonly ShortBlock[]]>([
    ["Action: search", [["cut", "search", {}]]],
    ["Action: search\nAction In", [["cut", "search", {}]]],
    ["Action: search\nAction Input:", [["cut", "search", {}]]],
    ["Action: search\nAction Input: capital of\nObs", [["cut", "search", { query: "capital of" }]]],
    ["Action: search[capital", [["cut", "search", { query: "capital" }]]],
    ['Action: weather\nAction Input: {"city": "Ro', [["cut", "weather", { city: "Ro" }]]],
  ])("reads %j, which was cut", (text, blocks) => {
    expect(readDialect("react", tools, text, "length")).toEqual(blocks);
  });
});
