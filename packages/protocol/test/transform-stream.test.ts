import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type BlockEvent,
  createBlockStream,
  createParser,
  type FinishReason,
  InvalidOptionError,
  type StreamChunk,
} from "../src/index.js";
import { pieces } from "./cuts.js";

const tools = [
  {
    name: "read_file",
    description: "Reads a file.",
    parameters: { type: "object" as const, properties: { path: { type: "string" as const } }, required: ["path"] },
  },
];
const CALL = "<read_file>\n<path>a.ts</path>\n</read_file>";
const OPEN_CALL = "<read_file>\n<path>a.ts</path>\n";

function source(chunks: readonly (string | StreamChunk)[]): ReadableStream<string | StreamChunk> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function streamed(chunks: readonly (string | StreamChunk)[]): Promise<BlockEvent[]> {
  const events: BlockEvent[] = [];
  for await (const event of source(chunks).pipeThrough(createBlockStream({ tools }))) events.push(event);
  return events;
}

function pushed(texts: readonly string[], reason?: FinishReason): BlockEvent[] {
  const events: BlockEvent[] = [];
  const reader = createParser({ tools, onEvent: (event) => events.push(event) });
  for (const text of texts) reader.push({ type: "text-delta", text });
  reader.end(reason);
  return events;
}

function ends(events: readonly BlockEvent[]): unknown[] {
  return events.flatMap((event) => (event.type === "tool-end" ? [event.value.closedBy] : []));
}

describe("a stream of blocks", () => {
  it("tells what a reader tells, however the text is cut", async () => {
    const texts = fc.constantFrom(`Hi.\n${CALL}\nBye.`, `<think>hm</think>${CALL}${CALL}`, OPEN_CALL, "");
    const lengths = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));
    await fc.assert(
      fc.asyncProperty(texts, lengths, async (text, stream) => {
        const cut = pieces(text, stream);
        expect(await streamed(cut)).toEqual(pushed(cut));
      }),
    );
  });

  it("takes a client's chunks and text alike", async () => {
    const chunks: (string | StreamChunk)[] = [
      { type: "reasoning-delta", text: "hm" },
      "Hi.",
      { type: "tool-input-start", index: 0, name: "read_file" },
      { type: "tool-input-delta", index: 0, json: '{"path":"a"}' },
      { type: "tool-input-end", index: 0 },
    ];
    const starts = (await streamed(chunks)).map(({ type }) => type).filter((type) => type.endsWith("-start"));
    expect(starts).toEqual(["reasoning-start", "text-start", "tool-start", "param-start"]);
  });

  it("ends the message with the reason of the last finish chunk", async () => {
    const finish = (reason: FinishReason): StreamChunk => ({ type: "finish", reason });
    expect(ends(await streamed([OPEN_CALL, finish("stop")]))).toEqual(ends(pushed([OPEN_CALL], "stop")));
    expect(ends(await streamed([OPEN_CALL, finish("stop"), finish("length")]))).toEqual(["end"]);
  });

  it("ends the message without a reason where no chunk gave one", async () => {
    expect(ends(await streamed([OPEN_CALL]))).toEqual(["end"]);
  });

  it("throws to whoever makes it with a bad option", () => {
    expect(() => createBlockStream({ tools, dialect: "klingon" })).toThrow(InvalidOptionError);
    expect(() => createBlockStream({ tools: [...tools, ...tools] })).toThrow(InvalidOptionError);
  });

  it("takes no more from a source without end than is read, and lets go of it", async () => {
    let taken = 0;
    let letGo: unknown;
    const endless = new ReadableStream<string>({
      pull(controller) {
        taken += 1;
        controller.enqueue(`line ${taken}\n`);
      },
      cancel(why) {
        letGo = why;
      },
    });
    const reader = endless.pipeThrough(createBlockStream({ tools })).getReader();
    for (let read = 0; read < 10; read++) await reader.read();
    await reader.cancel("enough");
    expect(letGo).toBe("enough");
    // One that was read ahead by the source, one by the stream.
    expect(taken).toBeLessThanOrEqual(12);
  });

  it("fails with its source, and ends nothing then", async () => {
    const told: BlockEvent[] = [];
    const left = [OPEN_CALL];
    const failing = new ReadableStream<string>({
      pull(controller) {
        const next = left.pop();
        if (next === undefined) controller.error(new Error("connection lost"));
        else controller.enqueue(next);
      },
    });
    const read = async () => {
      for await (const event of failing.pipeThrough(createBlockStream({ tools }))) told.push(event);
    };
    await expect(read()).rejects.toThrow("connection lost");
    expect(told.some(({ type }) => type === "tool-end")).toBe(false);
  });
});
