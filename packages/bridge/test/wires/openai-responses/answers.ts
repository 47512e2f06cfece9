import fc from "fast-check";
import type { AnswerEvent } from "../../../src/answer/answer-event.js";
import { type AnswerBlock, AnswerCollector } from "../../../src/answer/whole-answer.js";
import type { AnswerHead } from "../../../src/client-wire.js";
import type { JsonRecord } from "../../../src/json.js";
import { openAiResponsesWire } from "../../../src/wires/openai-responses/index.js";

/** Tools of every kind that is written back in its own way. */
export const TOOLS = [
  { type: "function", name: "read_file", parameters: { type: "object", properties: { path: { type: "string" } } } },
  { type: "custom", name: "patch", description: "Edits files." },
  {
    type: "namespace",
    name: "agents",
    description: "Sub-agents.",
    tools: [{ type: "function", name: "spawn", parameters: {} }],
  },
  { type: "tool_search", execution: "client", description: "Finds tools.", parameters: {} },
];

/** What stands around an answer to a request with these fields. */
export function headOf(fields: JsonRecord = {}): AnswerHead {
  const request = openAiResponsesWire.read({ model: "a-model", input: "Hello", stream: true, tools: TOOLS, ...fields });
  return { request, id: "abcdefghijklmnopqrstuvwx", created: 1_767_225_600, tokensEstimated: 77 };
}

/** The events of one block whose text comes in these pieces. */
export function blockEvents(block: AnswerBlock, pieces: readonly string[]): AnswerEvent[] {
  const given = pieces.filter((text) => text !== "");
  switch (block.type) {
    case "text":
      return [
        { type: "text-start" },
        ...given.map((text): AnswerEvent => ({ type: "text-delta", text })),
        { type: "text-end" },
      ];
    case "reasoning":
      return [
        { type: "reasoning-start" },
        ...given.map((text): AnswerEvent => ({ type: "reasoning-delta", text })),
        { type: "reasoning-end", ...(block.signature !== undefined && { signature: block.signature }) },
      ];
    case "call":
      return [
        { type: "call-start", id: block.id, name: block.name },
        ...given.map((text): AnswerEvent => ({ type: "call-delta", text })),
        { type: "call-end" },
      ];
  }
}

/** Writes a whole stream, from the first event to the last. */
export function written(events: readonly AnswerEvent[], head: AnswerHead = headOf()): string {
  const writer = openAiResponsesWire.stream(head);
  return [writer.begin(), ...events.map((event) => writer.write(event))].join("");
}

/** The same answer, not streamed. */
export function collected(events: readonly AnswerEvent[]): AnswerCollector["answer"] {
  const collector = new AnswerCollector();
  for (const event of events) collector.push(event);
  return collector.answer;
}

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom("a", "é", "😀", "\n", '"', "\\", "\u2028", "data: x\n\n") }),
);

const anyBlock: fc.Arbitrary<AnswerBlock> = fc.oneof(
  anyText.filter((text) => text !== "").map((text): AnswerBlock => ({ type: "text", text })),
  fc
    .tuple(anyText, fc.option(fc.string(), { nil: undefined }))
    .map(
      ([text, signature]): AnswerBlock => ({ type: "reasoning", text, ...(signature !== undefined && { signature }) }),
    ),
  fc
    .tuple(
      fc.constantFrom("read_file", "agents__spawn", "tool_search", "never_offered"),
      fc.dictionary(anyText, anyText),
    )
    .map(([name, input]): AnswerBlock => ({ type: "call", id: "", name, arguments: JSON.stringify(input) })),
  anyText
    .filter((text) => text !== "")
    .map((text): AnswerBlock => ({ type: "call", id: "", name: "patch", arguments: text })),
);

/** Any answer that the contract allows: its blocks, cut into pieces anywhere, and its end. */
export const anyAnswer = fc
  .record({
    blocks: fc.array(fc.tuple(anyBlock, fc.array(fc.nat({ max: 30 }), { maxLength: 6 })), { maxLength: 6 }),
    usage: fc.record(
      { inputTokens: fc.nat(), outputTokens: fc.nat(), reasoningTokens: fc.nat(), cacheReadTokens: fc.nat() },
      { requiredKeys: [] },
    ),
    cut: fc.option(fc.constantFrom("read_file", "patch", "tool_search"), { nil: undefined }),
    reason: fc.constantFrom("stop", "tool-calls", "length", "content-filter", "unknown" as const),
  })
  .map(({ blocks, usage, cut, reason }) => {
    const events = blocks.flatMap(([block, places], index) => {
      const named = block.type === "call" ? { ...block, id: `call_${index}` } : block;
      const text = [...(named.type === "call" ? named.arguments : named.text)];
      const cuts = [0, ...places.filter((place) => place < text.length).sort((a, b) => a - b), text.length];
      return blockEvents(
        named,
        cuts.slice(1).map((to, at) => text.slice(cuts[at], to).join("")),
      );
    });
    const cutCall: AnswerEvent[] =
      cut === undefined
        ? []
        : [
            { type: "call-start", id: "call_cut", name: cut },
            { type: "call-delta", text: '{"path":"src/' },
            { type: "call-end", cut: true },
          ];
    const finish: AnswerEvent = { type: "finish", reason: cut === undefined ? reason : "length", usage };
    return { events: [...events, ...cutCall, finish], cut };
  });
