import OpenAI from "openai";
import type { ChatCompletionStreamParams } from "openai/lib/ChatCompletionStream";
import { describe, expect, test } from "vitest";
import type { AnswerEvent } from "../../../src/answer/answer-event.js";
import { AnswerCollector } from "../../../src/answer/whole-answer.js";
import type { JsonRecord } from "../../../src/json.js";
import { openAiChatWire } from "../../../src/wires/openai-chat/wire.js";
import { called, finished, said, streamOf, thought } from "./support/answers.js";
import { headOf } from "./support/heads.js";
import { clientOf } from "./support/serve-pieces.js";

const ASKED = { model: "coder", messages: [{ role: "user", content: "Hi" }] } satisfies Omit<
  ChatCompletionStreamParams,
  "stream"
>;
/** Cut behind each byte, and in odd pieces. */
const CUTS = [[1], [3, 1, 7, 2, 64, 5, 1_000]];
const PATCH = '*** Begin Patch\n+a "quoted" line 🚀\n*** End Patch';

const FULL: readonly AnswerEvent[] = [
  ...thought(["Let me ", "think. 🤔"], "signed"),
  ...said("I read ", "two files:\n"),
  ...called("call_1", "read_file", ['{"pa', 'th":"sr', 'c/ü.ts"}']),
  ...said("and "),
  ...called("call_2", "read_file", ["{}"]),
  ...said("that is all."),
  finished("tool-calls", { inputTokens: 100, outputTokens: 20, cacheReadTokens: 64, reasoningTokens: 5 }),
];
const FULL_MESSAGE = {
  role: "assistant",
  content: "I read two files:\nand that is all.",
  refusal: null,
  tool_calls: [
    { id: "call_1", type: "function", function: { name: "read_file", arguments: '{"path":"src/ü.ts"}' } },
    { id: "call_2", type: "function", function: { name: "read_file", arguments: "{}" } },
  ],
};
const FULL_USAGE = {
  prompt_tokens: 100,
  completion_tokens: 20,
  total_tokens: 120,
  prompt_tokens_details: { cached_tokens: 64 },
  completion_tokens_details: { reasoning_tokens: 5 },
};

/** What the official client's helper makes of a stream. */
async function helped(client: OpenAI) {
  return client.chat.completions.stream({ ...ASKED, stream_options: { include_usage: true } }).finalChatCompletion();
}

/** All chunks of a stream, and the error that it ends in. */
async function chunksOf(client: OpenAI) {
  const chunks: OpenAI.ChatCompletionChunk[] = [];
  try {
    for await (const chunk of await client.chat.completions.create({ ...ASKED, stream: true })) chunks.push(chunk);
  } catch (error) {
    return { chunks, error };
  }
  return { chunks };
}

const deltasOf = (chunks: readonly OpenAI.ChatCompletionChunk[]) =>
  chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));

const wholeOf = (events: readonly AnswerEvent[], more: JsonRecord = {}) => {
  const collector = new AnswerCollector();
  for (const event of events) collector.push(event);
  return JSON.stringify(openAiChatWire.whole(collector.answer, headOf(more)));
};

describe.each(CUTS)("a stream in pieces of %i bytes and more", (...sizes) => {
  test("is text, reasoning, calls and usage to the official client", async () => {
    const completion = await helped(await clientOf(streamOf(FULL, headOf()), { sizes }));
    expect(completion).toMatchObject({
      id: "chatcmpl-abcdefghijklmnopqrstuvwx",
      object: "chat.completion",
      created: 1_790_000_000,
      model: "coder",
      usage: FULL_USAGE,
    });
    expect(completion.choices).toHaveLength(1);
    expect(completion.choices[0]).toMatchObject({ index: 0, finish_reason: "tool_calls", message: FULL_MESSAGE });
  });

  test("brings reasoning before the words, and a chunk with usage last", async () => {
    const { chunks, error } = await chunksOf(await clientOf(streamOf(FULL, headOf()), { sizes }));
    expect(error).toBeUndefined();
    const deltas = deltasOf(chunks) as JsonRecord[];
    expect(deltas[0]).toEqual({ role: "assistant", content: "" });
    expect(deltas.slice(1, 5)).toEqual([
      { reasoning_content: "Let me " },
      { reasoning_content: "think. 🤔" },
      { reasoning_details: [{ type: "reasoning.encrypted", data: "signed", index: 0 }] },
      { content: "I read " },
    ]);
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("tool_calls");
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: FULL_USAGE });
  });

  test("brings a custom tool's text as it was written", async () => {
    const events = [...called("call_1", "apply_patch", [PATCH.slice(0, 9), PATCH.slice(9)]), finished("tool-calls")];
    const { chunks, error } = await chunksOf(await clientOf(streamOf(events, headOf()), { sizes }));
    expect(error).toBeUndefined();
    const pieces = deltasOf(chunks).flatMap(({ tool_calls = [] }) => tool_calls) as unknown as {
      custom: { input: string };
    }[];
    expect(pieces[0]).toEqual({
      index: 0,
      id: "call_1",
      type: "custom",
      custom: { name: "apply_patch", input: "" },
    });
    expect(pieces.map(({ custom }) => custom.input).join("")).toBe(PATCH);
  });

  test("ends a call that was cut off as cut off", async () => {
    const events = [...said("So: "), ...called("call_1", "read_file", ['{"path":"sr'], true), finished("length")];
    const completion = await helped(await clientOf(streamOf(events, headOf()), { sizes }));
    expect(completion.choices[0]).toMatchObject({
      finish_reason: "length",
      message: { content: "So: ", tool_calls: [{ function: { name: "read_file", arguments: '{"path":"sr' } }] },
    });
  });

  test("that fails brings what was said, then throws the error with its code", async () => {
    const writer = openAiChatWire.stream(headOf());
    const begun = [...said("Well"), ...called("call_1", "read_file", ['{"pa']).slice(0, 2)];
    const failure = { status: 529, kind: "overloaded", message: "Try later." } as const;
    const stream = writer.begin() + begun.map((event) => writer.write(event)).join("") + writer.fail(failure);
    const { chunks, error } = await chunksOf(await clientOf(stream, { sizes }));
    expect(deltasOf(chunks).map(({ content }) => content)).toContain("Well");
    expect(error).toBeInstanceOf(OpenAI.APIError);
    expect(error).toMatchObject({
      message: "Try later.",
      code: "server_is_overloaded",
      type: "service_unavailable_error",
    });
    await expect(helped(await clientOf(stream, { sizes }))).rejects.toThrow("Try later.");
  });
});

test("a megabyte of arguments arrives as it was written", async () => {
  const written = JSON.stringify({ content: 'line \u2028 🚀 \\ " \n'.repeat(50_000) });
  const pieces = written.match(/[\s\S]{1,4000}/g) ?? [];
  const events = [...called("call_1", "read_file", pieces), finished("tool-calls")];
  const { choices } = await helped(await clientOf(streamOf(events, headOf()), { sizes: [4_099] }));
  const [call] = choices[0]?.message.tool_calls ?? [];
  expect(call?.type === "function" && call.function.arguments === written).toBe(true);
});

describe("an answer that is not streamed", () => {
  const ask = async (events: readonly AnswerEvent[], more: JsonRecord = {}) => {
    const client = await clientOf(wholeOf(events, more), { type: "application/json" });
    return client.chat.completions.create(ASKED);
  };

  test("is the same message, with its usage though nobody asked for it", async () => {
    const completion = await ask(FULL, { stream: false, stream_options: null });
    expect(completion).toMatchObject({ object: "chat.completion", model: "coder", usage: FULL_USAGE });
    expect(completion.choices[0]).toMatchObject({ finish_reason: "tool_calls", message: FULL_MESSAGE });
    expect(completion.choices[0]?.message).toMatchObject({
      reasoning_content: "Let me think. 🤔",
      reasoning_details: [{ type: "reasoning.encrypted", data: "signed", index: 0 }],
    });
  });

  test("has no content where the model only called", async () => {
    const { choices } = await ask([...called("call_1", "apply_patch", [PATCH]), finished("tool-calls")]);
    expect(choices[0]?.message).toEqual({
      role: "assistant",
      content: null,
      refusal: null,
      tool_calls: [{ id: "call_1", type: "custom", custom: { name: "apply_patch", input: PATCH } }],
    });
  });

  test("has an empty content where the model said nothing at all", async () => {
    const { choices } = await ask([finished("stop")]);
    expect(choices[0]?.message).toEqual({ role: "assistant", content: "", refusal: null });
  });
});

describe("a client that offers functions, the form before tools", () => {
  const LEGACY = { tools: null, functions: [{ name: "read_file", parameters: {} }] };
  const events = [
    ...called("call_1", "read_file", ['{"a"', ":1}"]),
    ...called("call_2", "read_file", ["{}"]),
    finished("tool-calls"),
  ];
  const expected = {
    finish_reason: "function_call",
    message: { role: "assistant", function_call: { name: "read_file", arguments: '{"a":1}' } },
  };

  test("gets the first call as a function call", async () => {
    const { choices } = await helped(await clientOf(streamOf(events, headOf(LEGACY)), { sizes: [5] }));
    expect(choices[0]).toMatchObject(expected);
    expect(choices[0]?.message.tool_calls).toBeUndefined();
  });

  test("gets it so where it is not streamed, too", async () => {
    const client = await clientOf(wholeOf(events, LEGACY), { type: "application/json" });
    const { choices } = await client.chat.completions.create(ASKED);
    expect(choices[0]).toMatchObject(expected);
    expect(choices[0]?.message.tool_calls).toBeUndefined();
  });
});
