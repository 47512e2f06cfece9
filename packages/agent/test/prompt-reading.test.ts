import type { Usage } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelProfile } from "../src/model-profile.js";
import { PromptReadings } from "../src/prompt-reading.js";

const sent = (bytes: number, cacheable: number) => ({ bytes, cacheableBytes: () => cacheable });
const known = (value: boolean): Pick<ModelProfile, "cutsSilently"> => ({
  cutsSilently: { value, from: "measured", at: "" },
});
const CUT = { kind: "cut", read: 4_096 };

describe("a server that counts far fewer tokens than any tokenizer makes of a prompt", () => {
  test("has cut it where what no cache can hold is more, too", () => {
    expect(new PromptReadings({}).judge(sent(40_000, 8_000), { inputTokens: 4_096 })).toEqual(CUT);
    const twoCounts = { inputTokens: 2_000, cacheReadTokens: 2_096 };
    expect(new PromptReadings({}).judge(sent(40_000, 8_000), twoCounts)).toEqual(CUT);
  });

  test("has cut it where it counts what it has cached, and what is new is far less", () => {
    const readings = new PromptReadings({});
    readings.judge(sent(12_000, 0), { inputTokens: 3_000 });
    readings.judge(sent(14_000, 12_000), { inputTokens: 3_500 });
    expect(readings.judge(sent(26_000, 23_000), { inputTokens: 4_096 })).toEqual(CUT);
  });

  test("has cut it where that is known, and has not where the contrary is", () => {
    expect(new PromptReadings(known(true)).judge(sent(40_000, 24_000), { inputTokens: 4_096 })).toEqual(CUT);
    expect(new PromptReadings(known(false)).judge(sent(40_000, 0), { inputTokens: 4_096 })).toEqual({
      kind: "unclear",
    });
  });

  test.each<[string, Usage]>([
    ["behind a gateway that counts what was not cached", { inputTokens: 1_500, cacheReadTokens: 8_500 }],
    ["that has written the rest into its cache", { inputTokens: 1_500, cacheWriteTokens: 8_500 }],
    ["that counts nothing", {}],
    ["of which we guess", { inputTokens: 1_000, estimated: true }],
    ["with a dense tokenizer", { inputTokens: 7_000 }],
  ])("is not one %s", (_what, usage) => {
    expect(new PromptReadings({}).judge(sent(40_000, 8_000), usage)).toEqual({ kind: "whole" });
  });
});

test("a server that counts only what it had not cached is never taken for one that cuts, whatever is said", () => {
  // Its cache holds what the last request began with; before the first, the prompt of another session.
  const request = fc.record({ more: fc.integer({ min: 1, max: 60_000 }), isCompacted: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(request),
      fc.integer({ min: 0, max: 40_000 }),
      fc.double({ min: 2, max: 6, noNaN: true }),
      (requests, prompt, density) => {
        const readings = new PromptReadings({});
        let before = prompt;
        for (const { more, isCompacted } of requests) {
          const kept = isCompacted ? prompt : before;
          const bytes = kept + more;
          const reading = readings.judge(sent(bytes, kept), { inputTokens: Math.ceil((bytes - kept) / density) });
          expect(reading.kind).not.toBe("cut");
          before = bytes;
        }
      },
    ),
  );
});
