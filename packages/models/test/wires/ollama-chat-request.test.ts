import type { ModelRequest } from "@millrace/agent";
import { describe, expect, test } from "vitest";
import { ContextSize } from "../../src/wires/ollama-chat/context-size.js";
import { ollamaChatBody } from "../../src/wires/ollama-chat/request.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";

const bodyOf = (more: Partial<ModelRequest>, size?: number) => JSON.parse(ollamaChatBody(request(more), "m", size));

describe("a request of Ollama's wire", () => {
  test("is these bytes", () => {
    expect(ollamaChatBody(request({ maxOutputTokens: 9, stop: ["X"] }), "m", 8192)).toBe(
      '{"model":"m","stream":true,"options":{"num_ctx":8192,"num_predict":9,"stop":["X"]},"messages":' +
        '[{"role":"system","content":"You are terse."},{"role":"user","content":"Hello."}]}',
    );
  });

  test("leaves the options to the server where nothing is asked for", () => {
    expect(Object.keys(bodyOf({}))).toEqual(["model", "stream", "messages"]);
  });

  test("has arguments as an object, and results that name their tool and their call", () => {
    const { messages } = bodyOf({
      system: "",
      tools: [READ_FILE],
      messages: [
        message("user", text("Go.")),
        message("assistant", { type: "reasoning", text: "why" }, call("c", "read_file", { path: "a" })),
        message("tool", result("c", "A")),
      ],
    });
    expect(messages[1]).toEqual({
      role: "assistant",
      content: "",
      thinking: "why",
      tool_calls: [
        {
          id: expect.any(String),
          type: "function",
          function: { index: 0, name: "read_file", arguments: { path: "a" } },
        },
      ],
    });
    expect(messages[2]).toEqual({
      role: "tool",
      tool_call_id: messages[1].tool_calls[0].id,
      tool_name: "read_file",
      content: "A",
    });
  });

  test("has pictures as base64 beside the text", () => {
    const png = (ref: string) => ({ type: "image", mediaType: "image/png", ref }) as const;
    const user = message(
      "user",
      text("See"),
      png("AAAA"),
      png("data:image/png;base64,BBBB"),
      png("https://elsewhere/x.png"),
    );
    expect(bodyOf({ messages: [user], system: "" }).messages).toEqual([
      { role: "user", content: "See", images: ["AAAA", "BBBB"] },
    ]);
  });
});

describe("the size of the context", () => {
  test("is the next power of two that fits, at least Ollama's own default", () => {
    expect(new ContextSize().fit(100)).toBe(4096);
    expect(new ContextSize().fit(4097)).toBe(8192);
    expect(new ContextSize().fit(8192)).toBe(8192);
  });

  test("is raised when it must be and never lowered", () => {
    const size = new ContextSize();
    expect([5000, 20_000, 5000, undefined].map((tokens) => size.fit(tokens))).toEqual([8192, 32_768, 32_768, 32_768]);
  });

  test("is not above the model's window", () => {
    const size = new ContextSize();
    size.setWindow(40_960);
    expect([5000, 40_000, 90_000].map((tokens) => size.fit(tokens))).toEqual([8192, 40_960, 40_960]);
  });

  test("is left to the server while nobody asked for one", () => {
    expect(new ContextSize().fit(undefined)).toBeUndefined();
  });
});
