import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnswerEvent } from "../../../src/answer/answer-event.js";
import { AnswerCollector } from "../../../src/answer/whole-answer.js";
import { openAiChatWire } from "../../../src/wires/openai-chat/wire.js";
import { anyAnswer, called, finished, streamOf } from "./support/answers.js";
import { bodyWith, headOf } from "./support/heads.js";
import { readChunks } from "./support/read-chunks.js";

/** What these events say, told by blocks. */
function told(events: readonly AnswerEvent[]) {
  const answer = { text: "", reasoning: "", signatures: [] as string[], calls: [] as object[] };
  let block = "";
  let call = { id: "", name: "" };
  for (const event of events) {
    if (event.type === "call-start") call = { id: event.id, name: event.name };
    if (event.type.endsWith("-start")) block = "";
    else if ("text" in event) block += event.text;
    else if (event.type === "text-end") answer.text += block;
    else if (event.type === "reasoning-end") {
      answer.reasoning += block;
      if (event.signature !== undefined) answer.signatures.push(event.signature);
    } else if (event.type === "call-end") {
      const type = call.name === "apply_patch" ? "custom" : "function";
      answer.calls.push({ ...call, type, input: block });
    }
  }
  return answer;
}

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));
const wholeOf = (events: readonly AnswerEvent[]) => {
  const collector = new AnswerCollector();
  for (const event of events) collector.push(event);
  return asJson(openAiChatWire.whole(collector.answer, headOf()));
};

describe("any answer", () => {
  test("is read from the stream as it was written", () => {
    fc.assert(
      fc.property(anyAnswer(true), (events) => {
        const read = readChunks(streamOf(events, headOf()));
        expect(read).toMatchObject({ ...told(events), done: true });
        expect(read.heads.size).toBe(1);
      }),
    );
  });

  test("is the same whole as in a stream", () => {
    fc.assert(
      fc.property(anyAnswer(false), (events) => {
        const read = readChunks(streamOf(events, headOf()));
        const { choices, usage } = wholeOf(events);
        const [{ message, finish_reason }] = choices;
        expect({
          text: message.content ?? "",
          reasoning: message.reasoning_content ?? "",
          signatures: (message.reasoning_details ?? []).map(({ data }: { data: string }) => data),
          calls: (message.tool_calls ?? []).map(
            // biome-ignore lint/suspicious/noExplicitAny: JSON of either kind
            ({ id, type, function: f, custom }: any) => ({
              id,
              type,
              name: (f ?? custom).name,
              input: f ? f.arguments : custom.input,
            }),
          ),
          finish: finish_reason,
          usage,
        }).toEqual({ ...read, done: undefined, heads: undefined });
      }),
    );
  });

  test("comes back from the client's history with its words, its calls and all that is opaque in it", () => {
    fc.assert(
      fc.property(anyAnswer(false), (events) => {
        const { message } = wholeOf(events).choices[0];
        const { messages } = openAiChatWire.read(bodyWith({ messages: [{ role: "user", content: "Hi" }, message] }));
        const parts = messages[1]?.parts ?? [];
        const { text, reasoning, signatures, calls } = told(events);
        const joined = (type: string) =>
          parts.flatMap((part) => (part.type === type && "text" in part ? [part.text] : [])).join("");
        expect(joined("text")).toBe(text);
        expect(joined("reasoning")).toBe(reasoning);
        expect(parts.flatMap((part) => (part.type === "reasoning" ? (part.signature ?? []) : []))).toEqual(signatures);
        expect(parts.flatMap((part) => (part.type === "tool-use" ? [part.block.id] : []))).toEqual(
          calls.map((call) => (call as { id: string }).id),
        );
      }),
    );
  });
});

describe("what is written", () => {
  test("costs one event a piece, and nothing of it is written twice", () => {
    const piece = "x".repeat(1_000);
    const events = [...called("call_0", "apply_patch", Array<string>(500).fill(piece)), finished("tool-calls")];
    const stream = streamOf(events, headOf());
    expect(stream.length).toBeLessThan(500 * 1_300);
    expect(readChunks(stream).calls[0]?.input).toBe(piece.repeat(500));
  });

  test("has no usage where the client did not ask for it", () => {
    const stream = streamOf([finished("stop")], headOf({ stream_options: null }));
    expect(readChunks(stream)).toMatchObject({ finish: "stop", usage: undefined, done: true });
  });

  test("counts a prompt that the upstream did not count by the estimate", () => {
    expect(readChunks(streamOf([finished("stop", {})], headOf())).usage).toEqual({
      prompt_tokens: 77,
      completion_tokens: 0,
      total_tokens: 77,
    });
  });

  test("takes the upstream's own sum, which may count more", () => {
    const stream = streamOf([finished("stop", { inputTokens: 5, outputTokens: 7, totalTokens: 20 })], headOf());
    expect(readChunks(stream).usage).toMatchObject({ total_tokens: 20 });
  });

  test("counts what was cached and what was thought", () => {
    const usage = { inputTokens: 100, outputTokens: 20, cacheReadTokens: 80, cacheWriteTokens: 7, reasoningTokens: 15 };
    expect(readChunks(streamOf([finished("stop", usage)], headOf())).usage).toEqual({
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 80, cache_write_tokens: 7 },
      completion_tokens_details: { reasoning_tokens: 15 },
    });
  });

  test.each([
    ["stop", "stop"],
    ["tool-calls", "tool_calls"],
    ["length", "length"],
    ["content-filter", "content_filter"],
    ["error", "error"],
    ["unknown", "stop"],
  ] as const)("says that it ended by %s as %s", (reason, word) => {
    expect(readChunks(streamOf([finished(reason)], headOf())).finish).toBe(word);
  });
});
