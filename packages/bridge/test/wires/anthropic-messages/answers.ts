import fc from "fast-check";
import type { AnswerEvent } from "../../../src/answer/answer-event.js";
import { AnswerCollector, type WholeAnswer } from "../../../src/answer/whole-answer.js";
import type { AnswerHead } from "../../../src/client-wire.js";
import { anthropicMessagesWire } from "../../../src/wires/anthropic-messages/wire.js";

export const HEAD: AnswerHead = {
  request: anthropicMessagesWire.read({ model: "the-model", messages: [{ role: "user", content: "Hi" }] }),
  id: "0123456789abcdefABCDEF00",
  created: 1_800_000_000,
  tokensEstimated: 77,
};

/** The events of a block, from what they come to. */
export const textBlock = (...deltas: string[]): AnswerEvent[] => [
  { type: "text-start" },
  ...deltas.map((text): AnswerEvent => ({ type: "text-delta", text })),
  { type: "text-end" },
];
export const reasoningBlock = (deltas: readonly string[], signature?: string): AnswerEvent[] => [
  { type: "reasoning-start" },
  ...deltas.map((text): AnswerEvent => ({ type: "reasoning-delta", text })),
  { type: "reasoning-end", ...(signature !== undefined && { signature }) },
];
export const callBlock = (id: string, name: string, deltas: readonly string[], cut = false): AnswerEvent[] => [
  { type: "call-start", id, name },
  ...deltas.map((text): AnswerEvent => ({ type: "call-delta", text })),
  { type: "call-end", ...(cut && { cut: true as const }) },
];

/** The text of a whole stream, its pieces apart. */
export function pieces(events: readonly AnswerEvent[], head: AnswerHead = HEAD): string[] {
  const writer = anthropicMessagesWire.stream(head);
  return [writer.begin(), ...events.map((event) => writer.write(event))];
}

export function collected(events: readonly AnswerEvent[]): WholeAnswer {
  const collector = new AnswerCollector();
  for (const event of events) collector.push(event);
  return collector.answer;
}

/** Any UTF-16, halves of pairs too. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);
const deltas = (text: fc.Arbitrary<string>) =>
  fc.array(
    text.filter((piece) => piece !== ""),
    { maxLength: 4 },
  );

function cutUp(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

const jsonPieces = fc
  .tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), fc.integer({ min: 1, max: 9 }))
  .map(([input, size]) => cutUp(JSON.stringify(input), size));

const block: fc.Arbitrary<(at: number) => AnswerEvent[]> = fc.oneof(
  deltas(anyText)
    .filter((list) => list.length > 0)
    .map((list) => () => textBlock(...list)),
  fc.tuple(deltas(anyText), fc.option(fc.string({ minLength: 1 }), { nil: undefined })).map(
    ([list, signature]) =>
      () =>
        reasoningBlock(list, signature),
  ),
  fc.tuple(fc.stringMatching(/^[a-z_]{1,12}$/), jsonPieces).map(
    ([name, json]) =>
      (at: number) =>
        callBlock(`call_${at}`, name, json),
  ),
);

const count = fc.option(fc.nat(100_000), { nil: undefined });
const usage = fc
  .record({
    inputTokens: count,
    outputTokens: count,
    cacheReadTokens: count,
    cacheWriteTokens: count,
    reasoningTokens: count,
  })
  .map((counts) => Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined)));

/** A legal answer all of whose calls are whole. */
export const wholeAnswers: fc.Arbitrary<AnswerEvent[]> = fc
  .tuple(
    fc.array(block, { maxLength: 6 }),
    fc.constantFrom("stop", "tool-calls", "length", "content-filter", "error", "unknown"),
    usage,
  )
  .map(([blocks, reason, counts]) => [
    ...blocks.flatMap((make, at) => make(at)),
    { type: "finish", reason, usage: counts } as const,
  ]);

/** A legal answer that is cut inside its last call. */
export const cutAnswers: fc.Arbitrary<AnswerEvent[]> = fc
  .tuple(fc.array(block, { maxLength: 3 }), jsonPieces, fc.nat(9))
  .map(([blocks, json, kept]) => [
    ...blocks.flatMap((make, at) => make(at)),
    ...callBlock("call_cut", "write", json.slice(0, Math.min(kept, json.length - 1)), true),
    { type: "finish", reason: "length", usage: {} } as const,
  ]);
