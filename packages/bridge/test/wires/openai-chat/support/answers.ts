import fc from "fast-check";
import type { AnswerEvent } from "../../../../src/answer/answer-event.js";
import type { AnswerHead } from "../../../../src/client-wire.js";
import { openAiChatWire } from "../../../../src/wires/openai-chat/wire.js";

/** Events of a text, of reasoning, of a call; pieces as they are given. */
export const said = (...pieces: string[]): AnswerEvent[] => [
  { type: "text-start" },
  ...pieces.map((text) => ({ type: "text-delta" as const, text })),
  { type: "text-end" },
];
export const thought = (pieces: readonly string[], signature?: string): AnswerEvent[] => [
  { type: "reasoning-start" },
  ...pieces.map((text) => ({ type: "reasoning-delta" as const, text })),
  { type: "reasoning-end", ...(signature !== undefined && { signature }) },
];
export const called = (id: string, name: string, pieces: readonly string[], cut = false): AnswerEvent[] => [
  { type: "call-start", id, name },
  ...pieces.map((text) => ({ type: "call-delta" as const, text })),
  { type: "call-end", ...(cut && { cut }) },
];
export const finished = (
  reason: Extract<AnswerEvent, { type: "finish" }>["reason"],
  usage: Extract<AnswerEvent, { type: "finish" }>["usage"] = { inputTokens: 10, outputTokens: 5 },
): AnswerEvent => ({ type: "finish", reason, usage });

/** The stream of these events, a sign of life before each of them. */
export function streamOf(events: readonly AnswerEvent[], head: AnswerHead): string {
  const writer = openAiChatWire.stream(head);
  return writer.begin() + events.map((event) => writer.keepAlive() + writer.write(event)).join("");
}

/** Any characters. */
const anyText = fc.string({
  unit: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom("a", "\n", '"', "\\", "\r", ":", "data: ", "🚀", "é", "\u2028", "\0") },
    fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
});

/** A text in pieces, cut between any characters. */
const inPieces = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.array(fc.nat(30), { maxLength: 5 }))
    .map(([text, cuts]) => {
      const whole = [...text];
      const places = [...new Set([0, ...cuts.filter((cut) => cut < whole.length), whole.length])].sort((a, b) => a - b);
      return places.slice(1).map((end, at) => whole.slice(places[at], end).join(""));
    })
    .map((pieces) => pieces.filter((piece) => piece !== ""));

const block = fc.oneof(
  inPieces(anyText).map((pieces) => said(...pieces)),
  fc
    .tuple(inPieces(anyText), fc.option(fc.string({ minLength: 1 }), { nil: undefined }))
    .map(([pieces, signature]) => thought(pieces, signature)),
  fc.string({ minLength: 1 }).map((signature) => thought([], signature)),
  inPieces(fc.json()).map((pieces) => called("", "read_file", pieces)),
  inPieces(anyText).map((pieces) => called("", "apply_patch", pieces)),
);
const count = fc.option(fc.nat(100_000), { nil: undefined });
const usage = fc
  .record({
    inputTokens: count,
    outputTokens: count,
    reasoningTokens: count,
    cacheReadTokens: count,
    cacheWriteTokens: count,
    totalTokens: count,
  })
  .map((counts) => Object.fromEntries(Object.entries(counts).filter(([, tokens]) => tokens !== undefined)));

/** Any answer that came to its end; where `cut` is true, the last call may be cut off. */
export const anyAnswer = (cut: boolean) =>
  fc.tuple(fc.array(block, { maxLength: 6 }), usage, fc.boolean()).map(([blocks, counted, isCut]): AnswerEvent[] => {
    const events = blocks.flat();
    const last = events.at(-1);
    const cutOff = cut && isCut && last?.type === "call-end";
    if (cutOff) events.splice(-1, 1, { type: "call-end", cut: true });
    let calls = 0;
    const named = events.map((event) => (event.type === "call-start" ? { ...event, id: `call_${calls++}` } : event));
    return [...named, finished(cutOff ? "length" : calls > 0 ? "tool-calls" : "stop", counted)];
  });
