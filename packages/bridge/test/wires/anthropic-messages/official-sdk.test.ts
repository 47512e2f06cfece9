import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnswerEvent } from "../../../src/answer/answer-event.js";
import { anthropicMessagesWire } from "../../../src/wires/anthropic-messages/wire.js";
import { type AnsweringServer, startServer } from "./answering-server.js";
import { callBlock, collected, cutAnswers, HEAD, pieces, reasoningBlock, textBlock, wholeAnswers } from "./answers.js";

let server: AnsweringServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const ASKED = { model: "the-model", max_tokens: 100, messages: [{ role: "user" as const, content: "Hi" }] };
const usage = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 80 };

const ANSWERS: Readonly<Record<string, readonly AnswerEvent[]>> = {
  "two calls, text between and after, reasoning before": [
    ...reasoningBlock(["First ", "I look."], 'anthropic-messages/claude {"type":"thinking"}'),
    ...callBlock("call_a", "read_file", ['{"pa', 'th":"a.ts"}']),
    ...textBlock("And ", "now"),
    ...callBlock("call_b", "list", ["{}"]),
    ...textBlock("both."),
    { type: "finish", reason: "tool-calls", usage },
  ],
  "signed, unsigned and redacted thinking": [
    ...reasoningBlock(["signed"], "seal"),
    ...reasoningBlock(["unsigned"]),
    ...reasoningBlock([], "opaque"),
    ...textBlock("Done."),
    { type: "finish", reason: "stop", usage },
  ],
  "any letters": [
    ...textBlock("häß \u{1F600}", "\u{1F600}", "\u2028 \u0000 data: x\n\nevent: y"),
    ...callBlock("call_a", "say", [JSON.stringify({ words: "\u{1F680}\n" })]),
    { type: "finish", reason: "tool-calls", usage },
  ],
  "nothing at all": [{ type: "finish", reason: "unknown", usage: {} }],
};

/** What the SDK puts together from our stream, and our whole message of the same answer. */
async function bothWays(events: readonly AnswerEvent[], cuts: readonly number[], aside = "") {
  server.answer = { body: pieces(events).join(aside), cuts };
  const streamed = await server.client.messages.stream(ASKED).finalMessage();
  server.answer = { body: JSON.stringify(anthropicMessagesWire.whole(collected(events), HEAD)), cuts };
  const whole = await server.client.messages.create(ASKED);
  return { streamed: JSON.parse(JSON.stringify(streamed)), whole: JSON.parse(JSON.stringify(whole)) };
}

describe("the official SDK", () => {
  test.each(Object.entries(ANSWERS))("reads the same from a stream as from a whole message: %s", async (_, events) => {
    for (const cuts of [[1], [7, 1, 64], [1 << 20]]) {
      const { streamed, whole } = await bothWays(events, cuts, 'event: ping\ndata: {"type":"ping"}\n\n');
      expect(whole.content.length).toBe(events.filter(({ type }) => type.endsWith("-end")).length);
      expect({ ...streamed, parsed_output: null }).toEqual({ ...whole, parsed_output: null });
    }
  });

  test("reads any answer the same, streamed and whole, wherever it is cut", async () => {
    await fc.assert(
      fc.asyncProperty(
        wholeAnswers,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        async (events, cuts) => {
          const { streamed, whole } = await bothWays(events, cuts);
          expect({ ...streamed, parsed_output: null }).toEqual({ ...whole, parsed_output: null });
        },
      ),
      { numRuns: 60 },
    );
  });

  test("reads the same by its beta client", async () => {
    const events = ANSWERS["signed, unsigned and redacted thinking"] ?? [];
    const { streamed } = await bothWays(events, [1]);
    server.answer = { body: pieces(events).join(""), cuts: [1] };
    const { content } = await server.client.beta.messages.stream(ASKED).finalMessage();
    expect(content).toEqual(streamed.content);
  });

  test("gives the values that were written", async () => {
    const { streamed } = await bothWays(ANSWERS["two calls, text between and after, reasoning before"] ?? [], [1]);
    expect(streamed).toMatchObject({
      id: "msg_0123456789abcdefABCDEF00",
      model: "the-model",
      stop_reason: "tool_use",
      usage: { input_tokens: 20, cache_read_input_tokens: 80, output_tokens: 20 },
      content: [
        { type: "thinking", thinking: "First I look.", signature: 'anthropic-messages/claude {"type":"thinking"}' },
        { type: "tool_use", id: "call_a", name: "read_file", input: { path: "a.ts" } },
        { type: "text", text: "And now" },
        { type: "tool_use", id: "call_b", name: "list", input: {} },
        { type: "text", text: "both." },
      ],
    });
  });

  test("reads letters as they were", async () => {
    const { streamed } = await bothWays(ANSWERS["any letters"] ?? [], [1]);
    expect(streamed.content).toMatchObject([
      { text: "häß \u{1F600}\u{1F600}\u2028 \u0000 data: x\n\nevent: y" },
      { input: { words: "\u{1F680}\n" } },
    ]);
  });

  test("reads arguments of a megabyte", async () => {
    const content = 'line of "code"\n'.repeat(70_000);
    const json = JSON.stringify({ content });
    const deltas = Array.from({ length: Math.ceil(json.length / 999) }, (_, at) =>
      json.slice(at * 999, at * 999 + 999),
    );
    const events: AnswerEvent[] = [...callBlock("c", "write", deltas), { type: "finish", reason: "tool-calls", usage }];
    const { streamed } = await bothWays(events, [4096, 1]);
    expect(streamed.content[0].input).toEqual({ content });
  });

  test("takes a call that was cut off for one, and does not fail", async () => {
    await fc.assert(
      fc.asyncProperty(cutAnswers, async (events) => {
        server.answer = { body: pieces(events).join("") };
        const message = await server.client.messages.stream(ASKED).finalMessage();
        expect([message.stop_reason, message.content.at(-1)?.type]).toEqual(["max_tokens", "tool_use"]);
      }),
      { numRuns: 60 },
    );
  });

  test("hands on the events of a stream as they come, without pings", async () => {
    server.answer = {
      body: pieces(ANSWERS["nothing at all"] ?? []).join('event: ping\ndata: {"type":"ping"}\n\n'),
      cuts: [1],
    };
    const types: string[] = [];
    for await (const event of await server.client.messages.create({ ...ASKED, stream: true })) types.push(event.type);
    expect(types).toEqual(["message_start", "message_delta", "message_stop"]);
  });
});

describe("of a failure the official SDK", () => {
  test.each([
    ["before the first word", []],
    ["in a call", callBlock("c", "write", ['{"path":']).slice(0, -1)],
  ])("throws an error that says which: %s", async (_, begun) => {
    const writer = anthropicMessagesWire.stream(HEAD);
    const text = [writer.begin(), writer.keepAlive(), ...begun.map((event) => writer.write(event))].join("");
    server.answer = {
      body: text + writer.fail({ status: 529, kind: "overloaded", message: "The upstream is busy." }),
      cuts: [1],
    };
    const failed = await server.client.messages
      .stream(ASKED)
      .finalMessage()
      .then(String, (error: unknown) => error);
    expect(failed).toBeInstanceOf(Anthropic.APIError);
    expect(failed).toMatchObject({ type: "overloaded_error", apiMessage: "The upstream is busy." });
  });

  test.each([
    [400, "invalid_request", Anthropic.BadRequestError, "invalid_request_error"],
    [400, "context_overflow", Anthropic.BadRequestError, "invalid_request_error"],
    [401, "auth", Anthropic.AuthenticationError, "authentication_error"],
    [403, "entitlement", Anthropic.PermissionDeniedError, "permission_error"],
    [404, "not_found", Anthropic.NotFoundError, "not_found_error"],
    [413, "too_large", Anthropic.APIError, "request_too_large"],
    [429, "rate_limit", Anthropic.RateLimitError, "rate_limit_error"],
    [502, "network", Anthropic.InternalServerError, "api_error"],
    [504, "timeout", Anthropic.APIError, "timeout_error"],
    [529, "overloaded", Anthropic.InternalServerError, "overloaded_error"],
  ] as const)("throws its own error for status %d, %s", async (status, kind, ErrorClass, type) => {
    const body = JSON.stringify(anthropicMessagesWire.error({ status, kind, message: "As the upstream says." }));
    server.answer = { status, body };
    for (const stream of [true, false]) {
      const failed = await server.client.messages.create({ ...ASKED, stream }).then(String, (error: unknown) => error);
      expect(failed).toBeInstanceOf(ErrorClass);
      expect(failed).toMatchObject({ status, type, apiMessage: expect.stringContaining("As the upstream says.") });
    }
  });
});
