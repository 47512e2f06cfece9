import type { StreamChunk } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AnthropicMessagesDecoder, OllamaChatDecoder, OpenAiChatDecoder } from "../../src/index.js";
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
const body = events.map((all) => all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));

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
      expect(["thinking", "redacted_thinking"]).toContain(JSON.parse(chunk.signature ?? "").type);
    }
  }
}

function listen(pieces: readonly Uint8Array[]): { chunks: StreamChunk[]; failed: boolean } {
  const decoder = new AnthropicMessagesDecoder();
  const chunks = [...pieces.flatMap((piece) => decoder.push(piece)), ...decoder.end()];
  return { chunks, failed: decoder.failure !== undefined };
}

describe("events of the messages wire in any order, with anything in them", () => {
  test("give well-formed chunks, the same wherever they are cut", () => {
    fc.assert(
      fc.property(body, fc.array(fc.nat(), { maxLength: 6 }), (sent, places) => {
        const bytes = new TextEncoder().encode(sent);
        const whole = listen([bytes]);
        judge(whole.chunks, whole.failed);
        const cut = listen(cutAt(bytes, places));
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
      for (const decoder of [new AnthropicMessagesDecoder(), new OpenAiChatDecoder(), new OllamaChatDecoder()]) {
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
  const ollama = `{"message":{"tool_calls":[{"function":{"name":"f","arguments":${deep}}}]},"done":true,"done_reason":"stop"}\n`;

  test.each([
    ["Anthropic's", new AnthropicMessagesDecoder(), anthropic],
    ["OpenAI's", new OpenAiChatDecoder(), openAi],
    ["Ollama's", new OllamaChatDecoder(), ollama],
  ])("make a call that cannot be read on %s wire", (_, decoder, sent) => {
    const { calls, finish } = readWhole(decoder, sent);
    expect(finish).toBe("tool-calls");
    expect(calls).toMatchObject([{ name: "f" }]);
    expect(() => JSON.parse(calls[0]?.json ?? "{}")).toThrow();
  });
});
