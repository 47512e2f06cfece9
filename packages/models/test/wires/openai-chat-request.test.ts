import type { ModelRequest } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../src/index.js";
import { openAiChatBody } from "../../src/wires/openai-chat/request.js";
import { sealSignature } from "../../src/wires/signature.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";

const PLAIN: Provider = { name: "custom", title: "Test", wire: "openai-chat" };
const bodyOf = (more: Partial<ModelRequest>, provider: Provider = PLAIN) =>
  JSON.parse(openAiChatBody(request(more), "m", provider));
const messagesOf = (messages: ModelRequest["messages"], provider: Provider = PLAIN) =>
  bodyOf({ messages, system: "" }, provider).messages;

describe("a request of the chat wire", () => {
  test("is these bytes", () => {
    expect(openAiChatBody(request({ tools: [READ_FILE] }), "m", PLAIN)).toBe(
      '{"model":"m","stream":true,"stream_options":{"include_usage":true},"tools":[{"type":"function","function":' +
        '{"name":"read_file","description":"Reads a file.","parameters":{"type":"object","properties":' +
        '{"path":{"type":"string","description":"Where."},"content":{"type":"string","description":""}},"required":["path"]}}}],' +
        '"messages":[{"role":"system","content":"You are terse."},{"role":"user","content":"Hello."}]}',
    );
  });

  test("begins as the one before it did, up to where its messages go on", () => {
    const first = [message("user", text("a"))];
    const second = [...first, message("assistant", text("b")), message("user", text("c"))];
    const before = openAiChatBody(request({ messages: first, tools: [READ_FILE] }), "m", PLAIN);
    const after = openAiChatBody(request({ messages: second, tools: [READ_FILE] }), "m", PLAIN);
    expect(after.startsWith(before.slice(0, -"]}".length))).toBe(true);
  });

  test("names choices and limits only where they are set, in the provider's own field", () => {
    expect(Object.keys(bodyOf({}))).toEqual(["model", "stream", "stream_options", "messages"]);
    const all = {
      tools: [READ_FILE],
      toolChoice: { name: "read_file" },
      parallelToolCalls: false,
      maxOutputTokens: 9,
      stop: ["X"],
    } as const;
    expect(bodyOf(all)).toMatchObject({
      tool_choice: { type: "function", function: { name: "read_file" } },
      parallel_tool_calls: false,
      max_tokens: 9,
      stop: ["X"],
    });
    expect(bodyOf(all, { ...PLAIN, maxTokensField: "max_completion_tokens" })).toMatchObject({
      max_completion_tokens: 9,
    });
    expect(bodyOf(all, { ...PLAIN, noStreamOptions: true })).not.toHaveProperty("stream_options");
    expect(bodyOf({ toolChoice: "required", parallelToolCalls: true })).not.toHaveProperty("tool_choice");
  });

  test("holds a grammar where the server takes one, and nowhere else", () => {
    const grammar = { syntax: "gbnf", text: "root ::= x" } as const;
    expect(bodyOf({ grammar }, { ...PLAIN, grammarField: "grammar" }).grammar).toBe("root ::= x");
    const vllm = bodyOf({ grammar }, { ...PLAIN, grammarField: "structured_outputs.grammar" });
    expect(vllm.structured_outputs).toEqual({ grammar: "root ::= x" });
    expect(vllm).not.toHaveProperty("grammar");
    expect(Object.keys(bodyOf({ grammar }))).toEqual(Object.keys(bodyOf({})));
  });

  test("has calls with empty content, ids of nine letters or digits, arguments as JSON text, and their results", () => {
    const messages = messagesOf([
      message("user", text("Go.")),
      message("assistant", call("m1.0", "ls", { path: "." }), call("m1.1", "ls", {})),
      message("tool", result("m1.0", "a.txt"), result("m1.1", "b.txt")),
    ]);
    expect(messages[1]).toEqual({
      role: "assistant",
      content: "",
      tool_calls: [
        {
          id: expect.stringMatching(/^[A-Za-z0-9]{9}$/),
          type: "function",
          function: { name: "ls", arguments: '{"path":"."}' },
        },
        { id: expect.stringMatching(/^[A-Za-z0-9]{9}$/), type: "function", function: { name: "ls", arguments: "{}" } },
      ],
    });
    const [first, second] = messages[1].tool_calls;
    expect(first.id).not.toBe(second.id);
    expect(messages.slice(2)).toEqual([
      { role: "tool", tool_call_id: first.id, content: "a.txt" },
      { role: "tool", tool_call_id: second.id, content: "b.txt" },
    ]);
  });

  test("has arguments that parse even where none could be typed", () => {
    const odd = call("c", "ls", {}, { input: "half", params: [["path", "a"]] });
    const [, assistant] = messagesOf([message("user", text("Go.")), message("assistant", odd)]);
    expect(assistant.tool_calls[0].function.arguments).toBe('{"path":"a"}');
  });

  test("joins neighbours of one role and leaves out an answer that says nothing", () => {
    const messages = messagesOf([
      message("user", text("a")),
      message("assistant"),
      message("user", text("b")),
      message("assistant", text("c")),
      message("assistant", text("d"), call("x", "ls", {})),
    ]);
    expect(messages.map(({ role, content }: { role: string; content: string }) => [role, content])).toEqual([
      ["user", "a\n\nb"],
      ["assistant", "c\n\nd"],
    ]);
    expect(messages[1].tool_calls).toHaveLength(1);
  });

  test("has content in parts only beside a picture", () => {
    const picture = { type: "image", mediaType: "image/png", ref: "AAAA" } as const;
    expect(messagesOf([message("user", text("See"), picture)])).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "See" },
          { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
        ],
      },
    ]);
  });

  test("shows the pictures of a result in a user message behind it", () => {
    const shot = {
      type: "tool-result",
      callId: "c",
      result: { status: "ok", content: [{ type: "image", mediaType: "image/png", data: "AAAA" }] },
    } as const;
    const messages = messagesOf([
      message("user", text("Go.")),
      message("assistant", call("c", "shot", {})),
      message("tool", shot),
    ]);
    expect(messages[2]).toMatchObject({ role: "tool", content: "" });
    expect(messages[3].content.at(-1)).toMatchObject({ type: "image_url" });
  });

  test("carries reasoning in the provider's field, and what is opaque only to who sent it", () => {
    const details = [{ type: "reasoning.encrypted", data: "X" }];
    const signature = sealSignature("openai-chat/m", JSON.stringify(details));
    const thought = { type: "reasoning", text: "why", signature } as const;
    const history = [message("user", text("Go.")), message("assistant", thought, text("so"))];
    expect(messagesOf(history)[1]).toEqual({ role: "assistant", content: "so", reasoning_content: "why" });
    expect(messagesOf(history, { ...PLAIN, reasoningField: "reasoning", reasoningDetails: true })[1]).toEqual({
      role: "assistant",
      content: "so",
      reasoning: "why",
      reasoning_details: details,
    });
  });

  test("sends a call's signature back where it came from, and none of another wire, model family or form", () => {
    const signed = (signature: string) => [
      message("user", text("Go.")),
      message("assistant", call("c", "ls", {}, { signature })),
    ];
    const gemini: Provider = { ...PLAIN, extraContent: true };
    const own = sealSignature("openai-chat/m", '{"google":1}');
    expect(messagesOf(signed(own), gemini)[1].tool_calls[0].extra_content).toEqual({ google: 1 });
    expect(messagesOf(signed(own))[1].tool_calls[0]).not.toHaveProperty("extra_content");
    const others = ["anthropic-messages/m {}", "openai-chat/gpt {}", "openai-chat/m opaque", '{"google":1}', "opaque"];
    for (const signature of others) {
      expect(messagesOf(signed(signature), gemini)[1].tool_calls[0]).not.toHaveProperty("extra_content");
    }
  });

  test("has the words between which something else came as paragraphs of one text", () => {
    const [, assistant] = messagesOf([
      message("user", text("Go.")),
      message("assistant", text("One."), call("c", "ls", {}), text("Two.")),
    ]);
    expect(assistant).toMatchObject({ content: "One.\n\nTwo.", tool_calls: [{ function: { name: "ls" } }] });
  });

  test("keeps an `x-` key that is data, describes each parameter, and cleans schemas inside schemas", () => {
    const parameters = {
      type: "object",
      properties: {
        "x-header": { type: "string", default: { "x-body": 1 } },
        list: { type: "array", items: { type: "object", properties: { a: { type: "string", "x-body": true } } } },
        one: { anyOf: [{ type: "string", "x-body": true }, { type: "null" }] },
        hidden: { type: "string", "x-ignored": true },
      },
      required: ["list", "hidden"],
    } as const;
    const [tool] = bodyOf({ tools: [{ name: "t", description: "d", parameters }] }).tools;
    expect(tool.function.parameters).toEqual({
      type: "object",
      properties: {
        "x-header": { type: "string", default: { "x-body": 1 }, description: "" },
        list: {
          type: "array",
          items: { type: "object", properties: { a: { type: "string" } } },
          description: "",
        },
        one: { anyOf: [{ type: "string" }, { type: "null" }], description: "" },
      },
      required: ["list"],
    });
  });
});
