import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonRecord } from "../../../src/json.js";
import { RequestFault } from "../../../src/request-fault.js";
import { openAiResponsesWire } from "../../../src/wires/openai-responses/index.js";
import { anyAnswer, headOf, TOOLS, written } from "./answers.js";
import { readEvents } from "./little-reader.js";

function read(body: JsonRecord) {
  return openAiResponsesWire.read({ model: "a-model", ...body });
}

describe("a history", () => {
  const anyItem = fc.oneof(
    fc.record({ role: fc.constantFrom("user", "assistant", "developer", "system"), content: fc.string() }),
    fc.record({ type: fc.constant("reasoning"), summary: fc.constant([]), encrypted_content: fc.string() }),
    fc.record({ type: fc.constant("function_call"), call_id: fc.string(), name: fc.string(), arguments: fc.json() }),
    fc.record({ type: fc.constant("custom_tool_call"), call_id: fc.string(), name: fc.string(), input: fc.string() }),
    fc.record({ type: fc.constant("function_call_output"), call_id: fc.string(), output: fc.string() }),
    fc.record({ type: fc.constantFrom("web_search_call", "tool_search_output", "shell_call", "unknown") }),
  );

  test("gives equal messages each time, and a longer one begins with them", () => {
    fc.assert(
      fc.property(fc.array(anyItem), fc.array(anyItem), (items, more) => {
        const { messages } = read({ input: items });
        expect(read({ input: structuredClone(items) }).messages).toEqual(messages);
        const longer = read({ input: [...items, ...more] }).messages;
        expect(longer.slice(0, Math.max(0, messages.length - 1))).toEqual(messages.slice(0, -1));
        // The newest message may have grown, at its end only.
        const newest = messages.at(-1);
        const then = longer[messages.length - 1];
        expect(then?.parts.slice(0, newest?.parts.length)).toEqual(newest?.parts);
        expect(then?.id).toBe(newest?.id);
      }),
    );
  });

  test("holds what the writer wrote, in one message", () => {
    fc.assert(
      fc.property(anyAnswer, ({ events }) => {
        const items = readEvents(written(events)).filter(({ type }) => type === "response.output_item.done");
        const input = items.map(({ item }) => item as JsonRecord);
        const back = read({ input, tools: TOOLS }).messages;
        expect(back.length).toBe(back.length === 0 ? 0 : 1);
        const parts = back[0]?.parts ?? [];
        const signatures = events.flatMap((event) => (event.type === "reasoning-end" ? (event.signature ?? "") : []));
        const kept = parts.flatMap((part) => (part.type === "reasoning" ? (part.signature ?? "") : []));
        expect(kept.filter((signature) => signature !== "")).toEqual(
          signatures.filter((signature) => signature !== ""),
        );
        const calls = input.flatMap(({ call_id }) => (call_id === undefined ? [] : [call_id]));
        expect(parts.flatMap((part) => (part.type === "tool-use" ? [part.block.id] : []))).toEqual(calls);
        const names = events.flatMap((event) => (event.type === "call-start" ? [event.name] : []));
        expect(names).toEqual(
          expect.arrayContaining(parts.flatMap((part) => (part.type === "tool-use" ? [part.block.name] : []))),
        );
      }),
    );
  });

  test("of whatever JSON is understood or refused with a fault, and its answer can be written", () => {
    const anyBody = fc.oneof(
      fc.dictionary(
        fc.constantFrom("model", "input", "tools", "tool_choice", "instructions", "stop", "stream", "other"),
        fc.jsonValue(),
      ),
      fc.record({
        input: fc.array(
          fc.dictionary(
            fc.constantFrom("type", "role", "content", "id", "call_id", "output", "summary", "tools", "action", "name"),
            fc.oneof(
              fc.jsonValue(),
              fc.constantFrom("reasoning", "message", "tool_search_output", "shell_call", "input_image", "__proto__"),
            ),
          ),
        ),
        tools: fc.array(
          fc.dictionary(
            fc.constantFrom("type", "name", "function", "parameters", "tools", "format", "execution"),
            fc.oneof(fc.jsonValue(), fc.constantFrom("function", "namespace", "custom", "tool_search", "shell")),
          ),
        ),
      }),
    );
    fc.assert(
      fc.property(anyBody, (body) => {
        try {
          const request = openAiResponsesWire.read(body);
          const head = { ...headOf(), request };
          readEvents(written([{ type: "finish", reason: "stop", usage: {} }], head));
        } catch (error) {
          expect(error).toBeInstanceOf(RequestFault);
        }
      }),
      { numRuns: 500 },
    );
  });
});
