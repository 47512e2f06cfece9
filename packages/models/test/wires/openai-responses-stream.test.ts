import type { StreamChunk } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OpenAiResponsesDecoder } from "../../src/index.js";
import { cutAt, readPieces, readWhole } from "../support/read-answer.js";

const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const START = event("response.created", { response: { status: "in_progress", output: [], error: null } });
const added = (output_index: number, item: object) => event("response.output_item.added", { output_index, item });
const done = (output_index: number, item: object) => event("response.output_item.done", { output_index, item });
const USAGE = {
  input_tokens: 50,
  input_tokens_details: { cached_tokens: 40, cache_write_tokens: 5 },
  output_tokens: 9,
  output_tokens_details: { reasoning_tokens: 4 },
  total_tokens: 59,
};
const COUNTED = {
  inputTokens: 50,
  outputTokens: 9,
  totalTokens: 59,
  cacheReadTokens: 40,
  cacheWriteTokens: 5,
  reasoningTokens: 4,
};
const end = (status = "completed", more: object = { usage: USAGE }) =>
  event(`response.${status}`, { response: { status, output: [], error: null, ...more } });

const piece = (output_index: number, delta: string, content_index = 0) =>
  event("response.output_text.delta", { output_index, content_index, delta });
const said = (words: string) => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text: words }],
});
const text = (at: number, words: string) =>
  added(at, { type: "message", content: [] }) +
  piece(at, words) +
  event("response.output_text.done", { output_index: at, content_index: 0, text: words }) +
  done(at, said(words));

const thought = (encrypted_content: string | null, ...summary: string[]) => ({
  type: "reasoning",
  id: "rs_1",
  summary: summary.map((words) => ({ type: "summary_text", text: words })),
  encrypted_content,
});
const thinking = (at: number, encrypted: string | null, ...summary: string[]) =>
  added(at, { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "not yet" }) +
  summary
    .map((delta, summary_index) =>
      event("response.reasoning_summary_text.delta", { output_index: at, summary_index, delta }),
    )
    .join("") +
  done(at, thought(encrypted, ...summary));

const called = (call_id: string, json: string, more: object = {}) => ({
  type: "function_call",
  call_id,
  name: "add",
  arguments: json,
  ...more,
});
const json = (output_index: number, delta: string) =>
  event("response.function_call_arguments.delta", { output_index, delta });
const call = (at: number, id: string, whole: string, more: object = {}) =>
  added(at, called(id, "")) +
  (whole === "" ? "" : json(at, whole)) +
  event("response.function_call_arguments.done", { output_index: at, arguments: whole }) +
  done(at, called(id, whole, more));

const read = (body: string) => readWhole(new OpenAiResponsesDecoder(), body);
const chunksOf = (body: string): readonly StreamChunk[] => {
  const decoder = new OpenAiResponsesDecoder();
  return [...decoder.push(new TextEncoder().encode(body)), ...decoder.end()];
};
const SIGNED = JSON.stringify(thought("E", "why"));

describe("an answer of the responses wire", () => {
  test("gives thoughts, text and calls in the order of its items, then usage and the reason", () => {
    const body = START + thinking(0, "E", "why") + text(1, "I add.") + call(2, "c1", '{"a":1}') + end();
    expect(chunksOf(body)).toEqual([
      { type: "reasoning-delta", text: "why" },
      { type: "reasoning-delta", text: "", signature: SIGNED },
      { type: "text-delta", text: "I add." },
      { type: "tool-input-start", index: 0, providerCallId: "c1", name: "add" },
      { type: "tool-input-delta", index: 0, json: '{"a":1}' },
      { type: "tool-input-end", index: 0 },
      { type: "usage", usage: COUNTED },
      { type: "finish", reason: "tool-calls", raw: "completed" },
    ]);
  });

  test("is the same wherever its bytes are cut", () => {
    const body =
      START +
      thinking(0, "E", "warum 修复", "und dann") +
      text(1, "Zwei Aufrufe 🚀.") +
      call(2, "c1", '{"text":"für"}') +
      call(3, "c2", "") +
      end();
    const bytes = new TextEncoder().encode(body);
    const whole = readPieces(new OpenAiResponsesDecoder(), [bytes]);
    expect(whole).toMatchObject({
      reasoning: "warum 修复\n\nund dann",
      text: "Zwei Aufrufe 🚀.",
      calls: [{ id: "c1" }, { id: "c2", ended: true }],
      finish: "tool-calls",
    });
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(readPieces(new OpenAiResponsesDecoder(), single)).toEqual(whole);
    fc.assert(
      fc.property(fc.array(fc.nat()), (places) => {
        expect(readPieces(new OpenAiResponsesDecoder(), cutAt(bytes, places))).toEqual(whole);
      }),
    );
  });

  test("cut after any byte has no reason of its end, and never a call that is whole by guess", () => {
    const body = START + text(0, "Hi.") + call(1, "c1", '{"a":[1,2]}') + added(2, called("c2", ""));
    const bytes = new TextEncoder().encode(body);
    for (let length = 0; length <= bytes.length; length++) {
      const answer = readPieces(new OpenAiResponsesDecoder(), [bytes.subarray(0, length)]);
      expect(answer.finish).toBeUndefined();
      expect(answer.failure).toBeUndefined();
      expect(answer.calls[1]?.ended).toBeUndefined();
    }
  });

  test("that was not streamed is read from its one object", () => {
    const output = [thought("E", "why"), said("Hi."), called("c1", '{"a":1}')];
    expect(
      read(JSON.stringify({ object: "response", status: "completed", error: null, output, usage: USAGE })),
    ).toEqual({
      text: "Hi.",
      reasoning: "why",
      signatures: [SIGNED],
      calls: [{ id: "c1", name: "add", json: '{"a":1}', ended: true }],
      usage: COUNTED,
      finish: "tool-calls",
      raw: "completed",
    });
  });

  test("is in its items, whatever its last event repeats, and in the last event where no item came", () => {
    const output = [said("Hi.")];
    expect(read(START + text(0, "Hi.") + end("completed", { output })).text).toBe("Hi.");
    expect(read(START + text(0, "Hi.") + end("completed", { output: [said("Other.")] })).text).toBe("Hi.");
    expect(read(START + end("completed", { output }))).toMatchObject({ text: "Hi.", finish: "stop" });
  });

  test("says once what comes only with the end of a text, a part or an item", () => {
    const begun = START + added(0, { type: "message", content: [] });
    const whole = event("response.output_text.done", { output_index: 0, content_index: 0, text: "Hi." });
    expect(read(begun + whole + done(0, said("Hi.")) + end()).text).toBe("Hi.");
    expect(read(begun + done(0, said("Hi.")) + end()).text).toBe("Hi.");
    expect(read(begun + piece(0, "Hi.") + whole + done(0, said("Hi.")) + whole + end()).text).toBe("Hi.");
    // Bedrock counts the parts from 1 in its events.
    expect(read(begun + piece(0, "Hi.", 1) + done(0, said("Hi.")) + end()).text).toBe("Hi.");
  });

  test("is told apart by places, not by the ids of items", () => {
    let ids = 0;
    const rotating = text(0, "Hi.").replaceAll('"output_index":0', () => `"output_index":0,"item_id":"x${ids++}"`);
    expect(read(START + rotating + end()).text).toBe("Hi.");
    const side = added(4, called("a", "")) + added(7, called("b", "")) + json(4, '{"a":') + json(7, '{"b":2}');
    const rest = json(4, "1}") + done(7, called("b", '{"b":2}')) + done(4, called("a", '{"a":1}'));
    expect(read(START + side + rest + end()).calls).toMatchObject([{ json: '{"a":1}' }, { json: '{"b":2}' }]);
  });

  test("puts a blank line between messages, and between thoughts, that follow each other", () => {
    expect(read(START + text(0, "One.") + text(1, "Two.") + end()).text).toBe("One.\n\nTwo.");
    expect(read(START + thinking(0, null, "one", "two") + thinking(1, null, "three") + end()).reasoning).toBe(
      "one\n\ntwo\n\nthree",
    );
    expect(read(START + text(0, "One.") + call(1, "c", "{}") + text(2, "Two.") + end()).text).toBe("One.Two.");
  });

  test("keeps alive by events and items that are not for us, and says nothing of them", () => {
    const decoder = new OpenAiResponsesDecoder();
    const push = (body: string) => decoder.push(new TextEncoder().encode(body));
    const search = { type: "web_search_call", id: "ws_1", status: "completed" };
    for (const body of [
      START,
      event("response.in_progress"),
      event("keepalive"),
      event("response.future_thing.delta", { output_index: 0, delta: "x" }),
      added(0, search),
      event("response.web_search_call.searching", { output_index: 0 }),
      json(0, "{}"),
      done(0, search),
      added(1, { type: "custom_tool_call", call_id: "xs_call_1", name: "x_search" }),
      event("response.custom_tool_call_input.delta", { output_index: 1, delta: "q" }),
    ]) {
      expect(push(body)).toEqual([{ type: "keep-alive" }]);
    }
  });

  test.each([
    ["max_output_tokens", "length"],
    ["content_filter", "content-filter"],
    ["constructor", "unknown"],
  ])("that is incomplete because of %s finishes as %s", (reason, finish) => {
    const details = { incomplete_details: { reason } };
    expect(read(START + text(0, "Hi.") + end("incomplete", details))).toMatchObject({
      text: "Hi.",
      finish,
      raw: reason,
    });
  });

  test("ends with [DONE] where its end event is missing, for no reason that was said", () => {
    expect(read(`${START + text(0, "Hi.")}data: [DONE]\n\n`)).toMatchObject({ text: "Hi.", finish: "unknown" });
    expect(read(`${START + text(0, "Hi.") + end()}data: [DONE]\n\n`)).toMatchObject({ finish: "stop" });
  });

  test("without event lines, with CRLF, or without places reads the same", () => {
    const body = START + text(0, "Hi.") + call(1, "c1", '{"a":1}') + end();
    const want = read(body);
    expect(read(body.replaceAll(/^event: .*\n/gm, ""))).toEqual(want);
    expect(read(body.replaceAll("\n", "\r\n"))).toEqual(want);
    expect(read(body.replaceAll(/"output_index":\d,/g, ""))).toEqual(want);
    expect(read(body.replaceAll(/"type":"response\.[a-z_.]*",/g, ""))).toEqual(want);
  });

  test("of items that only end, and have no places, has all of them", () => {
    const ends = [thought("E", "why"), said("One."), called("a", '{"a":1}'), said("Two."), called("b", "{}")];
    const body = ends.map((item) => event("response.output_item.done", { item })).join("");
    expect(read(START + body + end())).toEqual(
      read(
        START +
          ends.map((item, at) => added(at, { ...item, content: [], summary: [] }) + done(at, item)).join("") +
          end(),
      ),
    );
    expect(read(body + end())).toMatchObject({ text: "One.Two.", calls: [{ id: "a" }, { id: "b" }] });
  });

  test("that begins once more is read on where nothing was said, and fails where something was", () => {
    expect(read(START + START + text(0, "Hi.") + end())).toMatchObject({ text: "Hi.", finish: "stop" });
    const failed = read(START + piece(0, "H") + START + text(0, "Hi.") + end());
    expect(failed).toMatchObject({ text: "H", failure: expect.stringMatching(/once more/) });
    expect(failed.finish).toBeUndefined();
  });
});

describe("thoughts", () => {
  test("come as a summary or as they are, and whole where they were not streamed", () => {
    const raw = (delta: string) => event("response.reasoning_text.delta", { output_index: 0, content_index: 0, delta });
    const whole = { type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "why not" }] };
    const begun = added(0, { type: "reasoning", summary: [], content: [] });
    expect(read(START + begun + raw("why ") + raw("not") + done(0, whole) + end()).reasoning).toBe("why not");
    expect(read(START + begun + done(0, whole) + end()).reasoning).toBe("why not");
    expect(read(START + begun + done(0, thought(null, "why", "not")) + end()).reasoning).toBe("why\n\nnot");
  });

  test("are signed where they are encrypted, by what they were in the end, also where nothing is to be read", () => {
    expect(read(START + thinking(0, "E") + end()).signatures).toEqual([JSON.stringify(thought("E"))]);
    expect(read(START + thinking(0, null, "why") + end()).signatures).toEqual([]);
    expect(read(START + thinking(0, "", "why") + end()).signatures).toEqual([]);
    const twice = thinking(0, "A", "one") + thinking(1, "B", "two");
    expect(read(START + twice + end())).toMatchObject({
      reasoning: "onetwo",
      signatures: [JSON.stringify(thought("A", "one")), JSON.stringify(thought("B", "two"))],
    });
  });
});

describe("calls of the responses wire", () => {
  test("have the arguments that come only with their end, or the rest of them, and an object as its text", () => {
    const last = (came: string, whole: unknown) =>
      read(START + added(0, called("c", "")) + came + done(0, { ...called("c", ""), arguments: whole }) + end())
        .calls[0];
    expect(last("", '{"a":1}')).toMatchObject({ json: '{"a":1}', ended: true });
    expect(last(json(0, '{"a":'), '{"a":1}')).toMatchObject({ json: '{"a":1}', ended: true });
    expect(last(json(0, '{"a": 1}'), '{"a":1}')).toMatchObject({ json: '{"a": 1}', ended: true });
    expect(last("", { a: 1 })).toMatchObject({ json: '{"a":1}', ended: true });
    const early = event("response.function_call_arguments.done", { output_index: 0, arguments: '{"a":1}' });
    expect(last(early, '{"a":1}')).toMatchObject({ json: '{"a":1}', ended: true });
  });

  test("without arguments are whole where the answer goes on or ends, not where it was cut", () => {
    const cut = end("incomplete", { incomplete_details: { reason: "max_output_tokens" } });
    expect(read(START + call(0, "c", "") + end()).calls[0]?.ended).toBe(true);
    expect(read(START + call(0, "c", "") + text(1, "Done.") + cut).calls[0]?.ended).toBe(true);
    for (const reason of ["max_output_tokens", "a word that nobody knows", null]) {
      const cut = end("incomplete", { incomplete_details: { reason } });
      expect(read(START + call(0, "c", "") + cut).calls[0]?.ended).toBeUndefined();
      expect(read(START + added(0, called("c", "")) + json(0, '{"a":1}') + cut).calls[0]?.ended).toBeUndefined();
    }
    const half = call(0, "c", '{"a":', { status: "incomplete" });
    expect(read(START + half + cut)).toMatchObject({ calls: [{ json: '{"a":' }], finish: "length" });
    expect(read(START + half + cut).calls[0]?.ended).toBeUndefined();
  });

  test("whose end is left out are whole where the answer is", () => {
    const open = added(0, called("c", "")) + json(0, '{"a":1}');
    expect(read(START + open + end()).calls).toEqual([{ id: "c", name: "add", json: '{"a":1}', ended: true }]);
  });

  test("that begin without a name get it with their end, and those that never began come whole", () => {
    const nameless = added(0, { type: "function_call", call_id: "c" }) + json(0, "{}") + done(0, called("c", "{}"));
    expect(chunksOf(START + nameless + end()).slice(0, 4)).toEqual([
      { type: "tool-input-start", index: 0, providerCallId: "c" },
      { type: "tool-input-delta", index: 0, json: "{}" },
      { type: "tool-input-delta", index: 0, json: "", name: "add" },
      { type: "tool-input-end", index: 0 },
    ]);
    const beginless = json(0, '{"a":') + done(0, called("c", '{"a":1}'));
    expect(read(START + beginless + end()).calls).toEqual([{ id: "c", name: "add", json: '{"a":1}', ended: true }]);
  });

  test("of a custom tool have their text as input, whatever is in it and however it came", () => {
    const custom = (input: string) => ({ type: "custom_tool_call", call_id: "c", name: "sql", input });
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat()), (input, places) => {
        const cuts = [0, ...places.map((at) => at % (input.length + 1)).sort((a, b) => a - b), input.length];
        const pieces = cuts.slice(1).map((to, at) => input.slice(cuts[at], to));
        const deltas = pieces.map((delta) =>
          event("response.custom_tool_call_input.delta", { output_index: 0, delta }),
        );
        const body = START + added(0, custom("")) + deltas.join("") + done(0, custom(input)) + end();
        const [made] = read(body).calls;
        expect(made).toMatchObject({ id: "c", name: "sql", ended: true });
        expect(JSON.parse(made?.json ?? "")).toEqual({ input });
      }),
    );
    const cut = START + added(0, custom("")) + event("response.custom_tool_call_input.delta", { delta: "SELECT" });
    for (const rest of [end("incomplete"), end(), "data: [DONE]\n\n", ""]) {
      expect(() => JSON.parse(read(cut + rest).calls[0]?.json ?? "{}")).toThrow();
    }
  });
});

describe("a refusal", () => {
  const refusal = { type: "message", content: [{ type: "refusal", refusal: "I cannot." }] };
  const delta = event("response.refusal.delta", { output_index: 0, content_index: 0, delta: "I cannot." });

  test("is text, and finishes as filtered, however it comes", () => {
    const begun = START + added(0, { type: "message", content: [] });
    const last = event("response.refusal.done", { output_index: 0, content_index: 0, refusal: "I cannot." });
    for (const body of [delta + last + done(0, refusal), last + done(0, refusal), done(0, refusal)]) {
      expect(read(begun + body + end())).toMatchObject({
        text: "I cannot.",
        finish: "content-filter",
        raw: "completed",
      });
    }
  });
});

describe("an error", () => {
  const error = { code: "rate_limit_exceeded", message: "Slow down." };

  test.each([
    ["with its fields at the top", event("error", { ...error, param: null })],
    ["in a field of its own", event("error", { error })],
    ["of the response", event("response.failed", { response: { status: "failed", error, output: [] } })],
    ["without a type", `data: ${JSON.stringify({ error })}\n\n`],
    ["in a field of the stream", `error: ${JSON.stringify(error)}\n\n`],
  ])("%s fails the answer, after what came before it", (_, body) => {
    const answer = read(START + text(0, "Hi.") + body + end());
    expect(answer).toMatchObject({ text: "Hi.", failure: expect.stringContaining('"Slow down."') });
    expect(answer.failure).toContain("rate_limit_exceeded");
    expect(answer.finish).toBeUndefined();
  });

  test("of the response says nothing of what was asked, but what it cost", () => {
    const response = { status: "failed", error, instructions: "You are terse.", usage: USAGE };
    const answer = read(START + event("response.failed", { response }));
    expect(answer.failure).toBe(JSON.stringify({ error }));
    expect(answer.usage).toEqual(COUNTED);
  });

  test("is known in an answer that was not streamed", () => {
    expect(read(JSON.stringify({ error })).failure).toContain("Slow down.");
    expect(read(JSON.stringify({ status: "failed", error, output: [] })).failure).toContain("Slow down.");
    expect(read(JSON.stringify({ status: "failed", error: null, output: [] })).failure).toContain("failed");
  });

  test("is a body that is damaged, or of something else", () => {
    const damaged = new OpenAiResponsesDecoder();
    damaged.push(new TextEncoder().encode(`${START}data: {"type":\n\n`));
    expect(damaged.failure).toMatchObject({ malformed: true });
    const foreign = new OpenAiResponsesDecoder();
    foreign.push(new TextEncoder().encode('{"choices":[]}'));
    foreign.end();
    expect(foreign.failure).toMatchObject({ foreign: true });
    expect(read("<html><title>Bad gateway</title></html>").failure).toContain("Bad gateway");
  });
});
