import type { Message, ModelRequest, Part } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../src/index.js";
import { openAiResponsesBody } from "../../src/wires/openai-responses/request.js";
import { sealSignature } from "../../src/wires/signature.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";

const PLAIN: Provider = { name: "custom", title: "Test", wire: "openai-responses", reasoningBack: "sign" };
const ECHOING: Provider = { ...PLAIN, reasoningBack: "echo" };
const bodyOf = (more: Partial<ModelRequest>, provider: Provider = PLAIN) =>
  JSON.parse(openAiResponsesBody(request(more), "gpt-5", provider));
const inputOf = (messages: readonly Message[], provider: Provider = PLAIN) => bodyOf({ messages }, provider).input;

const PICTURE = { type: "image", mediaType: "image/png", ref: "AAAA" } as const;
const IMAGE = { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" };
const ENCRYPTED = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "E" };
const thought = (signature?: string): Part => ({
  type: "reasoning",
  text: "why",
  ...(signature !== undefined && { signature }),
});
const signed = (item: object, origin = "openai-responses/gpt") => thought(sealSignature(origin, JSON.stringify(item)));
const USER = { type: "message", role: "user", content: "Go." };

describe("a request of the responses wire", () => {
  test("is these bytes", () => {
    expect(openAiResponsesBody(request({ tools: [READ_FILE] }), "m", { ...PLAIN, encryptedReasoning: /^m/ })).toBe(
      '{"model":"m","stream":true,"store":false,"include":["reasoning.encrypted_content"],"instructions":"You are terse.",' +
        '"tools":[{"type":"function","name":"read_file","description":"Reads a file.","strict":false,"parameters":' +
        '{"type":"object","properties":{"path":{"type":"string","description":"Where."},"content":{"type":"string","description":""}},' +
        '"required":["path"]}}],"input":[{"type":"message","role":"user","content":"Hello."}]}',
    );
  });

  test("begins as the one before it did, up to where its items go on", () => {
    const first = [message("user", text("a"))];
    const second = [...first, message("assistant", text("b")), message("user", text("c"))];
    const before = openAiResponsesBody(request({ messages: first, tools: [READ_FILE] }), "m", PLAIN);
    const after = openAiResponsesBody(request({ messages: second, tools: [READ_FILE] }), "m", PLAIN);
    expect(after.startsWith(before.slice(0, -"]}".length))).toBe(true);
  });

  test("names choices and limits only where they are set, and encrypted thoughts where the provider has them", () => {
    expect(Object.keys(bodyOf({ system: " \n" }))).toEqual(["model", "stream", "store", "input"]);
    const all = {
      tools: [READ_FILE],
      toolChoice: { name: "read_file" },
      parallelToolCalls: false,
      maxOutputTokens: 99,
      stop: ["X"],
    } as const;
    const body = bodyOf(all);
    expect(body).toMatchObject({
      tool_choice: { type: "function", name: "read_file" },
      parallel_tool_calls: false,
      max_output_tokens: 99,
    });
    // The wire has no such field, and strict servers refuse what they do not know.
    expect(body).not.toHaveProperty("stop");
    expect(bodyOf({ tools: [READ_FILE], toolChoice: "required" }).tool_choice).toBe("required");
    expect(bodyOf({ toolChoice: "required", parallelToolCalls: true })).not.toHaveProperty("tool_choice");
  });

  test("has no smaller limit than the server takes", () => {
    expect(bodyOf({ maxOutputTokens: 16 }).max_output_tokens).toBe(16);
    expect(bodyOf({ maxOutputTokens: 1 }).max_output_tokens).toBe(16);
  });

  test("holds a grammar where the server takes one, and nowhere else", () => {
    const grammar = { syntax: "gbnf", text: "root ::= x" } as const;
    expect(bodyOf({ grammar }, { ...PLAIN, grammarField: "grammar" }).grammar).toBe("root ::= x");
    expect(bodyOf({ grammar })).not.toHaveProperty("grammar");
  });

  test("has what was said, thought, called and answered as items, in the order in which it came", () => {
    const input = inputOf([
      message("user", text("Go.")),
      message(
        "assistant",
        signed(ENCRYPTED),
        text("I look."),
        call("c1", "read_file", { path: "a" }),
        signed({ ...ENCRYPTED, id: "rs_2" }),
        call("c2", "functions.read file", {}),
      ),
      message("tool", result("c1", "A"), result("c2", "")),
    ]);
    expect(input).toEqual([
      USER,
      ENCRYPTED,
      { type: "message", role: "assistant", content: "I look." },
      { type: "function_call", call_id: input[3].call_id, name: "read_file", arguments: '{"path":"a"}' },
      { ...ENCRYPTED, id: "rs_2" },
      { type: "function_call", call_id: input[5].call_id, name: "functions_read_file", arguments: "{}" },
      { type: "function_call_output", call_id: input[3].call_id, output: "A" },
      { type: "function_call_output", call_id: input[5].call_id, output: "" },
    ]);
    expect(input[3].call_id).toMatch(/^[A-Za-z0-9]{9}$/);
  });

  test("has what one side said in a row as one message, without blanks", () => {
    const input = inputOf([
      message("user", text("a")),
      message("user", text("b"), text(" \n")),
      message("assistant", text("c"), text("d")),
      message("assistant", text("e")),
      message("user", text("f")),
    ]);
    expect(input).toEqual([
      { type: "message", role: "user", content: "a\n\nb" },
      { type: "message", role: "assistant", content: "c\n\nd\n\ne" },
      { type: "message", role: "user", content: "f" },
    ]);
  });

  test("has pictures beside words, wherever they came, and an address as it is", () => {
    expect(inputOf([message("user", text("See."), PICTURE), message("user", text("So?"))])).toEqual([
      {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "See." }, IMAGE, { type: "input_text", text: "So?" }],
      },
    ]);
    expect(inputOf([message("user", PICTURE)])).toEqual([{ type: "message", role: "user", content: [IMAGE] }]);
    const elsewhere = { ...PICTURE, ref: "https://x.example/a.png" };
    expect(inputOf([message("user", elsewhere)])[0].content[0].image_url).toBe("https://x.example/a.png");
  });

  test("has no pictures of the model's own: the wire has no place for them", () => {
    expect(inputOf([message("assistant", text("See."), PICTURE, text("Done."))])).toEqual([
      { type: "message", role: "assistant", content: "See.\n\nDone." },
    ]);
  });

  test("has pictures of a result in it", () => {
    const content = [
      { type: "text" as const, text: "A picture." },
      { type: "image" as const, mediaType: "image/png", data: "AAAA" },
    ];
    const shown = (...pieces: typeof content) =>
      inputOf([
        message("user", text("Go.")),
        message("assistant", call("c", "look", {})),
        message("tool", { type: "tool-result", callId: "c", result: { status: "ok", content: pieces } }),
      ]).at(-1).output;
    expect(shown(...content)).toEqual([{ type: "input_text", text: "A picture." }, IMAGE]);
    expect(shown(...content.slice(1))).toEqual([IMAGE]);
  });
});

describe("thoughts on the responses wire", () => {
  const sent = (parts: readonly Part[], provider = PLAIN) =>
    inputOf([message("user", text("Go.")), message("assistant", ...parts), message("user", text("And?"))], provider);
  const typesOf = (items: readonly { type: string }[]) => items.map(({ type }) => type);

  test("go back whole, but for what is null", () => {
    const item = { ...ENCRYPTED, summary: [{ type: "summary_text", text: "why" }], content: null, status: null, x: 1 };
    const { content: _content, status: _status, ...whole } = item;
    expect(sent([signed(item), text("Hi.")])[1]).toEqual(whole);
  });

  test.each([
    ["another wire", signed(ENCRYPTED, "openai-chat/gpt")],
    ["another family", signed(ENCRYPTED, "openai-responses/claude")],
    ["nobody", thought()],
    ["a damaged signature", thought("openai-responses/gpt {cut")],
    ["a server that hid nothing", signed({ type: "reasoning", summary: [] })],
    ["something else", signed({ type: "message", encrypted_content: "E" })],
  ])("of %s stay away", (_, part) => {
    expect(typesOf(sent([part, text("Hi.")]))).toEqual(["message", "message", "message"]);
  });

  test("stay away where nothing follows them: the server refuses them alone", () => {
    expect(typesOf(sent([signed(ENCRYPTED)]))).toEqual(["message"]);
    expect(typesOf(sent([text("Hi."), signed(ENCRYPTED), text(" \n")]))).toEqual(["message", "message", "message"]);
    expect(typesOf(sent([signed(ENCRYPTED), text("Hi."), signed(ENCRYPTED)]))).toEqual([
      "message",
      "reasoning",
      "message",
      "message",
    ]);
  });

  test("that nobody signed go back as text where the provider wants them so, with the same id each time", () => {
    const parts = [thought(), call("c", "ls", {})];
    const [, item] = sent(parts, ECHOING);
    expect(item).toEqual({
      type: "reasoning",
      id: expect.stringMatching(/^rs_[A-Za-z0-9]{9}$/),
      summary: [],
      content: [{ type: "reasoning_text", text: "why" }],
    });
    expect(sent(parts, ECHOING)[1]).toEqual(item);
    expect(sent([signed(ENCRYPTED), text("Hi.")], ECHOING)[1]).toEqual(ENCRYPTED);
  });
});
