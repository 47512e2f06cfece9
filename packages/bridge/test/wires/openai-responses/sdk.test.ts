import fc from "fast-check";
import { APIError } from "openai";
import { describe, expect, test } from "vitest";
import type { AnswerEvent } from "../../../src/answer/answer-event.js";
import type { ClientFailure } from "../../../src/client-failure.js";
import { ERROR_WORDS } from "../../../src/wires/openai-responses/failures.js";
import { openAiResponsesWire } from "../../../src/wires/openai-responses/index.js";
import { blockEvents, collected, headOf, written } from "./answers.js";
import { everyByte, type Reply, withClient } from "./sdk-server.js";

const ASKED = { model: "a-model", input: "Hello" } as const;

const ARGUMENTS = '{"path":"src/naïve 😀.ts","lines":[1,2]}';
const PATCH = "*** Begin Patch\n+“quoted” \\ \u2028\n*** End Patch\n";

/** Reasoning, words, two calls with words between, a custom call, and words behind. */
const RICH: AnswerEvent[] = [
  ...blockEvents({ type: "reasoning", text: "First I look.", signature: "sealed 1" }, ["First ", "I look."]),
  ...blockEvents({ type: "text", text: "Reading 😀." }, ["Reading ", "😀."]),
  ...blockEvents({ type: "call", id: "call_a", name: "read_file", arguments: ARGUMENTS }, [...ARGUMENTS]),
  ...blockEvents({ type: "text", text: "And helping." }, ["And helping."]),
  ...blockEvents({ type: "call", id: "call_b", name: "agents__spawn", arguments: "{}" }, ["{}"]),
  ...blockEvents({ type: "call", id: "call_c", name: "patch", arguments: PATCH }, [...PATCH]),
  ...blockEvents({ type: "text", text: "Done." }, ["Done."]),
  {
    type: "finish",
    reason: "tool-calls",
    usage: { inputTokens: 100, cacheReadTokens: 60, outputTokens: 20, reasoningTokens: 5 },
  },
];

const RICH_OUTPUT = [
  {
    type: "reasoning",
    summary: [{ type: "summary_text", text: "First I look." }],
    encrypted_content: "sealed 1",
  },
  { type: "message", status: "completed", content: [{ type: "output_text", text: "Reading 😀." }] },
  { type: "function_call", status: "completed", call_id: "call_a", name: "read_file", arguments: ARGUMENTS },
  { type: "message", content: [{ text: "And helping." }] },
  { type: "function_call", call_id: "call_b", name: "spawn", namespace: "agents", arguments: "{}" },
  { type: "custom_tool_call", call_id: "call_c", name: "patch", input: PATCH },
  { type: "message", content: [{ text: "Done." }] },
];

/** The stream with a sign of life before each event. */
function withSignsOfLife(events: readonly AnswerEvent[]): string {
  const writer = openAiResponsesWire.stream(headOf());
  return [writer.begin(), ...events.map((event) => writer.keepAlive() + writer.write(event))].join("");
}

function finalResponse(reply: Reply) {
  return withClient(reply, (client) => client.responses.stream(ASKED).finalResponse());
}

describe("the openai SDK reads", () => {
  test("a stream that comes byte for byte", async () => {
    const response = await finalResponse({ pieces: everyByte(written(RICH)) });
    expect(response).toMatchObject({
      id: "resp_abcdefghijklmnopqrstuvwx",
      status: "completed",
      output_text: "Reading 😀.And helping.Done.",
      output: RICH_OUTPUT,
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 60 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 5 },
        total_tokens: 120,
      },
    });
  });

  test("a stream with signs of life between any two events", async () => {
    const response = await finalResponse({ pieces: [withSignsOfLife(RICH)] });
    expect(response.output).toMatchObject(RICH_OUTPUT);
  });

  test("a stream that is cut anywhere", async () => {
    const bytes = new TextEncoder().encode(written(RICH));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 8 }), async (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), bytes.length];
        const pieces = cuts.slice(1).map((to, at) => bytes.subarray(cuts[at], to));
        expect((await finalResponse({ pieces })).output).toMatchObject(RICH_OUTPUT);
      }),
      { numRuns: 20 },
    );
  });

  test("the events of a stream one by one", async () => {
    const events = await withClient({ pieces: [written(RICH)] }, async (client) => {
      const all = [];
      for await (const event of await client.responses.create({ ...ASKED, stream: true })) all.push(event);
      return all;
    });
    const text = events.map((event) => (event.type === "response.output_text.delta" ? event.delta : "")).join("");
    expect(text).toBe("Reading 😀.And helping.Done.");
    const thoughts = events.map((event) => (event.type === "response.reasoning_summary_text.delta" ? event.delta : ""));
    expect(thoughts.join("")).toBe("First I look.");
    const input = events.map((event) => (event.type === "response.custom_tool_call_input.delta" ? event.delta : ""));
    expect(input.join("")).toBe(PATCH);
    expect(events.at(-1)?.type).toBe("response.completed");
  });

  test("an answer that is not streamed", async () => {
    const body = JSON.stringify(openAiResponsesWire.whole(collected(RICH), headOf()));
    const response = await withClient({ contentType: "application/json", pieces: [body] }, (client) =>
      client.responses.create(ASKED),
    );
    expect(response).toMatchObject({ status: "completed", output_text: "Reading 😀.And helping.Done." });
    expect(response.output).toMatchObject(RICH_OUTPUT);
  });

  test("arguments of a megabyte", async () => {
    const text = JSON.stringify({ path: "a.ts", content: 'line\n"quoted" 😀\n'.repeat(60_000) });
    const pieces = Array.from({ length: Math.ceil(text.length / 997) }, (_, at) =>
      text.slice(at * 997, at * 997 + 997),
    );
    const events: AnswerEvent[] = [
      ...blockEvents({ type: "call", id: "call_a", name: "read_file", arguments: text }, pieces),
      { type: "finish", reason: "tool-calls", usage: {} },
    ];
    const { output } = await finalResponse({ pieces: [written(events)] });
    expect(output).toMatchObject([{ type: "function_call", arguments: text }]);
  });

  test("a call that was cut off as incomplete, and the answer with it", async () => {
    const events: AnswerEvent[] = [
      ...blockEvents({ type: "text", text: "I read." }, ["I read."]),
      { type: "call-start", id: "call_a", name: "read_file" },
      { type: "call-delta", text: '{"path":"sr' },
      { type: "call-end", cut: true },
      { type: "finish", reason: "length", usage: { outputTokens: 9 } },
    ];
    expect(await finalResponse({ pieces: [written(events)] })).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [
        { type: "message" },
        { type: "function_call", status: "incomplete", call_id: "call_a", arguments: '{"path":"sr' },
      ],
      // The prompt was not counted by anyone: our own estimate stands in.
      usage: { input_tokens: 77, output_tokens: 9, total_tokens: 86 },
    });
  });

  test.each(["patch", "tool_search"])(
    "no call of %s where it was cut off: any text of it would look whole",
    async (name) => {
      const events: AnswerEvent[] = [
        { type: "call-start", id: "call_a", name },
        { type: "call-delta", text: "*** Begin Patch" },
        { type: "call-end", cut: true },
        { type: "finish", reason: "length", usage: {} },
      ];
      const stream = written(events);
      expect(stream).not.toContain("output_item.done");
      expect(await finalResponse({ pieces: [stream] })).toMatchObject({ status: "incomplete", output: [] });
    },
  );

  test("an answer that was filtered as incomplete, and says why", async () => {
    const stream = written([{ type: "finish", reason: "content-filter", usage: {} }]);
    expect(await finalResponse({ pieces: [stream] })).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "content_filter" },
    });
  });
});

describe("the openai SDK throws", () => {
  const rows = Object.entries(ERROR_WORDS).map(([kind, words]) => ({ kind: kind as ClientFailure["kind"], ...words }));

  test.each(rows)("at a failure of kind $kind inside a stream", async ({ kind, type, code, sample }) => {
    const writer = openAiResponsesWire.stream(headOf());
    const begun =
      writer.begin() + writer.write({ type: "text-start" }) + writer.write({ type: "text-delta", text: "A" });
    const pieces = [begun, writer.fail({ status: 500, kind, message: sample })];
    const thrown = await finalResponse({ pieces }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(APIError);
    expect(thrown).toMatchObject({ type, code });
    expect(String(thrown)).toContain(sample);
  });

  test.each(rows)("at a failure of kind $kind before the stream", async ({ kind, type, code, sample }) => {
    const body = JSON.stringify(openAiResponsesWire.error({ status: 418, kind, message: sample, param: "input" }));
    const reply = { status: 418, contentType: "application/json", pieces: [body] };
    const thrown = await finalResponse(reply).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(APIError);
    expect(thrown).toMatchObject({ status: 418, type, code, param: "input" });
    expect(String(thrown)).toContain(sample);
  });

  test("at an answer that the upstream ended with an error", async () => {
    const pieces = [written([{ type: "finish", reason: "error", usage: {} }])];
    await expect(finalResponse({ pieces })).rejects.toThrow(/ended the answer with an error/);
  });
});
