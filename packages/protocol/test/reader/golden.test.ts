import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StreamChunk } from "../../src/index.js";
import { pieces } from "../cuts.js";
import { inputOf, readGoldenCases, shortBlock, shortVisible } from "./golden-cases.js";
import { readChunks, seeChunks } from "./read-message.js";

const { sections, tools } = readGoldenCases();

/** Chunks cut into pieces of the given lengths; what has no text stays as it is, and a signature stands behind all of its text. */
function cut(chunks: readonly StreamChunk[], lengths: Iterator<number>): StreamChunk[] {
  return chunks.flatMap((chunk): StreamChunk[] => {
    if (chunk.type === "text-delta" && chunk.text !== "") {
      return pieces(chunk.text, lengths).map((text) => ({ ...chunk, text }));
    }
    if (chunk.type === "reasoning-delta" && chunk.text !== "") {
      const { signature, ...unsigned } = chunk;
      const cuts = pieces(chunk.text, lengths).map((text): StreamChunk => ({ ...unsigned, text }));
      return signature === undefined ? cuts : [...cuts, { type: "reasoning-delta", text: "", signature }];
    }
    if (chunk.type === "tool-input-delta") return pieces(chunk.json, lengths).map((json) => ({ ...chunk, json }));
    return [chunk];
  });
}

it("the page has golden cases for its rules", () => {
  const count = sections.reduce((sum, [, cases]) => sum + cases.length, 0);
  expect(count).toBeGreaterThanOrEqual(200);
});

describe.each(sections)("docs/READER.md, %s", (_title, cases) => {
  it.each(
    cases.map(
      (golden) => [JSON.stringify(golden.chunks ?? golden.text), golden.reason ?? "no reason", golden] as const,
    ),
  )("%s, %s", (_input, _reason, golden) => {
    const { options, chunks } = inputOf(golden, tools);
    const withSpan = golden.blocks.some(({ at }) => at !== undefined);
    const check = (given: readonly StreamChunk[]): void => {
      if (golden.open === true) {
        expect(shortVisible(seeChunks(given, options))).toEqual(golden.blocks);
        return;
      }
      const { blocks, truncated, notes } = readChunks(given, options, golden.reason ?? "none");
      expect({
        blocks: blocks.map((block) => shortBlock(block, withSpan)),
        truncated,
        notes: notes.map(({ kind }) => kind),
      }).toEqual({ blocks: golden.blocks, truncated: golden.truncated ?? false, notes: golden.notes ?? [] });
    };
    check(chunks);
    check(cut(chunks, [].values()));
    fc.assert(
      fc.property(fc.infiniteStream(fc.integer({ min: 1, max: 30 })), (lengths) => check(cut(chunks, lengths))),
      { numRuns: 20 },
    );
  });
});
