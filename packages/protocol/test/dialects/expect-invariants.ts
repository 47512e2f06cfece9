import { expect } from "vitest";
import { type Block, type BlockEvent, createParser, type ParserOptions, type Span } from "../../src/index.js";
import { cutAt, cutEvery } from "../cuts.js";
import { foldEvents } from "../reader/fold-events.js";
import { type End, type ReadResult, readPieces, reasonOf, shown, textChunks } from "../reader/read-message.js";

/** Fails unless two JSON values are the same: much quicker than `toEqual` where they are, which is nearly always. */
function expectSame(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) expect(actual, what).toEqual(expected);
}

/** Fails unless spans and gaps cover the text without overlap or hole, in order. */
function expectTiles({ blocks, gaps }: ReadResult, text: string): void {
  const spans: Span[] = [...blocks.map(({ span }) => span), ...gaps].sort((a, b) => a.start - b.start || a.end - b.end);
  let at = 0;
  for (const span of spans) {
    if (span.start !== at || span.channel !== "text") expect(span, `a hole or an overlap at ${at}`).toBe(at);
    at = span.end;
  }
  expect(at, "the end of the text").toBe(text.length);
}

/** Fails unless each block shows what its span says, every text block shows something, and ids count up. */
function expectSound({ blocks, told }: ReadResult, text: string, mayLeaveOut: boolean): void {
  let calls = 0;
  for (const block of blocks) {
    const source = text.slice(block.span.start, block.span.end);
    if (block.type === "tool-use") expect(block.id).toBe(`message.${++calls}`);
    else if (!mayLeaveOut) expect(block.text).toBe(source);
    else expect(isPartOf(block.text, source), `${JSON.stringify(block.text)} in ${JSON.stringify(source)}`).toBe(true);
    if (block.type === "text") expect(block.text.trim(), "a text block that shows nothing").not.toBe("");
  }
  expect(
    told.every((block) => !block.isOpen),
    "a block that nothing ended",
  ).toBe(true);
  expectSame(shown(told), shown(blocks), "the events, folded");
}

/** The text is left of another one when some of its characters are taken out. */
function isPartOf(text: string, whole: string): boolean {
  let at = 0;
  for (let from = 0; at < text.length && from < whole.length; from++) if (whole[from] === text[at]) at++;
  return at === text.length;
}

/** Any cut: the same blocks, ids, spans, gaps, notes and truncation; and these are sound. */
function expectAnyCut(options: ParserOptions, text: string, end: End, cut: readonly string[]): void {
  const whole = readPieces([text], options, end);
  expectTiles(whole, text);
  const mayLeaveOut = options.dialect === "auto" || options.dialect === "command-a";
  expectSound(whole, text, mayLeaveOut);
  expectSame(readPieces(cutEvery(text, 1), options, end), whole, "one unit at a time");
  expectSame(readPieces(cut, options, end), whole, "cut anywhere");
}

/** What is visible behind a prefix depends on that prefix only, and stays. */
function expectNothingTakenBack(options: ParserOptions, text: string, end: End, at: number): void {
  const head = text.slice(0, at);
  const atOnce = watch(options, [head]);
  const before = shown(foldEvents(atOnce.events));
  expectSame(shown(foldEvents(watch(options, cutEvery(head, 1)).events)), before, "the prefix, one unit at a time");
  expectSame(shown(atOnce.reader.blocks), before, "the events of the prefix");
  const ended = endedBlocks(atOnce.reader.blocks, atOnce.events);
  for (const chunk of textChunks([text.slice(at)])) atOnce.reader.push(chunk);
  atOnce.reader.end(reasonOf(end));
  const after = shown(atOnce.reader.blocks);
  for (const [index, block] of before.entries()) expectGrown(block, after[index]);
  for (const [index, block] of ended) expectSame(atOnce.reader.blocks[index], block, "an ended block");
}

/**
 * Whoever cuts a message (`length`) makes no call of it that is not one of the whole, with the same arguments. An exception,
 * which docs/READER.md explains: a body's close and its call's as the last thing.
 */
function expectNoCallOfCut(options: ParserOptions, text: string, at: number, whole: ReadResult): void {
  for (const call of closedCalls(readPieces([text.slice(0, at)], options, "length").blocks)) {
    const meant = whole.blocks.find((block) => block.type === "tool-use" && block.id === call.id);
    const isSame = meant?.type === "tool-use" && meant.name === call.name && !meant.partial;
    if (isSame && JSON.stringify(meant.input) === JSON.stringify(call.input)) continue;
    if (call.span.end === at && call.params.length > 0 && isTagDialect(call.dialect)) continue;
    expect({ at, call }, "a call of the cut message").toEqual({ at, call: meant });
  }
}

/** In these a value is raw text, in which its own close may stand. */
function isTagDialect(dialect: string): boolean {
  return RAW.has(dialect);
}

const RAW: ReadonlySet<string> = new Set(
  [
    "cline",
    "roo-xml",
    "morph-xml",
    "yaml-xml",
    "qwen3-coder",
    "seed-oss",
    "anthropic-fc",
    "antml",
    "minimax-m2",
  ].concat(["deepseek-dsml", "step3", "glm"]),
);

function closedCalls(blocks: readonly Block[]) {
  return blocks.filter((block) => block.type === "tool-use").filter(({ closedBy }) => closedBy !== "end");
}

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
    expect(after?.type, "the type of a block").toBe(before.type);
    if (before.type !== "tool-use" && after?.type === before.type && !after.text.startsWith(before.text)) {
      expect(after.text, "what a block showed").toBe(before.text);
    }
    return;
  }
  expect([after.id, after.name]).toEqual([before.id, before.name]);
  before.params.forEach(([name, shownText], index) => {
    const [nameAfter, textAfter] = after.params[index] ?? [];
    expect(nameAfter).toBe(name);
    if (textAfter?.startsWith(shownText ?? "") !== true) expect(textAfter, `what ${name} showed`).toBe(shownText);
  });
}

/** All of it, at the given places. */
export function expectInvariants(
  options: ParserOptions,
  text: string,
  { end = "none", places = [] }: { end?: End; places?: readonly number[] } = {},
): void {
  const cuts = [...new Set(places.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  expectAnyCut(options, text, end, cutAt(text, cuts));
  const whole = readPieces([text], options, "length");
  for (const at of cuts) {
    expectNothingTakenBack(options, text, end, at);
    expectNoCallOfCut(options, text, at, whole);
  }
}
