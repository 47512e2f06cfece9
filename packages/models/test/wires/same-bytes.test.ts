import type { Message, Part } from "@millrace/agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../src/index.js";
import { anthropicMessagesBody } from "../../src/wires/anthropic-messages/request.js";
import { ollamaChatBody } from "../../src/wires/ollama-chat/request.js";
import { openAiChatBody } from "../../src/wires/openai-chat/request.js";
import { openAiResponsesBody } from "../../src/wires/openai-responses/request.js";
import { sealSignature } from "../../src/wires/signature.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";

const PLAIN: Provider = { name: "custom", title: "Test", wire: "openai-chat" };
const SIGNING: Provider = { ...PLAIN, extraContent: true, reasoningField: "reasoning", reasoningBack: "echo" };

const MARK = ',"cache_control":{"type":"ephemeral"}';
/** Marks move from request to request; what a server caches does not. */
const withoutMarks = (body: string) => body.replaceAll(MARK, "");

const bodies = (messages: readonly Message[]) => [
  withoutMarks(
    anthropicMessagesBody(request({ messages, tools: [READ_FILE], cacheMarks: [messages.length - 1] }), "m"),
  ),
  openAiResponsesBody(request({ messages, tools: [READ_FILE] }), "m", SIGNING),
  openAiChatBody(request({ messages, tools: [READ_FILE] }), "m", PLAIN),
  openAiChatBody(request({ messages, tools: [READ_FILE] }), "m", SIGNING),
  ollamaChatBody(request({ messages, tools: [READ_FILE] }), "m", 8192),
];

const words = fc.string({ unit: "grapheme" }).map((said) => ({ type: "text" as const, text: said }));
const messageOfAnyKind = fc.oneof(
  fc.tuple(words, words).map((parts) => message("user", ...parts)),
  words.map((part) => message("assistant", part)),
  fc.tuple(words, fc.string()).map(([part, path]) => message("assistant", part, call("c", "read_file", { path }))),
  fc
    .oneof(
      fc.string(),
      fc
        .constantFrom("openai-chat/m", "openai-responses/m", "anthropic-messages/m")
        .map((origin) => sealSignature(origin, '{"type":"reasoning","encrypted_content":"E"}')),
    )
    .map((signature) =>
      message("assistant", { type: "reasoning", text: "why", signature }, call("d", "ls", {}, { signature })),
    ),
  fc.string().map((content) => message("tool", result("c", content), result("d", content))),
);

describe("bodies of every wire", () => {
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

  test("begin, without marks, as those of the request before, as long as the history only grows by turns", () => {
    const turn = fc
      .tuple(words, fc.string({ minLength: 1 }))
      .map(([said, path]) => [
        message("assistant", said, call("c", "read_file", { path }), text("so")),
        message("tool", result("c", path)),
      ]);
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 8 }), (turns) => {
        const messages = [message("user", text("Go."))];
        let before = bodies([...messages]);
        for (const added of turns) {
          messages.push(...added);
          const after = bodies([...messages]);
          for (const [at, body] of before.entries())
            expect(after[at]?.startsWith(body.slice(0, -"]}".length))).toBe(true);
          before = after;
        }
      }),
    );
  });

  test("of the chat wires are the same wherever thoughts and words stand among the calls", () => {
    const part = fc.oneof(
      words.filter((said) => said.text.trim() !== ""),
      fc.string({ minLength: 1 }).map((thought): Part => ({ type: "reasoning", text: thought })),
      fc.nat({ max: 9 }).map((at) => call(`c${at}`, "ls", {})),
    );
    const said = (parts: readonly Part[]) => parts.flatMap((one) => (one.type === "text" ? [one.text] : []));
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
        const of = (type: Part["type"]) => parts.filter((one) => one.type === type);
        const leading = [
          ...of("reasoning"),
          ...(of("text").length > 0 ? [text(said(parts).join("\n\n"))] : []),
          ...of("tool-use"),
        ];
        const [, , ...came] = bodies([message("user", text("Go.")), message("assistant", ...parts)]);
        const [, , ...sorted] = bodies([message("user", text("Go.")), message("assistant", ...leading)]);
        expect(came).toEqual(sorted);
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
