import type { Message } from "@millrace/agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../src/index.js";
import { ollamaChatBody } from "../../src/wires/ollama-chat/request.js";
import { openAiChatBody } from "../../src/wires/openai-chat/request.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";

const PLAIN: Provider = { name: "custom", title: "Test", wire: "openai-chat" };
const SIGNING: Provider = { ...PLAIN, extraContent: true, reasoningField: "reasoning" };

const bodies = (messages: readonly Message[]) => [
  openAiChatBody(request({ messages, tools: [READ_FILE] }), "m", PLAIN),
  openAiChatBody(request({ messages, tools: [READ_FILE] }), "m", SIGNING),
  ollamaChatBody(request({ messages, tools: [READ_FILE] }), "m", 8192),
];

const words = fc.string({ unit: "grapheme" }).map(text);
const messageOfAnyKind = fc.oneof(
  fc.tuple(words, words).map((parts) => message("user", ...parts)),
  words.map((part) => message("assistant", part)),
  fc.tuple(words, fc.string()).map(([part, path]) => message("assistant", part, call("c", "read_file", { path }))),
  fc
    .string()
    .map((signature) =>
      message("assistant", { type: "reasoning", text: "why", signature }, call("d", "ls", {}, { signature })),
    ),
  fc.string().map((content) => message("tool", result("c", content), result("d", content))),
);

describe("bodies of both chat wires", () => {
  test("have the same bytes whether their messages were sent before or are new", () => {
    fc.assert(
      fc.property(fc.array(messageOfAnyKind, { minLength: 1, maxLength: 12 }), (history) => {
        for (const [at] of history.entries()) {
          const sent = history.slice(0, at + 1);
          expect(bodies(sent)).toEqual(bodies(structuredClone(sent)));
        }
      }),
    );
  });

  test("name the tool of a result by the calls of this history, also where the result was sent without them", () => {
    const answer = message("tool", result("c", "A"));
    const messages = [
      message("user", text("Go.")),
      message("assistant", call("c", "read_file", { path: "a" })),
      answer,
    ];
    const named = (sent: readonly Message[]) =>
      JSON.parse(ollamaChatBody(request({ messages: sent }), "m", undefined)).messages.at(-1).tool_name;
    expect(named([answer])).toBeUndefined();
    expect(named(messages)).toBe("read_file");
    expect(named([answer])).toBeUndefined();
  });
});
