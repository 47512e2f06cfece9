import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../../src/json.js";
import { RequestFault } from "../../../src/request-fault.js";
import { openAiChatWire } from "../../../src/wires/openai-chat/wire.js";

const HI = [{ role: "user", content: "Hi" }];
const read = (more: JsonRecord = {}) => openAiChatWire.read({ model: "coder", messages: HI, ...more });
const tool = (name: string, more: JsonRecord = {}) => ({ type: "function", function: { name, ...more } });

describe("a request", () => {
  test("is read with all that this wire says", () => {
    const parameters = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
    const request = read({
      messages: [{ role: "system", content: "Be brief." }, ...HI],
      stream: true,
      stream_options: { include_usage: true },
      tools: [tool("read_file", { description: "Reads.", parameters, strict: true })],
      tool_choice: "required",
      parallel_tool_calls: false,
      max_tokens: 100,
      max_completion_tokens: 200,
      stop: ["\n\n", ""],
      n: 3,
      temperature: 0.2,
      store: false,
      "x-unknown": { deep: [null] },
    });
    expect(request).toMatchObject({
      model: "coder",
      stream: true,
      system: "Be brief.",
      tools: [{ name: "read_file", description: "Reads.", parameters }],
      toolChoice: "required",
      parallelToolCalls: false,
      maxOutputTokens: 200,
      stop: ["\n\n"],
    });
    expect(request.extra).toEqual({ temperature: 0.2, store: false, "x-unknown": { deep: [null] } });
    expect(Object.keys(request.tools[0] ?? {})).toEqual(["name", "description", "parameters"]);
  });

  test("says nothing where its fields are null", () => {
    const nulls = {
      ...{ stream: null, stream_options: null, tools: null, tool_choice: null, functions: null, function_call: null },
      ...{ parallel_tool_calls: null, max_tokens: null, max_completion_tokens: null, stop: null, n: null },
    };
    const { echo, ...request } = read(nulls);
    expect(request).toEqual({
      model: "coder",
      stream: false,
      system: "",
      messages: [{ id: "message-0", role: "user", parts: [{ type: "text", text: "Hi" }] }],
      tools: [],
      textTools: new Set(),
      extra: {},
    });
  });

  test("without a model is one to whatever model there is", () => {
    expect(openAiChatWire.read({ messages: HI }).model).toBe("");
  });

  test("passes on what makes no sense here, and a stop as one text is one", () => {
    expect(read({ max_tokens: -1, stop: 5 })).toMatchObject({ extra: { max_tokens: -1, stop: 5 } });
    expect(read({ stop: "END" }).stop).toEqual(["END"]);
    expect(read({ max_tokens: 12.7 }).maxOutputTokens).toBe(12);
  });

  test.each([
    ["messages", {}],
    ["messages", { messages: null }],
    ["messages", { messages: "Hi" }],
    ["messages", { messages: [] }],
    ["messages[1]", { messages: [...HI, "Hi"] }],
    ["messages[0]", { messages: [null] }],
    ["messages[0]", { messages: [[]] }],
  ])("is refused for %s where there is nothing to send: %j", (param, body) => {
    const failed = () => openAiChatWire.read({ model: "coder", ...body });
    expect(failed).toThrow(RequestFault);
    expect(failed).toThrow(expect.objectContaining({ param }));
  });
});

describe("tools", () => {
  test("are read in a field of their kind, flat, and without a type", () => {
    const request = read({
      tools: [
        tool("a"),
        { type: "function", name: "b", description: "B" },
        { function: { name: "c", parameters: {} } },
      ],
      functions: [{ name: "d", parameters: { properties: { x: {} } } }],
    });
    const empty = { type: "object", properties: {} };
    expect(request.tools).toEqual([
      { name: "a", description: "", parameters: empty },
      { name: "b", description: "B", parameters: empty },
      { name: "c", description: "", parameters: empty },
      { name: "d", description: "", parameters: { type: "object", properties: { x: {} } } },
    ]);
  });

  test("that take a text are taught with their grammar", () => {
    const grammar = { syntax: "lark", definition: "start: /.+/" };
    const request = read({
      tools: [
        { type: "custom", custom: { name: "a", description: "Patches.", format: { type: "grammar", grammar } } },
        { type: "custom", name: "b", format: { type: "text" } },
        { type: "custom", name: "c", format: { type: "grammar", ...grammar } },
      ],
    });
    expect(request.textTools).toEqual(new Set(["a", "b", "c"]));
    expect(request.tools.map(({ description }) => description)).toEqual([
      "Patches.\n\nThe input follows this grammar (lark):\nstart: /.+/",
      "",
      "The input follows this grammar (lark):\nstart: /.+/",
    ]);
    expect(request.tools[0]?.parameters).toMatchObject({ properties: { input: { "x-body": true } } });
  });

  test("of the same name count once, the first of them", () => {
    const request = read({ tools: [tool("a", { description: "1" }), { type: "custom", name: "a", description: "2" }] });
    expect(request.tools).toMatchObject([{ name: "a", description: "1" }]);
    expect(request.textTools.size).toBe(0);
  });

  test("that a server would run are named as left out", () => {
    const request = read({
      tools: [
        { type: "web_search" },
        tool("a"),
        { type: "builtin_function", function: { name: "$web_search" } },
        { type: "function", function: {} },
        7,
      ],
    });
    expect(request.tools.map(({ name }) => name)).toEqual(["a"]);
    expect(request.leftOut).toEqual(["web_search", "$web_search", "function", "7"]);
    expect(request.extra).toEqual({});
  });
});

describe("a tool choice", () => {
  const tools = [tool("a"), { type: "custom", custom: { name: "b" } }, tool("c")];

  test.each([
    ["auto", "auto"],
    ["none", "none"],
    ["required", "required"],
    ["any", "required"],
    [{ type: "auto" }, "auto"],
    [tool("a"), { name: "a" }],
    [{ type: "function", name: "a" }, { name: "a" }],
    [{ type: "custom", custom: { name: "b" } }, { name: "b" }],
    [{ type: "nonsense" }, undefined],
    ["nonsense", undefined],
    ["toString", undefined],
    [5, undefined],
  ])("of %j means %j", (tool_choice, choice) => {
    const request = read({ tools, tool_choice });
    expect(request.toolChoice).toEqual(choice);
    expect(request.extra).toEqual({});
  });

  test.each([
    { type: "allowed_tools", allowed_tools: { mode: "required", tools: [tool("a"), { type: "custom", name: "b" }] } },
    { type: "allowed_tools", mode: "required", tools: [{ type: "function", name: "a" }, tools[1]] },
  ])("of allowed tools leaves the others out: %j", (tool_choice) => {
    const request = read({ tools, tool_choice });
    expect(request.toolChoice).toBe("required");
    expect(request.tools.map(({ name }) => name)).toEqual(["a", "b"]);
    expect(request.textTools).toEqual(new Set(["b"]));
  });

  test("of functions, the form before tools, is read, and one call is asked for", () => {
    const request = read({ functions: [{ name: "a" }], function_call: { name: "a" } });
    expect(request).toMatchObject({ toolChoice: { name: "a" }, parallelToolCalls: false, extra: {} });
    expect(read({ functions: [{ name: "a" }], function_call: "none" }).toolChoice).toBe("none");
  });
});
