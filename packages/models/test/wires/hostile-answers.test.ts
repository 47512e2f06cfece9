import type { StreamChunk } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  AnthropicMessagesDecoder,
  OllamaChatDecoder,
  OpenAiChatDecoder,
  OpenAiResponsesDecoder,
  type StreamDecoder,
} from "../../src/index.js";
import { cutAt, foldChunks, readWhole } from "../support/read-answer.js";

const KINDS = ["text", "thinking", "redacted_thinking", "tool_use", "text_delta", "thinking_delta", "signature_delta"];
const value = fc.oneof(
  fc.constantFrom(...KINDS, "input_json_delta", "end_turn", "max_tokens", "refusal"),
  fc.string({ maxLength: 4 }),
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 60, Number.MAX_VALUE, "{", "[]", "}"),
  fc.constantFrom({}, [], { a: 1 }, [null, 1], JSON.parse('{"__proto__":{"polluted":true}}')),
);
const record = (...keys: string[]) =>
  fc.dictionary(fc.constantFrom(...keys, "type", "__proto__"), value, { maxKeys: 5 });
const block = record("text", "thinking", "signature", "data", "id", "name", "input", "partial_json", "stop_reason");
const usage = record("input_tokens", "output_tokens", "cache_read_input_tokens", "output_tokens_details");
const message = fc.record({ content: fc.oneof(value, fc.array(block, { maxLength: 3 })), usage, stop_reason: value });

/** Whatever order the events come in, and whatever stands in them. */
const events = fc.array(
  fc.record(
    {
      type: fc.constantFrom(
        ...["message_start", "content_block_start", "content_block_delta", "content_block_stop"],
        ...["message_delta", "message_stop", "ping", "news"],
      ),
      index: fc.oneof(fc.nat(3), value),
      content_block: fc.oneof({ weight: 5, arbitrary: block }, value),
      delta: fc.oneof({ weight: 5, arbitrary: block }, value),
      message: fc.oneof({ weight: 5, arbitrary: message }, value),
      usage,
    },
    { requiredKeys: ["type"] },
  ),
  { maxLength: 16 },
);
const body = events.map(streamed);

const ITEMS = ["message", "reasoning", "function_call", "custom_tool_call", "web_search_call"];
const part = record("text", "refusal");
const parts = fc.oneof(value, fc.array(fc.oneof(part, value), { maxLength: 3 }));
const item = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record(
      {
        type: fc.constantFrom(...ITEMS),
        content: parts,
        summary: parts,
        encrypted_content: value,
        call_id: value,
        name: value,
        arguments: value,
        input: value,
        status: fc.oneof(fc.constantFrom("completed", "incomplete"), value),
      },
      { requiredKeys: ["type"] },
    ),
  },
  { weight: 1, arbitrary: value },
);
const response = fc.record(
  {
    status: fc.oneof(fc.constantFrom("completed", "incomplete", "failed"), value),
    output: fc.oneof(fc.array(item, { maxLength: 3 }), value),
    incomplete_details: fc.oneof(record("reason"), value),
    usage: record("input_tokens", "output_tokens", "total_tokens", "input_tokens_details"),
    error: fc.constantFrom(null, {}, "no", { message: "no" }),
  },
  { requiredKeys: [] },
);

/** The same for the responses wire. */
const items = fc
  .array(
    fc.record(
      {
        type: fc.constantFrom(
          ...["response.created", "response.output_item.added", "response.output_item.done", "response.completed"],
          ...[
            "response.output_text.delta",
            "response.output_text.done",
            "response.refusal.delta",
            "response.incomplete",
          ],
          ...["response.reasoning_text.delta", "response.reasoning_summary_text.delta", "response.failed", "news"],
          ...["response.function_call_arguments.delta", "response.function_call_arguments.done", "response.queued"],
          ...["response.custom_tool_call_input.delta", "response.custom_tool_call_input.done", "response.refusal.done"],
        ),
        output_index: fc.oneof(fc.nat(3), value),
        content_index: fc.oneof(fc.nat(3), value),
        summary_index: value,
        item,
        response: fc.oneof({ weight: 5, arbitrary: response }, { weight: 1, arbitrary: value }),
        delta: value,
        text: value,
        refusal: value,
        arguments: value,
        input: value,
      },
      { requiredKeys: ["type"] },
    ),
    { maxLength: 16 },
  )
  .map(streamed);

function streamed(all: readonly object[]): string {
  return all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}

/** What holds of every answer, whatever the server sends. */
function judge(chunks: readonly StreamChunk[], failed: boolean): void {
  const content = chunks.filter(({ type }) => type !== "keep-alive");
  const finishes = content.filter(({ type }) => type === "finish");
  expect(finishes.length).toBeLessThanOrEqual(failed ? 0 : 1);
  if (finishes.length > 0) expect(content.at(-1)?.type).toBe("finish");
  const open = new Set<number>();
  let begun = 0;
  for (const chunk of content) {
    if (chunk.type === "tool-input-start") {
      expect(chunk.index).toBe(begun++);
      open.add(chunk.index);
    } else if (chunk.type === "tool-input-delta") expect(open).toContain(chunk.index);
    else if (chunk.type === "tool-input-end") expect(open.delete(chunk.index)).toBe(true);
    else if (chunk.type === "usage") {
      for (const count of Object.values(chunk.usage))
        expect(Number.isSafeInteger(count) && Number(count) >= 0).toBe(true);
    }
    if ("signature" in chunk) {
      expect(["thinking", "redacted_thinking", "reasoning"]).toContain(JSON.parse(chunk.signature ?? "").type);
    }
  }
}

function listen(decoder: StreamDecoder, pieces: readonly Uint8Array[]): { chunks: StreamChunk[]; failed: boolean } {
  const chunks = [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
  return { chunks, failed: decoder.failure !== undefined };
}

describe("events in any order, with anything in them", () => {
  test.each([
    ["messages", body, () => new AnthropicMessagesDecoder()],
    ["responses", items, () => new OpenAiResponsesDecoder()],
  ])("give well-formed chunks on the %s wire, the same wherever they are cut", (_, bodies, decoder) => {
    fc.assert(
      fc.property(bodies, fc.array(fc.nat(), { maxLength: 6 }), (sent, places) => {
        const bytes = new TextEncoder().encode(sent);
        const whole = listen(decoder(), [bytes]);
        judge(whole.chunks, whole.failed);
        const cut = listen(decoder(), cutAt(bytes, places));
        expect([foldChunks(cut.chunks), cut.failed]).toEqual([foldChunks(whole.chunks), whole.failed]);
      }),
      { numRuns: 500 },
    );
    expect({}).not.toHaveProperty("polluted");
  });
});

test("bytes that mean nothing make no wire throw", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }), (pieces) => {
      for (const decoder of [
        new AnthropicMessagesDecoder(),
        new OpenAiChatDecoder(),
        new OpenAiResponsesDecoder(),
        new OllamaChatDecoder(),
      ]) {
        const chunks = [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
        expect(foldChunks(chunks)).toMatchObject({ calls: [] });
      }
    }),
  );
});

describe("arguments nested deeper than JSON can be written", () => {
  const deep = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const event = (json: string) => `data: ${json}\n\n`;
  const anthropic =
    event(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"f","input":${deep}}}`) +
    event('{"type":"content_block_stop","index":0}') +
    event('{"type":"message_delta","delta":{"stop_reason":"tool_use"}}');
  const openAi =
    event(`{"choices":[{"delta":{"tool_calls":[{"function":{"name":"f","arguments":${deep}}}]}}]}`) +
    event('{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}');
  const responses =
    event(`{"type":"response.output_item.done","item":{"type":"function_call","name":"f","arguments":${deep}}}`) +
    event('{"type":"response.completed","response":{"status":"completed"}}');
  const ollama = `{"message":{"tool_calls":[{"function":{"name":"f","arguments":${deep}}}]},"done":true,"done_reason":"stop"}\n`;

  test.each([
    ["Anthropic's", new AnthropicMessagesDecoder(), anthropic],
    ["OpenAI's chat", new OpenAiChatDecoder(), openAi],
    ["OpenAI's responses", new OpenAiResponsesDecoder(), responses],
    ["Ollama's", new OllamaChatDecoder(), ollama],
  ])("make a call that cannot be read on %s wire", (_, decoder, sent) => {
    const { calls, finish } = readWhole(decoder, sent);
    expect(finish).toBe("tool-calls");
    expect(calls).toMatchObject([{ name: "f" }]);
    expect(() => JSON.parse(calls[0]?.json ?? "{}")).toThrow();
  });
});
