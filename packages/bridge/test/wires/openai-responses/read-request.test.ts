import type { Message, Part } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../../src/json.js";
import { RequestFault } from "../../../src/request-fault.js";
import { openAiResponsesWire } from "../../../src/wires/openai-responses/index.js";

function read(body: JsonRecord) {
  return openAiResponsesWire.read({ model: "a-model", input: "Hello", ...body });
}

/** A part without what is the same in all of its kind. */
function told(part: Part): unknown {
  if (part.type === "tool-use") return { call: part.block.name, id: part.block.id, input: part.block.input };
  if (part.type === "tool-result")
    return { result: part.callId, status: part.result.status, content: part.result.content };
  return part;
}

function toldMessages(input: unknown): unknown[] {
  return read({ input }).messages.map(({ role, parts }: Message) => ({ role, parts: parts.map(told) }));
}

const text = (words: string) => ({ type: "text", text: words });

describe("the input of a request", () => {
  test("may be one text", () => {
    expect(toldMessages("Hello")).toEqual([{ role: "user", parts: [text("Hello")] }]);
  });

  test("may be messages with or without a type, their content a text or parts of any kind", () => {
    const input = [
      { role: "user", content: "One" },
      {
        type: "message",
        role: "user",
        content: [
          { type: "input_text", text: "Two" },
          { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
          { type: "input_image", image_url: "https://example.org/a.png" },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "output_text", text: "Three" },
          { type: "refusal", refusal: "No." },
        ],
      },
    ];
    expect(toldMessages(input)).toEqual([
      { role: "user", parts: [text("One")] },
      {
        role: "user",
        parts: [
          text("Two"),
          { type: "image", mediaType: "image/png", ref: "data:image/png;base64,AAAA" },
          { type: "image", mediaType: "image/*", ref: "https://example.org/a.png" },
        ],
      },
      { role: "assistant", parts: [text("Three"), text("No.")] },
    ]);
  });

  test("takes an item for unknown whose type is none, whatever it is", () => {
    const item = JSON.parse('{"type":{"toString":1}}');
    expect(read({ input: [item] }).messages[0]?.parts).toEqual([text('[An item of type "unknown" is left out]')]);
  });

  test("says in words what cannot be passed on, and shows files of text", () => {
    const content = [
      { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" },
      { type: "input_file", filename: "a.md", file_data: "data:text/markdown;base64,IyBIaQ==" },
      { type: "input_image", file_id: "file-1" },
      { type: "input_image", image_url: "file:///etc/passwd" },
      { type: "input_image", image_url: "data:application/pdf;base64,AAAA" },
      { type: "input_audio" },
    ];
    const [message] = read({ input: [{ role: "user", content }] }).messages;
    expect(message?.parts).toEqual([
      text("[The file a.pdf is left out: only text and images can be passed on]"),
      text("[The file a.md]\n# Hi"),
      text("[An image (file-1) is left out: only its address or a data: URL can be passed on]"),
      text("[An image was left out: its address is neither data: nor http(s):.]"),
      text("[An image was left out: it is no image but application/pdf.]"),
      text('[Content of type "input_audio" is left out]'),
    ]);
  });

  test("puts what the assistant thought, said and called in a row into one message, and results in a row into one", () => {
    const input = [
      { role: "user", content: "Go" },
      { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "sealed" },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look." }] },
      { type: "function_call", id: "fc_1", call_id: "call_1", name: "read_file", arguments: '{"path":"a"}' },
      { type: "custom_tool_call", id: "ctc_1", call_id: "call_2", name: "patch", input: "*** Begin" },
      { type: "function_call_output", call_id: "call_1", output: "A" },
      {
        type: "custom_tool_call_output",
        call_id: "call_2",
        output: [
          { type: "input_text", text: "B" },
          { type: "input_image", image_url: "data:image/png;base64,AAAA" },
        ],
      },
      { role: "assistant", content: "Done." },
    ];
    expect(toldMessages(input)).toEqual([
      { role: "user", parts: [text("Go")] },
      {
        role: "assistant",
        parts: [
          { type: "reasoning", text: "Hm.", signature: "sealed" },
          text("I look."),
          { call: "read_file", id: "call_1", input: { path: "a" } },
          { call: "patch", id: "call_2", input: { input: "*** Begin" } },
        ],
      },
      {
        role: "tool",
        parts: [
          { result: "call_1", status: "ok", content: [text("A")] },
          {
            result: "call_2",
            status: "ok",
            content: [text("B"), { type: "image", mediaType: "image/png", data: "AAAA" }],
          },
        ],
      },
      { role: "assistant", parts: [text("Done.")] },
    ]);
  });

  test.each([
    [null, []],
    ["", []],
    [{ exit: 1 }, [text('{"exit":1}')]],
    [[{ stdout: "a" }], [text('[{"stdout":"a"}]')]],
    [7, [text("7")]],
  ])("takes the output %j of a call", (output, content) => {
    const input = [{ type: "function_call_output", call_id: "call_1", output }];
    expect(toldMessages(input)).toEqual([{ role: "tool", parts: [{ result: "call_1", status: "ok", content }] }]);
  });

  test("prefers raw thoughts to their summary", () => {
    const input = [
      {
        type: "reasoning",
        summary: [{ type: "summary_text", text: "Short." }],
        content: [{ type: "reasoning_text", text: "Long." }],
        encrypted_content: null,
      },
    ];
    expect(toldMessages(input)).toEqual([{ role: "assistant", parts: [{ type: "reasoning", text: "Long." }] }]);
  });

  test("tells in words what a server did, and of items that nobody knows", () => {
    const input = [
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "mill race" } },
      { type: "mcp_call", id: "m", server_label: "docs", name: "find", arguments: "{}", output: "found", error: null },
      { type: "from_the_future", id: "x" },
    ];
    expect(toldMessages(input)).toEqual([
      {
        role: "assistant",
        parts: [
          text('[The server searched the web: action: {"type":"search","query":"mill race"}]'),
          text("[The server called a tool: server_label: docs; name: find; arguments: {}; output: found]"),
          text('[An item of type "from_the_future" is left out]'),
        ],
      },
    ]);
  });

  test.each([
    [{ type: "item_reference", id: "msg_1" }, "input[0]"],
    [{ id: "msg_1" }, "input[0]"],
    ["a text", "input[0]"],
    [null, "input[0]"],
  ])("is refused where an item is %j", (item, param) => {
    expect(() => read({ input: [item] })).toThrow(expect.objectContaining({ code: "request_fault", param }));
  });

  test("may refer to an item that it holds itself", () => {
    const input = [
      { type: "message", id: "msg_1", role: "assistant", content: "Hi" },
      { type: "item_reference", id: "msg_1" },
    ];
    expect(toldMessages(input)).toEqual([{ role: "assistant", parts: [text("Hi")] }]);
  });

  test.each([
    ["previous_response_id", "resp_1"],
    ["conversation", { id: "conv_1" }],
  ])("is refused where %s says that a server has it, with what to set", (field, value) => {
    expect(() => read({ [field]: value })).toThrow(/store: false/);
    expect(() => read({ [field]: value })).toThrow(expect.objectContaining({ param: field }));
    expect(() => read({ [field]: null })).not.toThrow();
  });

  test("is refused where it is missing", () => {
    expect(() => openAiResponsesWire.read({ model: "a-model" })).toThrow(RequestFault);
  });
});

describe("system and developer messages", () => {
  test("stand behind the instructions where they are first, and stay in their place where they come later", () => {
    const request = read({
      instructions: "Be brief.",
      input: [
        {
          role: "developer",
          content: [
            { type: "input_text", text: "One." },
            { type: "input_text", text: "Two." },
          ],
        },
        { role: "system", content: "Three." },
        { role: "user", content: "Go" },
        {
          role: "developer",
          content: [
            { type: "input_text", text: "Later." },
            { type: "input_text", text: "More." },
          ],
        },
      ],
    });
    expect(request.system).toBe("Be brief.\n\nOne.\n\nTwo.\n\nThree.");
    expect(request.messages).toEqual([
      { id: "item-2", role: "user", parts: [text("Go")] },
      { id: "item-3", role: "user", parts: [text("[A message of the system, not of the user]\nLater.\n\nMore.")] },
    ]);
  });
});

describe("the other fields", () => {
  test("are understood, a null counting as absent", () => {
    expect(read({ stream: true, parallel_tool_calls: false, max_output_tokens: 9, stop: "END" })).toMatchObject({
      model: "a-model",
      stream: true,
      parallelToolCalls: false,
      maxOutputTokens: 9,
      stop: ["END"],
    });
    const request = read({
      stream: null,
      parallel_tool_calls: null,
      max_output_tokens: null,
      tools: null,
      temperature: null,
    });
    expect(request).toMatchObject({ stream: false, tools: [], extra: {} });
    expect(request).not.toHaveProperty("parallelToolCalls");
    expect(request).not.toHaveProperty("maxOutputTokens");
    expect(read({ max_output_tokens: -1 })).not.toHaveProperty("maxOutputTokens");
  });

  test("that nobody reads here go on as they came", () => {
    const extra = {
      store: false,
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "medium" },
      text: { verbosity: "low" },
      temperature: 0.2,
      metadata: { a: "b" },
      prompt_cache_key: "key",
      client_metadata: { turn_id: "1" },
    };
    expect(read(extra).extra).toEqual(extra);
  });
});
