import type { ModelRequest, Part } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import { OUTPUT_LIMITS } from "../../src/wires/anthropic-messages/max-tokens.js";
import { anthropicMessagesBody } from "../../src/wires/anthropic-messages/request.js";
import { sealSignature } from "../../src/wires/signature.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";

const MODEL = "claude-sonnet-4-5";
const bodyOf = (more: Partial<ModelRequest>, model = MODEL) => JSON.parse(anthropicMessagesBody(request(more), model));
const messagesOf = (messages: ModelRequest["messages"], model = MODEL) => bodyOf({ messages }, model).messages;
const GO = message("user", text("Go."));

/** Thoughts as the client yields them and history keeps them. */
const signed = (block: object, words = "", origin = "anthropic-messages/claude"): Part => ({
  type: "reasoning",
  text: words,
  signature: sealSignature(origin, JSON.stringify(block)),
});
const THOUGHT = { type: "thinking", thinking: " why", signature: "S" };
const HIDDEN = { type: "redacted_thinking", data: "R" };

describe("a request of the messages wire", () => {
  test("is these bytes", () => {
    expect(anthropicMessagesBody(request({ tools: [READ_FILE] }), MODEL)).toBe(
      '{"model":"claude-sonnet-4-5","stream":true,"system":[{"type":"text","text":"You are terse."}],"tools":[{"name":"read_file",' +
        '"description":"Reads a file.","input_schema":{"type":"object","properties":{"path":{"type":"string","description":"Where."},' +
        '"content":{"type":"string","description":""}},"required":["path"]}}],"max_tokens":32000,' +
        '"messages":[{"role":"user","content":[{"type":"text","text":"Hello."}]}]}',
    );
  });

  test("begins as the one before it did, up to where its messages go on", () => {
    const first = [message("user", text("a"))];
    const second = [...first, message("assistant", text("b")), message("user", text("c"))];
    const before = anthropicMessagesBody(request({ messages: first, tools: [READ_FILE] }), MODEL);
    const after = anthropicMessagesBody(request({ messages: second, tools: [READ_FILE] }), MODEL);
    expect(after.startsWith(before.slice(0, -"]}".length))).toBe(true);
  });

  test("names choices and limits only where they are set; the limit of the answer always", () => {
    expect(Object.keys(bodyOf({ system: "" }))).toEqual(["model", "stream", "max_tokens", "messages"]);
    expect(bodyOf({ maxOutputTokens: 9, stop: ["X", " \n"] })).toMatchObject({ max_tokens: 9, stop_sequences: ["X"] });
    expect(bodyOf({ stop: ["\n"] })).not.toHaveProperty("stop_sequences");
    expect(bodyOf({ toolChoice: "required", parallelToolCalls: false })).not.toHaveProperty("tool_choice");
  });

  test.each([
    [{ toolChoice: "auto" }, { type: "auto" }],
    [{ toolChoice: "none", parallelToolCalls: false }, { type: "none" }],
    [{ toolChoice: "required" }, { type: "any" }],
    [
      { toolChoice: { name: "read_file" }, parallelToolCalls: false },
      { type: "tool", name: "read_file", disable_parallel_tool_use: true },
    ],
    [{ parallelToolCalls: false }, { type: "auto", disable_parallel_tool_use: true }],
    [{ parallelToolCalls: true }, undefined],
  ] as const)("has for %j the choice %j", (asked, choice) => {
    expect(bodyOf({ ...asked, tools: [READ_FILE] }).tool_choice).toEqual(choice);
  });

  test.each(OUTPUT_LIMITS.map(({ sample, limit }) => [sample, limit] as const))(
    "asks %s for %i tokens",
    (sample, limit) => {
      expect(bodyOf({}, sample).max_tokens).toBe(limit);
      expect(OUTPUT_LIMITS.filter(({ family }) => family.test(sample))).toHaveLength(1);
    },
  );

  test.each(["claude-3-7-sonnet-latest", "claude-opus-4-1", "glm-4.6"])("asks %s for 32,000 tokens", (model) => {
    expect(bodyOf({}, model).max_tokens).toBe(32_000);
  });

  test("answers calls at the beginning of the user's next message, errors as such, pictures inside", () => {
    const picture = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
    const shot: Part = {
      type: "tool-result",
      callId: "m1.1",
      result: { status: "ok", content: [{ type: "text", text: "done" }, picture] },
    };
    const failed: Part = {
      type: "tool-result",
      callId: "m1.2",
      result: { status: "error", content: [{ type: "text", text: "no" }, picture] },
    };
    const messages = messagesOf([
      GO,
      message("assistant", call("m1.0", "ls", { path: "." }), call("m1.1", "shot", {}), call("m1.2", "ls", {})),
      message("tool", result("m1.0", "a.txt"), shot, failed),
      message("user", text("And?")),
    ]);
    const ids = messages[1].content.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(messages[1]).toEqual({
      role: "assistant",
      content: [
        { type: "tool_use", id: expect.stringMatching(/^[A-Za-z0-9]{9}$/), name: "ls", input: { path: "." } },
        { type: "tool_use", id: ids[1], name: "shot", input: {} },
        { type: "tool_use", id: ids[2], name: "ls", input: {} },
      ],
    });
    const source = { type: "base64", media_type: "image/png", data: "AAAA" };
    expect(messages.slice(2)).toEqual([
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: ids[0], content: "a.txt" },
          {
            type: "tool_result",
            tool_use_id: ids[1],
            content: [
              { type: "text", text: "done" },
              { type: "image", source },
            ],
          },
          { type: "tool_result", tool_use_id: ids[2], content: "no", is_error: true },
          { type: "text", text: "And?" },
        ],
      },
    ]);
  });

  test.each([
    ["AAAA", { type: "base64", media_type: "image/png", data: "AAAA" }],
    ["data:image/jpeg;base64,BBBB", { type: "base64", media_type: "image/jpeg", data: "BBBB" }],
    ["https://x.example/a.png", { type: "url", url: "https://x.example/a.png" }],
  ])("shows the picture %s", (ref, source) => {
    const image = { type: "image", mediaType: "image/png", ref } as const;
    expect(messagesOf([message("user", text("See"), image)])[0].content[1]).toEqual({ type: "image", source });
  });

  test("takes an address of a megabyte that is none in a time that grows with it", () => {
    const ref = `data:${"a".repeat(1_000_000)}`;
    const image = { type: "image", mediaType: "image/png", ref } as const;
    const source = { type: "base64", media_type: "image/png", data: ref };
    expect(messagesOf([message("user", image)])[0].content[0]).toEqual({ type: "image", source });
  });

  test("joins neighbours of one role, and leaves out blanks and an answer that says nothing", () => {
    const messages = messagesOf([
      message("user", text("a")),
      message("assistant", signed(THOUGHT), text(" \n")),
      message("user", text("b")),
      message("assistant", text("c")),
      message("assistant", text("d")),
    ]);
    const words = (...texts: string[]) => texts.map((words) => ({ type: "text", text: words }));
    expect(messages).toEqual([
      { role: "user", content: words("a", "b") },
      { role: "assistant", content: words("c", "d") },
    ]);
  });
});

describe("thinking", () => {
  test("that was signed goes back as it came, in its place", () => {
    const [, assistant] = messagesOf([
      GO,
      message(
        "assistant",
        signed(THOUGHT, "why"),
        text("I look."),
        call("a", "ls", {}),
        signed(HIDDEN),
        call("b", "ls", {}),
      ),
    ]);
    expect(assistant.content).toMatchObject([
      THOUGHT,
      { type: "text", text: "I look." },
      { type: "tool_use" },
      HIDDEN,
      { type: "tool_use" },
    ]);
    expect(JSON.stringify(assistant)).toContain(JSON.stringify(THOUGHT));
  });

  test("without a signature, with one of another wire or family, or behind the last word is not sent", () => {
    const others: Part[] = [
      { type: "reasoning", text: "cut" },
      { type: "reasoning", text: "odd", signature: "odd" },
      signed(THOUGHT, "why", "openai-chat/claude"),
      signed(THOUGHT, "why", "anthropic-messages/minimax"),
    ];
    const [, assistant] = messagesOf([GO, message("assistant", ...others, text("So."), signed(HIDDEN))]);
    expect(assistant.content).toEqual([{ type: "text", text: "So." }]);
    const back = messagesOf([GO, message("assistant", ...others, text("So."))], "MiniMax-M2");
    expect(back[1].content[0]).toEqual(THOUGHT);
  });
});

describe("cache marks", () => {
  const mark = { type: "ephemeral" };
  const history = [
    GO,
    message("assistant", text("I look."), call("a", "ls", {})),
    message("tool", result("a", "A")),
    message("assistant", text("Done.")),
    message("user", text("And?")),
  ];
  const asked = (more: Partial<ModelRequest>) => bodyOf({ messages: history, tools: [READ_FILE], ...more });
  const places = (body: { messages: { content: object[] }[] }) =>
    body.messages.flatMap(({ content }, at) => content.flatMap((block) => ("cache_control" in block ? [at] : [])));

  test("stand on system, tools and the last block of the marked messages, and nowhere without the wish", () => {
    expect(JSON.stringify(asked({}))).not.toContain("cache_control");
    const headOnly = asked({ cacheMarks: [] });
    expect(headOnly.system[0].cache_control).toEqual(mark);
    expect(headOnly.tools[0].cache_control).toEqual(mark);
    expect(places(headOnly)).toEqual([]);
    const body = asked({ cacheMarks: [1, 4] });
    expect(places(body)).toEqual([1, 4]);
    expect(body.messages[1].content).toMatchObject([{ type: "text" }, { type: "tool_use", cache_control: mark }]);
  });

  test("are four in all, the last of the messages'", () => {
    expect(places(asked({ cacheMarks: [4, 0, 2, 1, 99] }))).toEqual([4]);
    expect(places(asked({ cacheMarks: [4, 0, 2, 1] }))).toEqual([2, 4]);
    expect(places(asked({ cacheMarks: [4, 0, 2, 1], tools: [] }))).toEqual([1, 2, 4]);
    expect(places(asked({ cacheMarks: [0, 1, 2, 3, 4], tools: [], system: "" }))).toEqual([1, 2, 3, 4]);
  });

  test("stand on no thinking, and follow messages that were joined", () => {
    const joined = [
      message("user", text("a")),
      message("user", text("b")),
      message("assistant"),
      message("user", text("c")),
    ];
    expect(places(bodyOf({ messages: joined, cacheMarks: [0] }))).toEqual([0]);
    expect(
      bodyOf({ messages: joined, cacheMarks: [2] }).messages[0].content.map((block: object) => Object.keys(block)),
    ).toEqual([
      ["type", "text"],
      ["type", "text"],
      ["type", "text", "cache_control"],
    ]);
  });

  test("change no byte but their own", () => {
    const plain = anthropicMessagesBody(request({ messages: history, tools: [READ_FILE] }), MODEL);
    for (const cacheMarks of [[], [0], [4], [1, 2], [3, 4]]) {
      const marked = anthropicMessagesBody(request({ messages: history, tools: [READ_FILE], cacheMarks }), MODEL);
      expect(marked.replaceAll(',"cache_control":{"type":"ephemeral"}', "")).toBe(plain);
    }
    // What was written for one request is not what the next one marks.
    expect(anthropicMessagesBody(request({ messages: history, tools: [READ_FILE] }), MODEL)).toBe(plain);
  });
});
