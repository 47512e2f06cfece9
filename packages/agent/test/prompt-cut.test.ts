import type { Usage } from "@millrace/protocol";
import { expect, test } from "vitest";
import { tokensReadOfCutPrompt } from "../src/prompt-cut.js";

test("a server that counts far fewer tokens than any tokenizer makes of a prompt has cut it", () => {
  expect(tokensReadOfCutPrompt(40_000, { inputTokens: 4_096 })).toBe(4_096);
  expect(tokensReadOfCutPrompt(40_000, { inputTokens: 2_000, cacheReadTokens: 1_000 })).toBe(3_000);
});

test.each([
  ["one that counts it all", { inputTokens: 10_000 }],
  ["one with a dense tokenizer", { inputTokens: 7_000 }],
  ["one that had most of it in its cache", { inputTokens: 10_000, cacheReadTokens: 9_000 }],
  ["one behind a gateway that counts what was not cached", { inputTokens: 1_500, cacheReadTokens: 8_500 }],
  [
    "one behind a gateway that counts what was not cached, and has written the rest",
    { inputTokens: 1_500, cacheWriteTokens: 8_500 },
  ],
  ["one that counts only what it had not cached, and does not say so", { inputTokens: 300 }],
  ["one that counts nothing", {}],
  ["our own guess", { inputTokens: 1_000, estimated: true }],
] as [string, Usage][])("no cut is %s", (_what, usage) => {
  expect(tokensReadOfCutPrompt(40_000, usage)).toBeUndefined();
});
