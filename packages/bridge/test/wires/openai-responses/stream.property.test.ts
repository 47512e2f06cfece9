import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openAiResponsesWire } from "../../../src/wires/openai-responses/index.js";
import { anyAnswer, collected, headOf, written } from "./answers.js";
import { deltasByItem, readEvents } from "./little-reader.js";

interface Item {
  id: string;
  type: string;
  status?: string;
  call_id?: string;
  name?: string;
  namespace?: string;
  arguments?: unknown;
  input?: string;
  content?: readonly { text: string }[];
  summary?: readonly { text: string }[];
  encrypted_content?: string;
}

/** A block as a client sees it in an item. */
function seen(item: Item): unknown {
  const { type, call_id: id } = item;
  if (type === "message") return { type: "text", text: item.content?.[0]?.text };
  if (type === "reasoning") {
    const signature = item.encrypted_content;
    const text = (item.summary ?? []).map((part) => part.text).join("");
    return { type, text, ...(signature !== undefined && { signature }) };
  }
  if (type === "custom_tool_call") return { type: "call", id, name: item.name, arguments: item.input };
  if (type === "tool_search_call") return { type: "call", id, name: "tool_search", arguments: item.arguments };
  const name = item.namespace === undefined ? item.name : `${item.namespace}__${item.name}`;
  return { type: "call", id, name, arguments: item.arguments };
}

describe("any answer that the contract allows", () => {
  test("comes out of the items as it went in, and out of the deltas, too", () => {
    fc.assert(
      fc.property(anyAnswer, ({ events, cut }) => {
        const read = readEvents(written(events));
        const items = read.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item as Item);
        const expected = collected(events).blocks.map((block) => {
          if (block.type !== "call" || block.name !== "tool_search") return block;
          return { ...block, arguments: JSON.parse(block.arguments) };
        });
        const isIncomplete = (item: Item) => item.status === "incomplete";
        expect(items.filter((item) => !isIncomplete(item)).map(seen)).toEqual(expected);
        expect(items.filter(isIncomplete).map(seen)).toEqual(
          cut === "read_file" ? [{ type: "call", id: "call_cut", name: "read_file", arguments: '{"path":"src/' }] : [],
        );

        const deltas = deltasByItem(read);
        for (const { type, output_index, item } of read) {
          if (type !== "response.output_item.done") continue;
          const block = seen(item as Item) as { text?: string; name?: string; arguments?: string };
          const text = block.name === "tool_search" ? "" : (block.text ?? block.arguments);
          expect(deltas.get(Number(output_index)) ?? "").toBe(text);
        }
      }),
    );
  });

  test("has numbers and places without gaps, and each item is begun and done once", () => {
    fc.assert(
      fc.property(anyAnswer, ({ events }) => {
        const read = readEvents(written(events));
        expect(read.map(({ sequence_number }) => sequence_number)).toEqual(read.map((_, index) => index));
        const begun = read.filter(({ type }) => type === "response.output_item.added");
        expect(begun.map(({ output_index }) => output_index)).toEqual(begun.map((_, index) => index));
        const ids = begun.map(({ item }) => (item as Item).id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { item, item_id, output_index } of read) {
          if (output_index !== undefined) expect(item_id ?? (item as Item).id).toBe(ids[Number(output_index)]);
        }
        expect(read.slice(0, 2).map(({ type }) => type)).toEqual(["response.created", "response.in_progress"]);
        expect(read.at(-1)?.type).toMatch(/^response\.(completed|incomplete)$/);
      }),
    );
  });

  test("is the same response streamed and not", () => {
    fc.assert(
      fc.property(anyAnswer, ({ events }) => {
        const streamed = readEvents(written(events)).at(-1)?.response as { output: readonly Item[] };
        const whole = JSON.parse(JSON.stringify(openAiResponsesWire.whole(collected(events), headOf())));
        const output = streamed.output.filter(({ status }) => status !== "incomplete");
        expect({ ...streamed, output }).toEqual(whole);
      }),
    );
  });

  test("is written alike however often signs of life come between", () => {
    fc.assert(
      fc.property(anyAnswer, ({ events }) => {
        const writer = openAiResponsesWire.stream(headOf());
        const text = [writer.begin(), ...events.map((event) => writer.keepAlive() + writer.write(event))].join("");
        const unnumbered = (stream: string) =>
          readEvents(stream)
            .filter(({ type }) => type !== "keepalive")
            .map(({ sequence_number: _number, ...event }) => event);
        expect(unnumbered(text)).toEqual(unnumbered(written(events)));
      }),
    );
  });
});

test("a sign of life is an event with a number: codex counts no comment", () => {
  const writer = openAiResponsesWire.stream(headOf());
  expect(readEvents(writer.begin() + writer.keepAlive()).at(-1)).toEqual({ type: "keepalive", sequence_number: 2 });
});
