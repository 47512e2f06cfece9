import type { Part } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import { openAiChatWire } from "../../../src/wires/openai-chat/wire.js";

const read = (...messages: object[]) => openAiChatWire.read({ model: "coder", messages });
const HI = { role: "user", content: "Hi" };
const PIXEL = "data:image/png;base64,AAAA";
const text = (words: string): Part => ({ type: "text", text: words });
/** The parts of the one message behind "Hi". */
const partsOf = (message: object) => read(HI, message).messages[1]?.parts;
const callsIn = (parts: readonly Part[] = []) =>
  parts.flatMap((part) => (part.type === "tool-use" ? [[part.block.id, part.block.name, part.block.input]] : []));
const resultsIn = (parts: readonly Part[] = []) =>
  parts.flatMap((part) => (part.type === "tool-result" ? [[part.callId, part.result.content]] : []));
const asking = (...ids: unknown[]) => ({
  role: "assistant",
  content: null,
  tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "read_file", arguments: "{}" } })),
});

describe("system texts", () => {
  test("at the head are the system text, in their order", () => {
    const { system, messages } = read(
      { role: "system", content: "One." },
      {
        role: "developer",
        content: [
          { type: "text", text: "Two." },
          { type: "input_text", text: "Three." },
        ],
      },
      { role: "system", content: null },
      HI,
    );
    expect(system).toBe("One.\n\nTwo.\n\nThree.");
    expect(messages).toEqual([{ id: "message-3", role: "user", parts: [text("Hi")] }]);
  });

  test("behind a user's message stay there, marked, so that the head stays the same", () => {
    const { system, messages } = read({ role: "system", content: "One." }, HI, { role: "developer", content: "Two." });
    expect(system).toBe("One.");
    expect(messages[1]).toEqual({
      id: "message-2",
      role: "user",
      parts: [text("[A message of the system, not of the user]\nTwo.")],
    });
  });
});

describe("what a user says", () => {
  test("is a text or parts, pictures among them, in their order", () => {
    const content = [
      { type: "text", text: "Look:" },
      { type: "image_url", image_url: { url: PIXEL, detail: "high" } },
      { type: "image_url", image_url: "https://example.org/a.png" },
      { type: "input_image", image_url: PIXEL },
      { type: "input_text", text: "and " },
      "say",
      { type: "text", text: "" },
      null,
    ];
    expect(partsOf({ role: "user", content })).toEqual([
      text("Look:"),
      { type: "image", mediaType: "image/png", ref: PIXEL },
      { type: "image", mediaType: "image/*", ref: "https://example.org/a.png" },
      { type: "image", mediaType: "image/png", ref: PIXEL },
      text("and "),
      text("say"),
    ]);
  });

  test.each([
    [
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AA" } },
      /^\[A file \(a\.pdf\) was left out/,
    ],
    [{ type: "input_file", filename: "b.pdf", file_id: "file-1" }, /^\[A file \(b\.pdf\) was left out/],
    [{ type: "input_audio", input_audio: { data: "AA", format: "wav" } }, /^\[A sound was left out/],
    [{ type: "video_url", video_url: { url: "https://example.org/v" } }, /^\[A video was left out/],
    [{ type: "image_url", image_url: { url: "file-123" } }, /^\[An image was left out: its address/],
    [
      { type: "image_url", image_url: { url: "data:text/html,x" } },
      /^\[An image was left out: it is no image but text\/html/,
    ],
    [{ type: "image_url", image_url: 5 }, /^\{"type":"image_url","image_url":5\}$/],
    [{ type: "novel", words: ["a"] }, /^\{"type":"novel","words":\["a"\]\}$/],
    [{ type: "text", text: 5 }, /^\{"type":"text","text":5\}$/],
    [12, /^12$/],
  ])("leaves words where it cannot be passed on: %j", (part, words) => {
    expect(partsOf({ role: "user", content: [part] })).toEqual([{ type: "text", text: expect.stringMatching(words) }]);
  });

  test("comes with the speaker's name, where it has one", () => {
    expect(partsOf({ role: "user", name: "ada", content: "Hi" })).toEqual([text("[ada says:]"), text("Hi")]);
  });

  test("is what anyone says whose role nobody knows", () => {
    expect(read(HI, { role: "critic", content: "No." }, { content: 5 }).messages.slice(1)).toMatchObject([
      { role: "user", parts: [text("No.")] },
      { role: "user", parts: [text("5")] },
    ]);
  });
});

describe("what a model said", () => {
  test("is its reasoning, its words and its calls", () => {
    const message = {
      role: "assistant",
      reasoning_content: "Hm.",
      content: [
        { type: "text", text: "So:" },
        { type: "refusal", refusal: "No." },
      ],
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "a", arguments: '{"x":1}' } },
        { id: 7, type: "function", function: { name: "b", arguments: { y: 2 } } },
        { id: "", type: "custom", custom: { name: "c", input: "any\ntext" } },
        { function: { name: "d", arguments: "{broken" } },
        { id: "call_5", function: { arguments: "{}" } },
      ],
    };
    const parts = partsOf(message);
    expect(parts?.slice(0, 3)).toEqual([{ type: "reasoning", text: "Hm." }, text("So:"), text("No.")]);
    expect(callsIn(parts)).toEqual([
      ["call_1", "a", { x: 1 }],
      ["7", "b", { y: 2 }],
      ["call-1-2", "c", { input: "any\ntext" }],
      ["call-1-3", "d", { arguments: "{broken" }],
    ]);
    expect(parts?.at(-1)).toEqual(text('{"id":"call_5","function":{"arguments":"{}"}}'));
  });

  test.each([
    [{ reasoning: "Hm." }],
    [{ reasoning_text: "Hm." }],
    [{ reasoning_content: "Hm.", reasoning: "Hm." }],
    [
      {
        reasoning_details: [
          { type: "reasoning.text", text: "H" },
          { type: "reasoning.summary", summary: "m." },
        ],
      },
    ],
    [{ content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] }],
  ])("has its reasoning once, wherever it stands: %j", (fields) => {
    expect(partsOf({ role: "assistant", ...fields })).toEqual([{ type: "reasoning", text: "Hm." }]);
  });

  test("has what is opaque of its reasoning", () => {
    const reasoning_details = [
      { type: "reasoning.encrypted", data: "one", index: 0 },
      { type: "reasoning.text", text: "Hm.", signature: "two", index: 1 },
    ];
    expect(partsOf({ role: "assistant", reasoning_content: "Hm.", reasoning_details, content: "So." })).toEqual([
      { type: "reasoning", text: "Hm.", signature: "one" },
      { type: "reasoning", text: "", signature: "two" },
      text("So."),
    ]);
  });

  test("may be a refusal, speech, or a call in the form before tool calls", () => {
    expect(partsOf({ role: "assistant", content: null, refusal: "I won't." })).toEqual([text("I won't.")]);
    expect(partsOf({ role: "assistant", audio: { id: "a", transcript: "Hi." } })).toEqual([text("Hi.")]);
    expect(partsOf({ role: "assistant", audio: { id: "a" } })).toEqual([text(expect.stringContaining("left out"))]);
    const { messages } = read(
      HI,
      { role: "assistant", content: null, function_call: { name: "a", arguments: '{"x":1}' } },
      { role: "function", name: "a", content: "done" },
    );
    expect(callsIn(messages[1]?.parts)).toEqual([["call-1-0", "a", { x: 1 }]]);
    expect(resultsIn(messages[2]?.parts)).toEqual([["call-1-0", [text("done")]]]);
  });

  test("holds words where a picture stood", () => {
    const content = [{ type: "image_url", image_url: PIXEL }];
    expect(partsOf({ role: "assistant", content })).toEqual([text(expect.stringContaining("An image (image/png)"))]);
  });
});

describe("results", () => {
  const resultOf = (content: unknown) =>
    resultsIn(read(HI, asking("call_1"), { role: "tool", tool_call_id: "call_1", content }).messages[2]?.parts)[0]?.[1];

  test.each([
    ["done", [text("done")]],
    ["", []],
    [null, []],
    [undefined, []],
    [{ type: "text", text: "one part" }, [text("one part")]],
    [
      [
        { type: "text", text: "a" },
        { type: "text", text: "b" },
      ],
      [text("a"), text("b")],
    ],
    [[], []],
    [5, [text("5")]],
    [false, [text("false")]],
    [{ ok: true }, [text('{"ok":true}')]],
    [["a", "b"], [text('["a","b"]')]],
    [[{ type: "dir", path: "a" }], [text('[{"type":"dir","path":"a"}]')]],
    [
      [
        { type: "text", text: "Seen:" },
        { type: "image_url", image_url: { url: PIXEL } },
      ],
      [text("Seen:"), { type: "image", mediaType: "image/png", data: "AAAA" }],
    ],
    [
      [{ type: "image_url", image_url: "https://example.org/a.png" }],
      [{ type: "image", mediaType: "image/*", data: "https://example.org/a.png" }],
    ],
  ])("of any shape are read: %j", (content, expected) => {
    expect(resultOf(content)).toEqual(expected);
  });

  test("in a row are one message", () => {
    const { messages } = read(
      HI,
      asking("call_1", "call_2"),
      { role: "tool", tool_call_id: "call_2", content: "2" },
      { role: "tool", tool_call_id: "call_1", content: "1" },
      HI,
    );
    expect(messages.map(({ id, role }) => [id, role])).toEqual([
      ["message-0", "user"],
      ["message-1", "assistant"],
      ["message-2", "tool"],
      ["message-4", "user"],
    ]);
    expect(resultsIn(messages[2]?.parts).map(([callId]) => callId)).toEqual(["call_2", "call_1"]);
  });

  test("without an id answer the calls in their order, foreign ids stay what they are", () => {
    const { messages } = read(
      HI,
      asking("call_1", 2, "call_3"),
      { role: "tool", tool_call_id: "call_1", content: "1" },
      { role: "tool", tool_call_id: "", content: "2" },
      { role: "tool", tool_call_id: "elsewhere", content: "?" },
      { role: "tool", content: "3" },
      { role: "tool", tool_call_id: null, content: "4" },
    );
    expect(resultsIn(messages[2]?.parts).map(([callId]) => callId)).toEqual([
      "call_1",
      "2",
      "elsewhere",
      "call_3",
      "result-6",
    ]);
  });
});
