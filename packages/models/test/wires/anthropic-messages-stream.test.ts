import type { StreamChunk } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AnthropicMessagesDecoder } from "../../src/index.js";
import { cutAt, readPieces, readWhole } from "../support/read-answer.js";

const event = (value: { type: string }) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
const start = (usage: object = { input_tokens: 10, output_tokens: 1 }) =>
  event({ type: "message_start", message: { id: "msg_1", role: "assistant", content: [], usage } } as { type: string });
const begin = (index: number, content_block: object) =>
  event({ type: "content_block_start", index, content_block } as { type: string });
const piece = (index: number, delta: object) =>
  event({ type: "content_block_delta", index, delta } as { type: string });
const stop = (index: number) => event({ type: "content_block_stop", index } as { type: string });
const end = (stop_reason: string, usage: object = { output_tokens: 5 }) =>
  event({ type: "message_delta", delta: { stop_reason }, usage } as { type: string }) + event({ type: "message_stop" });

const text = (index: number, words: string) =>
  begin(index, { type: "text", text: "" }) + piece(index, { type: "text_delta", text: words }) + stop(index);
const thinking = (index: number, words: string, signature = "") =>
  begin(index, { type: "thinking", thinking: "", signature: "" }) +
  piece(index, { type: "thinking_delta", thinking: words }) +
  (signature === "" ? "" : piece(index, { type: "signature_delta", signature })) +
  stop(index);
const redacted = (index: number, data: string) => begin(index, { type: "redacted_thinking", data }) + stop(index);
const toolUse = (index: number, id: string, json: string, name = "add") =>
  begin(index, { type: "tool_use", id, name, input: {} }) +
  piece(index, { type: "input_json_delta", partial_json: json }) +
  stop(index);
const PING = event({ type: "ping" });

const read = (body: string) => readWhole(new AnthropicMessagesDecoder(), body);
const chunksOf = (body: string): readonly StreamChunk[] => {
  const decoder = new AnthropicMessagesDecoder();
  return [...decoder.push(new TextEncoder().encode(body)), ...decoder.end()];
};
const SIGNED = JSON.stringify({ type: "thinking", thinking: "why", signature: "S" });
const HIDDEN = JSON.stringify({ type: "redacted_thinking", data: "R" });

describe("an answer of the messages wire", () => {
  test("gives thoughts, text and calls in the order of its blocks, then usage and the reason", () => {
    const body =
      start() +
      thinking(0, "why", "S") +
      text(1, "I add.") +
      toolUse(2, "t1", '{"a":1}') +
      redacted(3, "R") +
      end("tool_use");
    expect(chunksOf(body)).toEqual([
      { type: "usage", usage: { inputTokens: 10, outputTokens: 1 } },
      { type: "reasoning-delta", text: "why" },
      { type: "reasoning-delta", text: "", signature: SIGNED },
      { type: "text-delta", text: "I add." },
      { type: "tool-input-start", index: 0, providerCallId: "t1", name: "add" },
      { type: "tool-input-delta", index: 0, json: '{"a":1}' },
      { type: "tool-input-end", index: 0 },
      { type: "reasoning-delta", text: "", signature: HIDDEN },
      { type: "usage", usage: { inputTokens: 10, outputTokens: 5 } },
      { type: "finish", reason: "tool-calls", raw: "tool_use" },
    ]);
  });

  test("is the same wherever its bytes are cut", () => {
    const body =
      start() +
      PING +
      thinking(0, "warum 修复", "S") +
      text(1, "Zwei Aufrufe 🚀.") +
      toolUse(2, "t1", '{"text":"für"}') +
      redacted(3, "R") +
      toolUse(4, "t2", "") +
      end("tool_use");
    const bytes = new TextEncoder().encode(body);
    const whole = readPieces(new AnthropicMessagesDecoder(), [bytes]);
    expect(whole.calls).toMatchObject([{ id: "t1" }, { id: "t2", ended: true }]);
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(readPieces(new AnthropicMessagesDecoder(), single)).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat()), (places) => {
        expect(readPieces(new AnthropicMessagesDecoder(), cutAt(bytes, places))).toEqual(whole);
      }),
    );
  });

  test("cut after any byte has no reason of its end, and never a call that is whole by guess", () => {
    const body = start() + text(0, "Hi.") + toolUse(1, "t1", '{"a":[1,2]}') + toolUse(2, "t2", "");
    const bytes = new TextEncoder().encode(body);
    for (let length = 0; length < bytes.length; length++) {
      const answer = readPieces(new AnthropicMessagesDecoder(), [bytes.subarray(0, length)]);
      expect(answer.finish).toBeUndefined();
      expect(answer.failure).toBeUndefined();
      expect(answer.calls[1]?.ended).toBeUndefined();
    }
  });

  test("that was not streamed is read from its one object", () => {
    const message = {
      type: "message",
      content: [
        { type: "thinking", thinking: "why", signature: "S" },
        { type: "text", text: "Hi." },
        { type: "tool_use", id: "t1", name: "add", input: { a: 1 } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 3, output_tokens: 4 },
    };
    expect(read(JSON.stringify(message))).toEqual({
      text: "Hi.",
      reasoning: "why",
      signatures: [SIGNED],
      calls: [{ id: "t1", name: "add", json: '{"a":1}', ended: true }],
      usage: { inputTokens: 3, outputTokens: 4 },
      finish: "tool-calls",
      raw: "tool_use",
    });
  });

  test("keeps alive by pings and by what the server runs itself, and says nothing of either", () => {
    const decoder = new AnthropicMessagesDecoder();
    const push = (body: string) => decoder.push(new TextEncoder().encode(body));
    expect(push(PING)).toEqual([{ type: "keep-alive" }]);
    expect(push(begin(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }))).toEqual([
      { type: "keep-alive" },
    ]);
    expect(push(piece(0, { type: "input_json_delta", partial_json: '{"q":1}' }) + stop(0))).toEqual([
      { type: "keep-alive" },
    ]);
    expect(push(begin(1, { type: "web_search_tool_result", content: [{ type: "text", text: "found" }] }))).toEqual([
      { type: "keep-alive" },
    ]);
  });

  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["pause_turn", "stop"],
    ["tool_use", "tool-calls"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content-filter"],
    ["constructor", "unknown"],
  ])("that ends with %s finishes as %s", (raw, reason) => {
    expect(read(start() + text(0, "Hi.") + end(raw))).toMatchObject({ finish: reason, raw });
  });

  test("takes the counts of its end over those of its start, number by number", () => {
    const first = { input_tokens: 6, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 1 };
    const last = { input_tokens: null, output_tokens: 9, output_tokens_details: { thinking_tokens: 4 } };
    expect(read(start(first) + text(0, "Hi.") + end("end_turn", last)).usage).toEqual({
      inputTokens: 6,
      outputTokens: 9,
      cacheReadTokens: 100,
      cacheWriteTokens: 20,
      reasoningTokens: 4,
    });
  });
});

describe("thinking", () => {
  test("with a signature is signed once, also where its start holds it or its end is left out", () => {
    const inStart = begin(0, { type: "thinking", thinking: "why", signature: "S" }) + stop(0);
    const endless =
      begin(0, { type: "thinking", thinking: "why" }) + piece(0, { type: "signature_delta", signature: "S" });
    for (const block of [inStart, endless]) {
      expect(read(start() + block + text(1, "Hi.") + end("end_turn"))).toMatchObject({
        reasoning: "why",
        signatures: [SIGNED],
      });
    }
    expect(read(start() + endless).signatures).toEqual([SIGNED]);
  });

  test("that is left out but signed, and blocks in a row, keep a signature each", () => {
    const body =
      start() + thinking(0, "", "A") + redacted(1, "R") + thinking(2, "why", "S") + thinking(3, "no") + end("end_turn");
    expect(read(body).signatures).toEqual([
      JSON.stringify({ type: "thinking", thinking: "", signature: "A" }),
      HIDDEN,
      SIGNED,
    ]);
  });
});

describe("calls of the messages wire", () => {
  test("take the arguments of their start only where no delta comes", () => {
    const given = (more: string) =>
      read(
        start() +
          begin(0, { type: "tool_use", id: "t", name: "add", input: { a: 1 } }) +
          more +
          stop(0) +
          end("tool_use"),
      ).calls[0]?.json;
    expect(given("")).toBe('{"a":1}');
    expect(given(piece(0, { type: "input_json_delta", partial_json: '{"b":2}' }))).toBe('{"b":2}');
  });

  test("without arguments are whole where the answer goes on or ends, not where the limit cut it", () => {
    const bare = start() + toolUse(0, "t", "");
    expect(read(bare + end("tool_use")).calls[0]?.ended).toBe(true);
    expect(read(bare + text(1, "Done.") + end("max_tokens")).calls[0]?.ended).toBe(true);
    expect(read(bare + end("max_tokens")).calls[0]?.ended).toBeUndefined();
  });

  test("are told apart by their index, side by side and without one", () => {
    const open = (index: number, id: string) => begin(index, { type: "tool_use", id, name: "add", input: {} });
    const json = (index: number, partial_json: string) => piece(index, { type: "input_json_delta", partial_json });
    const side =
      open(4, "a") + open(7, "b") + json(4, '{"a":') + json(7, '{"b":2}') + json(4, "1}") + stop(7) + stop(4);
    expect(read(start() + side + end("tool_use")).calls).toMatchObject([{ json: '{"a":1}' }, { json: '{"b":2}' }]);
    const without = side.replaceAll(/,?"index":\d/g, "");
    expect(read(start() + without + end("tool_use")).calls.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  test("of a block that had no start belong to nobody; words and thoughts of one count", () => {
    const body =
      piece(0, { type: "thinking_delta", thinking: "why" }) +
      piece(1, { type: "text_delta", text: "Hi." }) +
      piece(2, { type: "input_json_delta", partial_json: "{}" });
    expect(read(start() + body + end("end_turn"))).toMatchObject({ text: "Hi.", reasoning: "why", calls: [] });
  });
});

describe("a stream that a gateway changed", () => {
  test("without event lines, with CRLF, or with events nobody knows reads the same", () => {
    const body = start() + text(0, "Hi.") + end("end_turn");
    const want = read(body);
    expect(read(body.replaceAll(/^event: .*\n/gm, ""))).toEqual(want);
    expect(read(body.replaceAll("\n", "\r\n"))).toEqual(want);
    expect(read(event({ type: "news" }) + body)).toEqual(want);
    expect(read(body.replaceAll('"type":"message_stop"', '"kind":1'))).toEqual(want);
  });

  test("ends with its stop reason, or with [DONE], where message_stop is missing", () => {
    const body = start() + text(0, "Hi.");
    const delta = event({ type: "message_delta", delta: { stop_reason: "end_turn" } } as { type: string });
    expect(read(body + delta)).toMatchObject({ text: "Hi.", finish: "stop" });
    expect(read(`${body}event: data\ndata: [DONE]\n\n`)).toMatchObject({ text: "Hi.", finish: "unknown" });
    expect(read(`${body + end("end_turn")}event: data\ndata: [DONE]\n\n`)).toMatchObject({ finish: "stop" });
  });

  test("that begins once more is read on where nothing was said, and fails where something was", () => {
    const second = start() + thinking(0, "again", "T") + toolUse(1, "b", '{"a":2}') + end("tool_use");
    expect(read(start() + second)).toMatchObject({ reasoning: "again", finish: "tool-calls" });
    const cut =
      start() +
      thinking(0, "why", "S") +
      begin(1, { type: "tool_use", id: "a", name: "add", input: {} }) +
      piece(1, { type: "input_json_delta", partial_json: '{"a":' });
    const answer = read(cut + second);
    expect(answer.calls.map(({ json, ended }) => [json, ended])).toEqual([
      ['{"a":', undefined],
      ['{"a":2}', true],
    ]);
    expect(answer.finish).toBe("tool-calls");
    for (const said of [text(0, "H"), toolUse(0, "a", "{}"), toolUse(0, "a", "")]) {
      const failed = read(start() + said + second);
      expect(failed.failure).toMatch(/once more/);
      expect(failed.finish).toBeUndefined();
    }
    const whole = cut + piece(1, { type: "input_json_delta", partial_json: "1}" });
    expect(read(whole + second).failure).toMatch(/once more/);
  });
});

describe("an error", () => {
  const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

  test("in the stream fails the answer, after what came before it", () => {
    const answer = read(start() + text(0, "Hi.") + event(error) + end("end_turn"));
    expect(answer).toMatchObject({ text: "Hi.", failure: JSON.stringify(error), usage: { inputTokens: 10 } });
    expect(answer.finish).toBeUndefined();
  });

  test("is known by its event name or field alone, and in an answer that is not streamed", () => {
    expect(read('event: error\ndata: {"message":"no"}\n\n').failure).toContain("no");
    expect(read('event: error\ndata: "no"\n\n').failure).toContain("no");
    expect(read('error: {"message":"no"}\n\n').failure).toContain("no");
    expect(read(JSON.stringify(error)).failure).toContain("Overloaded");
  });

  test("is a body that is damaged, or of something else", () => {
    const damaged = new AnthropicMessagesDecoder();
    damaged.push(new TextEncoder().encode(`${start()}data: {"type":\n\n`));
    expect(damaged.failure).toMatchObject({ malformed: true });
    const foreign = new AnthropicMessagesDecoder();
    foreign.push(new TextEncoder().encode('{"choices":[]}'));
    foreign.end();
    expect(foreign.failure).toMatchObject({ foreign: true });
    expect(read("<html><title>Bad gateway</title></html>").failure).toContain("Bad gateway");
  });
});
