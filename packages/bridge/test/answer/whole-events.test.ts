import fc from "fast-check";
import { expect, test } from "vitest";
import type { AnswerEvent } from "../../src/answer/answer-event.js";
import { WholeEvents } from "../../src/answer/whole-events.js";
import { readBack } from "./read-back.js";

/** Any UTF-16, halves of characters among it. */
const anyText = fc.string({ unit: fc.constantFrom("a", "é", "🚀", "\ud83d", "\ude00"), minLength: 1 });

const pieces = (text: string, size: number) => text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
const told = (events: readonly AnswerEvent[], how: WholeEvents) => events.flatMap((event) => how.take([event]));

test("whatever an upstream cuts, no piece ends inside a character, and a lone half is what stands for it", () => {
  fc.assert(
    fc.property(anyText, anyText, fc.integer({ min: 1, max: 4 }), (words, args, size) => {
      const events: AnswerEvent[] = [
        { type: "text-start" },
        ...pieces(words, size).map((text) => ({ type: "text-delta" as const, text })),
        { type: "text-end" },
        { type: "call-start", id: "call_1", name: "patch" },
        ...pieces(args, size).map((text) => ({ type: "call-delta" as const, text })),
        { type: "call-end" },
        { type: "finish", reason: "tool-calls", usage: {} },
      ];
      const whole = told(events, new WholeEvents());
      for (const event of whole) if ("text" in event) expect(event.text).not.toMatch(/\p{Surrogate}/u);
      const inUtf8 = (text: string) => Buffer.from(text, "utf8").toString("utf8");
      expect(readBack(whole).blocks).toMatchObject([{ text: inUtf8(words) }, { text: inUtf8(args) }]);
    }),
  );
});

test("a piece with nothing to mend goes out at once", () => {
  const whole = new WholeEvents();
  expect(whole.take([{ type: "reasoning-start" }, { type: "reasoning-delta", text: "Hm 🚀" }])).toEqual([
    { type: "reasoning-start" },
    { type: "reasoning-delta", text: "Hm 🚀" },
  ]);
  expect(whole.take([{ type: "reasoning-delta", text: "a\ud83d" }])).toEqual([{ type: "reasoning-delta", text: "a" }]);
  expect(whole.take([{ type: "reasoning-end", signature: "s" }])).toEqual([
    { type: "reasoning-delta", text: "\ufffd" },
    { type: "reasoning-end", signature: "s" },
  ]);
});
