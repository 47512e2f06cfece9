import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { AnswerEvent } from "../../../src/answer/answer-event.js";
import type { AnswerBlock } from "../../../src/answer/whole-answer.js";
import { anthropicMessagesWire } from "../../../src/wires/anthropic-messages/wire.js";
import { callBlock, collected, cutAnswers, HEAD, pieces, reasoningBlock, textBlock, wholeAnswers } from "./answers.js";
import { type ReadBlock, readBack } from "./read-back.js";

const finish = (reason: Extract<AnswerEvent, { type: "finish" }>["reason"], usage = {}): AnswerEvent => ({
  type: "finish",
  reason,
  usage,
});
const read = (...events: AnswerEvent[]) => readBack(pieces(events).join(""));

/** What blocks of a stream come to, in the terms of an answer. */
function meaning({ start, deltas }: ReadBlock): object {
  switch (start.type) {
    case "text":
      return { type: "text", text: deltas.text_delta };
    case "thinking":
      return { type: "reasoning", text: deltas.thinking_delta, signature: deltas.signature_delta };
    case "redacted_thinking":
      return { type: "reasoning", text: "", signature: start.data };
    default:
      return { type: "call", id: start.id, name: start.name, arguments: deltas.input_json_delta };
  }
}

describe("a streamed answer", () => {
  test("begins with the client's name of the model and our estimate of the prompt", () => {
    expect(readBack(anthropicMessagesWire.stream(HEAD).begin()).message).toEqual({
      id: "msg_0123456789abcdefABCDEF00",
      type: "message",
      role: "assistant",
      model: "the-model",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      stop_details: null,
      usage: { input_tokens: 77, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 },
    });
  });

  test("says all that the events say, whatever they are", () => {
    fc.assert(
      fc.property(fc.oneof(wholeAnswers, cutAnswers), (events) => {
        const { blocks, stopped } = readBack(pieces(events).join(""));
        const cut = events.some((event) => event.type === "call-end" && event.cut);
        const said = collected(events).blocks.flatMap((block): AnswerBlock[] => {
          if (block.type !== "reasoning") return [block];
          if (block.text !== "") return [{ ...block, signature: block.signature ?? "unsigned" }];
          return block.signature === undefined ? [] : [block];
        });
        expect(stopped).toBe(true);
        expect((cut ? blocks.slice(0, -1) : blocks).map(meaning)).toEqual(said);
        if (!cut) return;
        const whole = events.findLastIndex(({ type }) => type === "call-start");
        const begun = events.slice(whole).map((event) => (event.type === "call-delta" ? event.text : ""));
        expect(blocks.at(-1)?.deltas.input_json_delta ?? "").toBe(begun.join(""));
      }),
    );
  });

  test("may have signs of life anywhere", () => {
    fc.assert(
      fc.property(wholeAnswers, (events) => {
        const keepAlive = anthropicMessagesWire.stream(HEAD).keepAlive();
        const written = pieces(events);
        expect(
          readBack(
            written
              .map((piece) => piece + keepAlive)
              .slice(0, -1)
              .join("") + written.at(-1),
          ),
        ).toEqual(readBack(written.join("")));
      }),
      { numRuns: 40 },
    );
  });

  test("thinking without a signature of the upstream has one that stands for none", () => {
    expect(read(...reasoningBlock(["Hm"]), finish("stop")).blocks).toEqual([
      {
        start: { type: "thinking", thinking: "", signature: "" },
        deltas: { thinking_delta: "Hm", signature_delta: "unsigned" },
      },
    ]);
  });

  test("what is opaque alone is redacted thinking, and nothing at all is no block", () => {
    const { blocks } = read(...reasoningBlock([], "sealed"), ...reasoningBlock([]), ...textBlock("a"), finish("stop"));
    expect(blocks.map(({ start }) => start)).toEqual([
      { type: "redacted_thinking", data: "sealed" },
      { type: "text", text: "" },
    ]);
  });

  test("a call without arguments has an empty object", () => {
    const { blocks } = read(...callBlock("c", "now", []), finish("tool-calls"));
    expect(blocks[0]).toEqual({
      start: { type: "tool_use", id: "c", name: "now", input: {} },
      deltas: { input_json_delta: "{}" },
    });
  });

  test("a cut call stays cut", () => {
    const { blocks, end } = read(...callBlock("c", "write", [], true), finish("length"));
    expect([blocks[0]?.deltas, end?.delta.stop_reason]).toEqual([{}, "max_tokens"]);
  });

  test.each([
    ["stop", "end_turn", "end_turn"],
    ["tool-calls", "tool_use", "tool_use"],
    ["length", "max_tokens", "max_tokens"],
    ["content-filter", "refusal", "refusal"],
    ["error", "end_turn", "tool_use"],
    ["unknown", "end_turn", "tool_use"],
  ] as const)("the end %s is %s, with a call %s", (reason, alone, withCall) => {
    const reasons = [[], callBlock("c", "f", ["{}"])].map((blocks) => read(...blocks, finish(reason)).end?.delta);
    expect(reasons.map((delta) => delta?.stop_reason)).toEqual([alone, withCall]);
  });

  test("usage at the end is without what the cache had, and our estimate where nobody counted", () => {
    const usage = { inputTokens: 100, outputTokens: 9, cacheReadTokens: 60, cacheWriteTokens: 30, reasoningTokens: 4 };
    expect(read(finish("stop", usage)).end?.usage).toEqual({
      input_tokens: 10,
      cache_creation_input_tokens: 30,
      cache_read_input_tokens: 60,
      output_tokens: 9,
      output_tokens_details: { thinking_tokens: 4 },
    });
    expect(read(finish("stop")).end?.usage).toEqual({
      input_tokens: 77,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 0,
    });
  });

  test("that fails leaves open what was open, and says why last", () => {
    const writer = anthropicMessagesWire.stream(HEAD);
    const begun = callBlock("c", "write", ['{"path":']).slice(0, -1);
    const text = [writer.begin(), ...begun.map((event) => writer.write(event))].join("");
    const { error, end, stopped } = readBack(text + writer.fail({ status: 529, kind: "overloaded", message: "Busy" }));
    expect([error, end, stopped]).toEqual([{ type: "overloaded_error", message: "Busy" }, undefined, false]);
  });
});

test("calls that are whole are in an answer that is not streamed, and those that were cut are not", () => {
  const events = [
    ...callBlock("a", "f", ['{"x"', ":1}"]),
    ...callBlock("b", "g", ["[1]"]),
    ...callBlock("c", "h", ['{"x'], true),
    finish("length"),
  ];
  expect(anthropicMessagesWire.whole(collected(events), HEAD)).toMatchObject({
    stop_reason: "max_tokens",
    content: [
      { type: "tool_use", id: "a", name: "f", input: { x: 1 } },
      { type: "tool_use", id: "b", name: "g", input: { arguments: [1] } },
    ],
  });
});
