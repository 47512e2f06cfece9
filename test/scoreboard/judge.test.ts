import { describe, expect, test } from "vitest";
import type { CorpusEntry, CorpusResult } from "../../conformance/corpus-entry.js";
import { judge } from "../../scoreboard/judge.js";

const TOOLS: CorpusEntry["tools"] = [
  { name: "write", parameters: { type: "object", properties: { content: { type: "string" } } } },
];
const ALL = { partial: true, reasoning: true };
const NOTHING = { partial: false, reasoning: false };

const entry = (more: Partial<CorpusEntry> & { expect: CorpusResult }): CorpusEntry => ({
  id: "own-1",
  source: "own",
  tools: TOOLS,
  input: "",
  ...more,
});
const wrote = (content: string): CorpusResult => ({ text: "", calls: [{ name: "write", arguments: { content } }] });

describe("the scoreboard's judge", () => {
  test("passes what is expected, bodies trimmed, and nothing else", () => {
    expect(judge(wrote("a\n"), entry({ expect: wrote("a") }), ALL)).toBe(true);
    expect(judge(wrote("b"), entry({ expect: wrote("a") }), ALL)).toBe(false);
    expect(judge({ ...wrote("a"), text: "Hi." }, entry({ expect: wrote("a") }), ALL)).toBe(false);
  });

  test("wants the ideal rather than the source's own answer, and takes an alternative", () => {
    const quirk = entry({ expect: wrote("a"), ideal: wrote("b"), alt: [wrote("c")] });
    expect(["a", "b", "c"].map((content) => judge(wrote(content), quirk, ALL))).toEqual([false, true, true]);
  });

  test("does not count an entry of which the reader could not tell the answer", () => {
    const cut = entry({ expect: { ...wrote("a"), partial: true } });
    const thought = entry({ expect: { ...wrote("a"), reasoning: "hm" } });
    expect(judge(wrote("a"), cut, NOTHING)).toBeUndefined();
    expect(judge(wrote("a"), thought, NOTHING)).toBeUndefined();
    expect(judge(wrote("a"), cut, ALL)).toBe(false);
    expect(judge(wrote("a"), thought, ALL)).toBe(false);
  });

  test("counts an entry of which one answer can be told, by that answer alone", () => {
    const either = entry({ expect: { ...wrote("a"), partial: true }, alt: [wrote("b")] });
    expect(judge(wrote("b"), either, NOTHING)).toBe(true);
    expect(judge(wrote("a"), either, NOTHING)).toBe(false);
  });

  test("takes an empty reasoning for none", () => {
    expect(judge(wrote("a"), entry({ expect: { ...wrote("a"), reasoning: "" } }), NOTHING)).toBe(true);
  });
});
