import { describe, expect, it } from "vitest";
import { cutEvery } from "../cuts.js";
import { readPieces } from "../reader/read-message.js";
import { dialectTools } from "./dialect-tools.js";
import { readDialect } from "./read-dialect.js";

/** What is thought and what is said, of a message whose reasoning the prompt has opened. */
function readThoughts(text: string): readonly (readonly [type: string, text: string])[] {
  const options = { tools: dialectTools, dialect: "auto", start: "in-reasoning" } as const;
  const read = (pieces: readonly string[]) =>
    readPieces(pieces, options, "none").blocks.map((block) => [block.type, "text" in block ? block.text : ""] as const);
  const whole = read([text]);
  expect(read(cutEvery(text, 1))).toEqual(whole);
  return whole;
}

describe("reasoning that the prompt has opened, in auto", () => {
  it.each([
    ["think", "Hm.</think>Yes."],
    ["Gemma", "Hm.<channel|>Yes."],
    ["Kimi K3", "Hm.<|close|>think<|sep|><|open|>response<|sep|>Yes."],
    ["gpt-oss", "Hm.<|end|><|start|>assistant<|channel|>final<|message|>Yes."],
    ["Apertus", "Hm.<|inner_suffix|>Yes."],
  ])("is closed by the mark of %s", (_, text) => {
    expect(readThoughts(text)).toEqual([
      ["reasoning", "Hm."],
      ["text", "Yes."],
    ]);
  });

  it("is not closed by a mark in code", () => {
    expect(readThoughts("The `<channel|>` token.</think>Yes.")).toEqual([
      ["reasoning", "The `<channel|>` token."],
      ["text", "Yes."],
    ]);
  });
});

it.each(["Final answer", "Thought", "Here is my thought"])(
  "half of a mark that is words is text at the end, in auto: %s",
  (text) => {
    expect(readDialect("auto", dialectTools, text)).toEqual([text]);
  },
);
