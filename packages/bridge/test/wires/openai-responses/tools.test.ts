import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../../src/json.js";
import { openAiResponsesWire } from "../../../src/wires/openai-responses/index.js";
import { blockEvents, headOf, written } from "./answers.js";
import { readEvents } from "./little-reader.js";

function read(body: JsonRecord) {
  return openAiResponsesWire.read({ model: "a-model", input: "Hello", ...body });
}

const names = (body: JsonRecord) => read(body).tools.map(({ name }) => name);

const fn = (name: string) => ({ type: "function", name, parameters: { type: "object", properties: {} } });

/** The item of a whole call, as the client gets it. */
function calledItem(tools: readonly unknown[], name: string, text: string): unknown {
  const events = blockEvents({ type: "call", id: "call_1", name, arguments: text }, [text]);
  const all = readEvents(written([...events, { type: "finish", reason: "tool-calls", usage: {} }], headOf({ tools })));
  return all.find(({ type }) => type === "response.output_item.done")?.item;
}

describe("the tools of a request", () => {
  test("are functions, flat or as the chat wire has them, with or without parameters", () => {
    const tools = [
      { type: "function", name: "a", description: "Does a.", strict: true, parameters: { properties: { x: {} } } },
      { type: "function", function: { name: "b", parameters: { type: "object", properties: { y: {} } } } },
      { type: "function", name: "c", parameters: null },
    ];
    expect(read({ tools }).tools).toEqual([
      { name: "a", description: "Does a.", parameters: { type: "object", properties: { x: {} } } },
      { name: "b", description: "", parameters: { type: "object", properties: { y: {} } } },
      { name: "c", description: "", parameters: { type: "object", properties: {} } },
    ]);
  });

  test("are custom ones, which take a text; their grammar is told", () => {
    const format = { type: "grammar", syntax: "lark", definition: 'start: "x"' };
    const request = read({ tools: [{ type: "custom", name: "patch", description: "Edits.", format }] });
    expect(request.textTools).toEqual(new Set(["patch"]));
    expect(request.tools).toMatchObject([
      {
        name: "patch",
        description: 'Edits.\n\nThe input follows this grammar (lark):\nstart: "x"',
        parameters: { properties: { input: { "x-body": true } }, required: ["input"] },
      },
    ]);
  });

  test("that a server would run, or that nobody knows, are told as left out; those that wait for a search are not", () => {
    const tools = [
      fn("a"),
      { type: "web_search" },
      { type: "mcp", server_label: "docs" },
      { type: "namespace", name: "agents", tools: [fn("spawn"), { type: "hologram", name: "show" }] },
      { type: "tool_search", execution: "server" },
      { ...fn("b"), defer_loading: true },
      "nonsense",
    ];
    expect(read({ tools }).leftOut).toEqual(["web_search", "docs", "agents__show", "tool_search", "?"]);
    expect(read({ tools: [fn("a")] })).not.toHaveProperty("leftOut");
  });

  test("are those of a namespace, by both names, and their calls go back with both", () => {
    const tools = [{ type: "namespace", name: "agents", description: "", tools: [fn("spawn")] }, fn("spawn")];
    expect(names({ tools })).toEqual(["agents__spawn", "spawn"]);
    expect(calledItem(tools, "agents__spawn", "{}")).toMatchObject({
      type: "function_call",
      name: "spawn",
      namespace: "agents",
    });
    expect(calledItem(tools, "spawn", "{}")).not.toHaveProperty("namespace");
    const call = { type: "function_call", call_id: "call_1", namespace: "agents", name: "spawn", arguments: "{}" };
    expect(read({ input: [call] }).messages[0]?.parts).toMatchObject([{ block: { name: "agents__spawn" } }]);
  });

  test("are not those that the server would run, nor deferred ones, nor a name's second", () => {
    const tools = [
      fn("a"),
      { ...fn("a"), description: "The second" },
      { ...fn("later"), defer_loading: true },
      { type: "web_search" },
      { type: "file_search", vector_store_ids: [] },
      { type: "code_interpreter" },
      { type: "image_generation" },
      { type: "mcp", server_label: "docs" },
      { type: "tool_search", execution: "server" },
      { type: "shell", environment: { type: "container_auto" } },
      { type: "from_the_future", name: "x" },
      null,
    ];
    expect(read({ tools }).tools).toMatchObject([{ name: "a", description: "" }]);
  });

  test("are also what a search found in the course of the history", () => {
    const input = [
      { role: "user", content: "Go" },
      { type: "tool_search_call", call_id: "call_1", execution: "client", arguments: { query: "agents" } },
      {
        type: "tool_search_output",
        call_id: "call_1",
        execution: "client",
        tools: [
          { type: "namespace", name: "agents", description: "", tools: [{ ...fn("spawn"), defer_loading: true }] },
        ],
      },
    ];
    expect(names({ input, tools: [fn("a")] })).toEqual(["a", "agents__spawn"]);
    expect(read({ input }).messages.slice(1)).toMatchObject([
      { role: "assistant", parts: [{ block: { name: "tool_search", input: { query: "agents" } } }] },
      {
        role: "tool",
        parts: [
          {
            callId: "call_1",
            result: { content: [{ text: "These tools can be called from now on: agents__spawn" }] },
          },
        ],
      },
    ]);
    const events = blockEvents({ type: "call", id: "call_2", name: "agents__spawn", arguments: "{}" }, ["{}"]);
    const last = readEvents(
      written([...events, { type: "finish", reason: "tool-calls", usage: {} }], headOf({ input })),
    );
    expect(last.at(-1)).toMatchObject({ response: { output: [{ name: "spawn", namespace: "agents" }] } });
  });
});

describe("tools of the wire's own that the client runs", () => {
  const rows = [
    {
      tool: { type: "tool_search", execution: "client" },
      input: { query: "agents" },
      item: { type: "tool_search_call", execution: "client", arguments: { query: "agents" } },
    },
    {
      tool: { type: "local_shell" },
      input: { command: ["ls", "-l"], timeout_ms: 5 },
      item: { type: "local_shell_call", action: { type: "exec", command: ["ls", "-l"], timeout_ms: 5, env: {} } },
    },
    {
      tool: { type: "shell", environment: { type: "local" } },
      input: { commands: ["ls"] },
      item: { type: "shell_call", action: { commands: ["ls"], timeout_ms: null, max_output_length: null } },
    },
    {
      tool: { type: "apply_patch" },
      input: { type: "create_file", path: "a.md", diff: "+Hello\n" },
      item: { type: "apply_patch_call", operation: { type: "create_file", path: "a.md", diff: "+Hello\n" } },
    },
  ];

  test.each(rows)(
    "$tool.type: taught, called by an item of its own, which comes back as the call",
    ({ tool, input, item }) => {
      expect(names({ tools: [tool] })).toEqual([tool.type]);
      const written = calledItem([tool], tool.type, JSON.stringify(input));
      expect(written).toMatchObject({ ...item, call_id: "call_1", status: "completed" });
      expect(read({ input: [written] }).messages[0]?.parts).toMatchObject([
        { block: { id: "call_1", name: tool.type, input } },
      ]);
    },
  );

  test("their results are read, a patch that failed as an error", () => {
    const input = [
      { type: "local_shell_call_output", id: "call_1", output: "A" },
      {
        type: "shell_call_output",
        call_id: "call_2",
        output: [{ stdout: "B", stderr: "", outcome: { type: "exit" } }],
      },
      { type: "apply_patch_call_output", call_id: "call_3", status: "failed", output: "No such file" },
    ];
    expect(read({ input }).messages[0]?.parts).toMatchObject([
      { callId: "call_1", result: { status: "ok", content: [{ text: "A" }] } },
      { callId: "call_2", result: { content: [{ text: '[{"stdout":"B","stderr":"","outcome":{"type":"exit"}}]' }] } },
      { callId: "call_3", result: { status: "error", content: [{ text: "No such file" }] } },
    ]);
  });
});

describe("the choice of a tool", () => {
  const tools = [fn("a"), fn("b"), { type: "custom", name: "patch" }, { type: "shell" }];
  test.each([
    ["auto", "auto"],
    ["none", "none"],
    ["required", "required"],
    [{ type: "function", name: "a" }, { name: "a" }],
    [{ type: "function", function: { name: "a" } }, { name: "a" }],
    [{ type: "custom", name: "patch" }, { name: "patch" }],
    [{ type: "shell" }, { name: "shell" }],
    [{ type: "web_search_preview" }, undefined],
    ["anything", undefined],
    [null, undefined],
  ])("%j", (tool_choice, expected) => {
    expect(read({ tools, tool_choice }).toolChoice).toEqual(expected);
  });

  test("among some only", () => {
    const some = [
      { type: "function", name: "a" },
      { type: "custom", name: "patch" },
    ];
    const tool_choice = { type: "allowed_tools", mode: "required", tools: some };
    expect(names({ tools, tool_choice })).toEqual(["a", "patch"]);
    expect(read({ tools, tool_choice }).toolChoice).toBe("required");
    const one = { type: "allowed_tools", mode: "required", tools: some.slice(0, 1) };
    expect(read({ tools, tool_choice: one }).toolChoice).toEqual({ name: "a" });
  });
});

test("an answer repeats what it was asked with", () => {
  const tools = [fn("a")];
  const asked = { instructions: "Be brief.", tools, tool_choice: "required", temperature: 0.2, metadata: { a: "b" } };
  const whole = openAiResponsesWire.whole({ blocks: [], reason: "stop", usage: {} }, headOf(asked));
  expect(whole).toMatchObject({ ...asked, model: "a-model", store: false, parallel_tool_calls: true, top_p: 1 });
});
