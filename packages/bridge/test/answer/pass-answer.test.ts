import type { StreamChunk } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PassAnswer } from "../../src/answer/pass-answer.js";
import { eventsOf, readBack } from "./read-back.js";

function pass(...chunks: StreamChunk[]) {
  return readBack(eventsOf(new PassAnswer("abc"), chunks));
}

describe("a message that is passed on", () => {
  it("keeps its text, whatever stands in it", () => {
    const text = "<think>x</think><read_file>\n<path>a</path>\n</read_file>";
    const { blocks, finish } = pass({ type: "text-delta", text }, { type: "finish", reason: "stop" });
    expect(blocks).toEqual([{ type: "text", text }]);
    expect(finish?.reason).toBe("stop");
  });

  it("keeps arguments as they were written, to the blank", () => {
    const { blocks, finish } = pass(
      { type: "reasoning-delta", text: "Hm." },
      { type: "text-delta", text: "I look." },
      { type: "tool-input-start", index: 4, name: "read_file", providerCallId: "x" },
      { type: "tool-input-delta", index: 4, json: '{ "path" :' },
      { type: "tool-input-delta", index: 4, json: ' "a}\\"" , "n": 1.0}' },
      { type: "tool-input-start", index: 5, name: "stop" },
      { type: "finish", reason: "stop" },
    );
    expect(blocks).toEqual([
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "I look." },
      { type: "call", id: "call_abc_2", name: "read_file", text: '{ "path" : "a}\\"" , "n": 1.0}', whole: true },
      { type: "call", id: "call_abc_3", name: "stop", text: "{}", whole: true },
    ]);
    expect(finish?.reason).toBe("tool-calls");
  });

  it("keeps the upstream's ids of calls where these go back as they are, each once", () => {
    const start = { type: "tool-input-start", name: "stop" } as const;
    const events = eventsOf(new PassAnswer("abc", "upstream"), [
      { ...start, index: 0, providerCallId: "D681PevKs" },
      { ...start, index: 1, providerCallId: "D681PevKs" },
      { ...start, index: 2, providerCallId: "" },
      { ...start, index: 3 },
      { ...start, index: 4, providerCallId: "functions.stop:4" },
      { type: "finish", reason: "stop" },
    ]);
    expect(events.flatMap((event) => (event.type === "call-start" ? [event.id] : []))).toEqual([
      "D681PevKs",
      "call_abc_1",
      "call_abc_2",
      "call_abc_3",
      "functions.stop:4",
    ]);
  });

  it("says of a call whose arguments do not end that it was cut", () => {
    const { blocks, finish } = pass(
      { type: "tool-input-start", index: 0, name: "read_file" },
      { type: "tool-input-delta", index: 0, json: '{"path": "a' },
      { type: "finish", reason: "unknown" },
    );
    expect(blocks).toMatchObject([{ type: "call", whole: false }]);
    expect(finish?.reason).toBe("length");
  });

  it("opens a call when its name comes, with what came before it", () => {
    const { blocks } = pass(
      { type: "tool-input-delta", index: 0, json: '{"a":' },
      { type: "tool-input-delta", index: 0, json: "1}", name: "count" },
      { type: "finish", reason: "tool-calls" },
    );
    expect(blocks).toMatchObject([{ name: "count", text: '{"a":1}', whole: true }]);
  });

  it("tells blocks one after the other, in whatever order their pieces come", () => {
    const chunk: fc.Arbitrary<StreamChunk> = fc.oneof(
      fc.record({ type: fc.constant("text-delta" as const), text: fc.string() }),
      fc.record({ type: fc.constant("reasoning-delta" as const), text: fc.string(), signature: fc.string() }),
      fc.record({ type: fc.constant("tool-input-start" as const), index: fc.nat(3), name: fc.constantFrom("a", "b") }),
      fc.record({ type: fc.constant("tool-input-delta" as const), index: fc.nat(3), json: fc.string() }),
      fc.record({ type: fc.constant("tool-input-end" as const), index: fc.nat(3) }),
    );
    fc.assert(
      fc.property(fc.array(chunk), (chunks) => {
        const { blocks, finish } = pass(...chunks, { type: "finish", reason: "stop" });
        const text = chunks.map((one) => (one.type === "text-delta" ? one.text : "")).join("");
        expect(blocks.map((block) => (block.type === "text" ? block.text : "")).join("")).toBe(text);
        const ids = blocks.flatMap((block) => (block.type === "call" ? [block.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        expect(finish).toBeDefined();
      }),
    );
  });
});
