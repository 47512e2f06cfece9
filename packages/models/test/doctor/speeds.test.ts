import type { StreamChunk } from "@millrace/protocol";
import { describe, expect, it } from "vitest";
import type { ProbeAnswer } from "../../src/doctor/probe-answer.js";
import { outputSpeed, promptSpeed } from "../../src/doctor/speeds.js";

const WORDS: readonly StreamChunk[] = [{ type: "text-delta", text: "word ".repeat(40) }];
const CALL: readonly StreamChunk[] = [
  { type: "tool-input-start", index: 0, name: "read_file" },
  { type: "tool-input-delta", index: 0, json: '{"path":"a"}' },
];

/** 1,000 tokens read in 2 s, and 100 written in 4 s. */
function answer(more: Partial<ProbeAnswer> = {}): ProbeAnswer {
  return {
    chunks: WORDS,
    usage: { inputTokens: 1_000, outputTokens: 100 },
    reason: "stop",
    offered: false,
    bytes: 4_000,
    isFresh: true,
    firstContentMs: 2_000,
    lastContentMs: 6_000,
    ...more,
  };
}

const usage = (more: ProbeAnswer["usage"]) => ({ inputTokens: 1_000, outputTokens: 100, ...more });

describe("how fast a prompt is read", () => {
  it("is told by the server, else by the clock", () => {
    expect(promptSpeed([answer({ usage: usage({ speed: { prompt: 900 } }) })])).toEqual({
      perSecond: 900,
      by: "server",
    });
    expect(promptSpeed([answer()])).toEqual({ perSecond: 500, by: "clock" });
  });

  it.each([
    ["one whose beginning was asked before: it is in the cache", { isFresh: false }],
    ["one that the server read from its cache", { usage: usage({ cacheReadTokens: 900 }) }],
    ["one whose answer is a native call, which may have been held back", { chunks: CALL }],
    ["one whose answer was thought about where nobody sees it", { usage: usage({ outputTokens: 1_000 }) }],
  ])("is not read off %s", (_, more) => {
    expect(promptSpeed([answer(more)])).toBeUndefined();
  });

  it("is, by the clock, that of the quickest: a model that loads itself first looks slow", () => {
    expect(promptSpeed([answer({ firstContentMs: 60_000, usage: usage({ inputTokens: 2_000 }) }), answer()])).toEqual({
      perSecond: 500,
      by: "clock",
    });
  });
});

describe("how fast an answer is written", () => {
  it("is told by the server, else by the clock", () => {
    expect(outputSpeed([answer({ usage: usage({ speed: { output: 40 } }) })])).toEqual({ perSecond: 40, by: "server" });
    expect(outputSpeed([answer()])).toEqual({ perSecond: 25, by: "clock" });
  });

  it.each([
    ["a native call, which may have been held back", { chunks: CALL }],
    ["what was mostly thought where nobody sees it", { usage: usage({ outputTokens: 5_000 }) }],
    ["what came in one piece", { lastContentMs: 2_000 }],
  ])("is not read off %s", (_, more) => {
    expect(outputSpeed([answer(more)])).toBeUndefined();
  });
});
