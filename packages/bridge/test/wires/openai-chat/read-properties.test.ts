import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonRecord } from "../../../src/json.js";
import { RequestFault } from "../../../src/request-fault.js";
import { openAiChatWire } from "../../../src/wires/openai-chat/wire.js";

const words = fc.constantFrom("", " ", "Hi", "修复 🚀", "\ud83d", "__proto__", "data:image/png;base64,AA", "https://a");
const type = fc.constantFrom(
  ...["text", "image_url", "input_image", "file", "input_audio", "refusal", "thinking", "function", "custom"],
  ...["allowed_tools", "reasoning.encrypted", "__proto__", "constructor"],
);
const FIELDS = [
  ...["role", "content", "type", "text", "name", "id", "tool_calls", "tool_call_id", "function", "function_call"],
  ...["custom", "input", "arguments", "reasoning_content", "reasoning", "reasoning_details", "data", "signature"],
  ...["image_url", "url", "file", "filename", "refusal", "audio", "thinking", "summary", "parameters", "format"],
  ...["grammar", "definition", "syntax", "mode", "tools", "allowed_tools", "properties", "description", "__proto__"],
];

/** JSON of any shape, made of the words that this wire knows. */
const { hostile } = fc.letrec<{ hostile: unknown }>((tie) => ({
  hostile: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    words,
    type,
    fc.constantFrom(null, true, 0, -1, 1e308),
    fc.constantFrom("user", "assistant", "tool", "system", "function"),
    fc.array(tie("hostile"), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie("hostile"), { maxKeys: 5 }),
  ),
}));
const message = fc.oneof(
  { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), hostile, { maxKeys: 6 }) },
  { weight: 1, arbitrary: hostile },
);
const BODY = [
  ...["model", "messages", "stream", "stream_options", "tools", "tool_choice", "functions", "function_call", "n"],
  ...["parallel_tool_calls", "max_tokens", "max_completion_tokens", "stop", "temperature", "__proto__"],
];

test("whatever JSON comes, a request is read or refused for a reason", () => {
  const body = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...BODY), hostile, { maxKeys: 8 }),
      fc.option(fc.array(message, { maxLength: 6 })),
    )
    .map(([fields, messages]) => (messages === null ? fields : { ...fields, messages }));
  let read = 0;
  fc.assert(
    fc.property(fc.oneof(body, fc.dictionary(fc.string(), fc.jsonValue())), (any) => {
      try {
        const request = openAiChatWire.read(JSON.parse(JSON.stringify(any)) as JsonRecord);
        expect(request.messages.every(({ parts }) => Array.isArray(parts))).toBe(true);
        read++;
      } catch (error) {
        expect(error).toBeInstanceOf(RequestFault);
      }
    }),
    { numRuns: 1_000 },
  );
  expect(read).toBeGreaterThan(100);
});

test("JSON nested deeper than anybody writes is read, too", () => {
  const depth = 100_000;
  const deep: unknown = JSON.parse("[".repeat(depth) + "]".repeat(depth));
  const messages = [
    { role: "user", content: deep },
    { role: "assistant", content: [{ deep }], tool_calls: [{ deep }, { custom: { name: "a", input: deep } }] },
    { role: "tool", content: { deep } },
  ];
  const tools = [deep, { type: "custom", name: "a", format: { deep } }];
  expect(openAiChatWire.read({ messages, tools }).messages).toHaveLength(3);
});

const content = fc.oneof(words, fc.constant(null), fc.array(fc.record({ type: fc.constant("text"), text: words })));
const id = fc.constantFrom("call_1", "call_2", "", null, 3);
const turn = fc.oneof(
  fc.record({ role: fc.constantFrom("user", "system", "developer"), content }),
  fc.record({
    role: fc.constant("assistant"),
    content,
    reasoning_content: fc.option(words),
    tool_calls: fc.option(
      fc.array(fc.record({ id, function: fc.record({ name: fc.constant("a"), arguments: fc.constant("{}") }) })),
    ),
  }),
  fc.record({ role: fc.constant("tool"), tool_call_id: id, content }),
);

test("a history that grew begins as it did before, and is the same each time", () => {
  const histories = fc.tuple(fc.array(turn, { minLength: 1, maxLength: 12 }), fc.nat(12));
  fc.assert(
    fc.property(histories, ([messages, wanted]) => {
      const isInHead = (at: number) => messages.slice(0, at + 1).every(({ role }) => /system|developer/.test(role));
      const whole = openAiChatWire.read({ messages });
      expect(openAiChatWire.read({ messages: structuredClone(messages) })).toEqual(whole);
      // Requests are not sent between the results of one turn, nor before anybody said anything.
      const end = Math.max(1, Math.min(wanted, messages.length));
      fc.pre(!isInHead(end - 1) && messages[end]?.role !== "tool");
      const before = openAiChatWire.read({ messages: messages.slice(0, end) });
      expect(whole.system).toBe(before.system);
      expect(whole.messages.slice(0, before.messages.length)).toEqual(before.messages);
    }),
  );
});
