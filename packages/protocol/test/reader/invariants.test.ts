import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Block,
  type BlockEvent,
  createParser,
  InvalidOptionError,
  type ParserOptions,
  type Span,
  type StreamChunk,
} from "../../src/index.js";
import { cutEvery, pieces } from "../cuts.js";
import { adversarialShapes, fillShape } from "./adversarial-shapes.js";
import { foldEvents } from "./fold-events.js";
import { sampleMessages } from "./messages.js";
import { mixedMessages } from "./mixed-messages.js";
import { oddChunks } from "./odd-chunks.js";
import { ends, type ReadResult, readChunks, readPieces, reasonOf, shown, textChunks } from "./read-message.js";
import { toolSets, unmarkedTools } from "./sample-tools.js";

const runs = { numRuns: 10_000 };
const anyEnd = fc.constantFrom(...ends);
const lengths = fc.infiniteStream(fc.integer({ min: 1, max: 24 }));

/** Fails unless two JSON values are the same: much quicker than `toEqual` where they are, which is nearly always. */
function expectSame(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual).toEqual(expected);
}

/** Fails unless the spans and gaps of a channel cover it without overlap or hole, in order. */
function expectTiles({ blocks, gaps }: ReadResult, raw: ReadonlyMap<string, string>): void {
  const byChannel = new Map<string, Span[]>();
  for (const span of [...blocks.map((block) => block.span), ...gaps]) {
    byChannel.set(span.channel, [...(byChannel.get(span.channel) ?? []), span]);
  }
  for (const [channel, text] of raw) {
    let at = 0;
    for (const span of (byChannel.get(channel) ?? []).sort((a, b) => a.start - b.start || a.end - b.end)) {
      if (span.start !== at) expect(span, `hole or overlap on ${channel} at ${at}`).toBe(at);
      at = span.end;
    }
    expect(at, `the end of ${channel}`).toBe(text.length);
    byChannel.delete(channel);
  }
  expect([...byChannel.keys()], "channels that nobody fed").toEqual([]);
}

/** Fails unless each block holds what its span says, text blocks show something, and ids count up. */
function expectSound({ blocks, told }: ReadResult, raw: ReadonlyMap<string, string>): void {
  let calls = 0;
  for (const block of blocks) {
    const source = raw.get(block.span.channel)?.slice(block.span.start, block.span.end);
    if (block.type === "tool-use") expect(block.id).toBe(`message.${++calls}`);
    else expect(block.text).toBe(source);
    if (block.type === "text") expect(block.text.trim()).not.toBe("");
  }
  expect(told.every((block) => !block.isOpen)).toBe(true);
  expectSame(shown(told), shown(blocks));
}

describe("any cut", () => {
  it("gives the same blocks, ids, spans, gaps, notes and truncation, which tile the text", () => {
    fc.assert(
      fc.property(sampleMessages, anyEnd, lengths, ({ toolSet, text }, end, stream) => {
        const tools = toolSets[toolSet];
        const whole = readPieces([text], { tools }, end);
        expectSame(readPieces(cutEvery(text, 1), { tools }, end), whole);
        expectSame(readPieces(pieces(text, stream), { tools }, end), whole);
        const raw = new Map([["text", text]]);
        expectTiles(whole, raw);
        expectSound(whole, raw);
      }),
      runs,
    );
  });

  it("inside a channel does not matter where text, reasoning and native calls are mixed", () => {
    fc.assert(
      fc.property(mixedMessages, anyEnd, lengths, ({ toolSet, chunks }, end, stream) => {
        const tools = toolSets[toolSet];
        const whole = readChunks(chunks, { tools }, end);
        const cut = (chunk: StreamChunk): StreamChunk[] => {
          // The name of a call may come with a piece without arguments.
          if (chunk.type === "tool-input-delta" && chunk.json === "") return [chunk];
          if (chunk.type === "tool-input-delta") return pieces(chunk.json, stream).map((json) => ({ ...chunk, json }));
          if (chunk.type !== "text-delta" && chunk.type !== "reasoning-delta") return [chunk];
          if (chunk.text === "") return [chunk];
          return pieces(chunk.text, stream).map((text) => ({ ...chunk, text }));
        };
        expectSame(readChunks(chunks.flatMap(cut), { tools }, end), whole);
        const raw = rawText(chunks);
        expectTiles(whole, raw);
        expectSound(whole, raw);
      }),
      runs,
    );
  });
});

function rawText(chunks: readonly StreamChunk[]): ReadonlyMap<string, string> {
  const raw = new Map<string, string>();
  const add = (channel: string, text: string): void => void raw.set(channel, (raw.get(channel) ?? "") + text);
  for (const chunk of chunks) {
    if (chunk.type === "text-delta") add("text", chunk.text);
    else if (chunk.type === "reasoning-delta") add("reasoning", chunk.text);
    else if (chunk.type === "tool-input-delta") add(`arguments:${chunk.index}`, chunk.json);
    else if (chunk.type === "tool-input-start" || chunk.type === "tool-input-end") add(`arguments:${chunk.index}`, "");
  }
  return raw;
}

describe("nothing is taken back", () => {
  it("what is visible after a prefix depends on that prefix only, and stays", () => {
    fc.assert(
      fc.property(sampleMessages, anyEnd, fc.nat(), ({ toolSet, text }, end, place) => {
        const tools = toolSets[toolSet];
        const at = place % (text.length + 1);
        const atOnce = watch({ tools }, [text.slice(0, at)]);
        const dripped = watch({ tools }, cutEvery(text.slice(0, at), 1));
        expectSame(shown(foldEvents(dripped.events)), shown(foldEvents(atOnce.events)));
        expectSame(shown(atOnce.reader.blocks), shown(foldEvents(atOnce.events)));
        const before = shown(foldEvents(atOnce.events));
        const endedBefore = endedBlocks(atOnce.reader.blocks, atOnce.events);
        for (const chunk of textChunks([text.slice(at)])) atOnce.reader.push(chunk);
        atOnce.reader.end(reasonOf(end));
        const after = shown(atOnce.reader.blocks);
        for (const [index, block] of before.entries()) expectGrown(block, after[index]);
        for (const [index, block] of endedBefore) expectSame(atOnce.reader.blocks[index], block);
      }),
      runs,
    );
  });
});

function watch(options: ParserOptions, texts: readonly string[]) {
  const events: BlockEvent[] = [];
  const reader = createParser({ ...options, onEvent: (event) => events.push(event) });
  for (const chunk of textChunks(texts)) reader.push(chunk);
  return { reader, events };
}

/** The ended blocks by their index, as they are now. */
function endedBlocks(blocks: readonly Block[], events: readonly BlockEvent[]): Map<number, Block> {
  const ended = new Map<number, Block>();
  foldEvents(events).forEach((told, index) => {
    const block = blocks[index];
    if (!told.isOpen && block !== undefined) ended.set(index, structuredClone(block));
  });
  return ended;
}

type Shown = ReturnType<typeof shown>[number];

function expectGrown(before: Shown, after: Shown | undefined): void {
  if (before.type !== "tool-use" || after?.type !== "tool-use") {
    expect(after?.type).toBe(before.type);
    if (before.type !== "tool-use" && after?.type === before.type)
      expect(after.text.startsWith(before.text)).toBe(true);
    return;
  }
  expect([after.id, after.name]).toEqual([before.id, before.name]);
  before.params.forEach(([name, text], index) => {
    const [nameAfter, textAfter] = after.params[index] ?? [];
    expect(nameAfter).toBe(name);
    if (textAfter?.startsWith(text ?? "") !== true) expect(textAfter).toBe(text);
  });
}

describe("linear", () => {
  // No clock is read: at a megabyte, quadratic work would be a million times the work and run into the test's limit.
  it.each(adversarialShapes)("a megabyte of $name is read in 4-character deltas", (shape) => {
    const text = fillShape(shape);
    const { start } = shape;
    const options = { tools: unmarkedTools, ...(start !== undefined && { start }) };
    const { events, reader } = watch(options, cutEvery(text, 4));
    reader.end("stop");
    expect(events.length).toBeLessThan(2 * text.length);
    let told = 0;
    for (const event of events) if ("text" in event) told += event.text.length;
    expect(told).toBeLessThanOrEqual(text.length);
    expect(reader.blocks.length + reader.gaps.length).toBeGreaterThan(0);
  });
});

describe("total", () => {
  it("no input throws, in whatever order chunks come", () => {
    fc.assert(
      fc.property(oddChunks, anyEnd, ({ toolSet, chunks }, end) => {
        const tools = toolSets[toolSet];
        const result = readChunks(chunks, { tools }, end);
        const raw = rawText(chunks);
        expectTiles(result, raw);
        expectSound(result, raw);
      }),
      runs,
    );
  });

  it("what comes after the end changes nothing", () => {
    fc.assert(
      fc.property(oddChunks, oddChunks, ({ toolSet, chunks }, late) => {
        const tools = toolSets[toolSet];
        const events: BlockEvent[] = [];
        const reader = createParser({ tools, onEvent: (event) => events.push(event) });
        for (const chunk of chunks) reader.push(chunk);
        reader.end();
        const before = JSON.stringify([reader.blocks, reader.gaps, reader.notes, reader.truncated, events.length]);
        for (const chunk of late.chunks) reader.push(chunk);
        reader.end("stop");
        expect(JSON.stringify([reader.blocks, reader.gaps, reader.notes, reader.truncated, events.length])).toBe(
          before,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("a listener that throws is heard by the caller, and the message is read all the same", () => {
    fc.assert(
      fc.property(sampleMessages, anyEnd, fc.nat({ max: 30 }), ({ toolSet, text }, end, failAt) => {
        const tools = toolSets[toolSet];
        const events: BlockEvent[] = [];
        const reader = createParser({
          tools,
          onEvent: (event) => {
            events.push(event);
            if (events.length === failAt) throw new Error("listener");
          },
        });
        let thrown = 0;
        const attempt = (act: () => void): void => {
          try {
            act();
          } catch (error) {
            expect(error).toEqual(new Error("listener"));
            thrown++;
          }
        };
        for (const chunk of textChunks(cutEvery(text, 3))) attempt(() => reader.push(chunk));
        attempt(() => reader.end(reasonOf(end)));
        const undisturbed = readPieces(cutEvery(text, 3), { tools }, end);
        expect(reader.blocks).toEqual(undisturbed.blocks);
        expect(foldEvents(events)).toEqual(undisturbed.told);
        expect(thrown).toBe(failAt > 0 && failAt <= events.length ? 1 : 0);
      }),
      { numRuns: 2000 },
    );
  });

  it.each<[option: string, options: Record<string, unknown>]>([
    ["tools", { tools: undefined }],
    ["tools", { tools: null }],
    ["tools", { tools: "read_file" }],
    ["tools", { tools: [undefined] }],
    ["tools", { tools: [{}] }],
    ["tools", { tools: [{ name: "", parameters: {} }] }],
    ["tools", { tools: [{ name: 7, parameters: {} }] }],
    ["tools", { tools: [{ name: "a" }] }],
    ["tools", { tools: [{ name: "a", parameters: null }] }],
    [
      "tools",
      {
        tools: [
          { name: "a", parameters: {} },
          { name: "a", parameters: {} },
        ],
      },
    ],
    ["tools", { tools: [{ name: "a", parameters: { properties: null } }] }],
    ["tools", { tools: [{ name: "a", parameters: { properties: { b: null } } }] }],
    ["tools", { tools: [{ name: "a", parameters: { properties: {}, required: "b" } }] }],
    ["dialect", { tools: [], dialect: "klingon" }],
    ["dialect", { tools: [], dialect: "__proto__" }],
    ["dialect", { tools: [], dialect: 7 }],
    ["messageId", { tools: [], messageId: 7 }],
    ["start", { tools: [], start: "elsewhere" }],
    ["onEvent", { tools: [], onEvent: "log" }],
  ])("a bad option throws at creation and names the option: %s in %j", (option, options) => {
    // The types forbid these; a caller in JavaScript may still pass them.
    let thrown: unknown;
    try {
      Reflect.apply(createParser, undefined, [options]);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(InvalidOptionError);
    expect(thrown).toMatchObject({ code: "invalid_option", option });
  });
});
