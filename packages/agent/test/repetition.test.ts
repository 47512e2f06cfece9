import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EQUAL_ROUNDS, LONGEST_ROUND } from "../src/limits.js";
import { RepetitionDetector } from "../src/repetition.js";
import { textResult } from "../src/tool.js";

/** Notes calls written as name or name=result, and returns how many rounds were seen after each; 0: no circle. */
function rounds(...calls: string[]): number[] {
  const detector = new RepetitionDetector();
  return calls.map((call) => {
    const [name = "", result = "same"] = call.split("=");
    detector.note({ name, input: { path: name }, result: textResult(result), changes: false });
    return detector.circle?.rounds ?? 0;
  });
}

const times = (count: number, ...calls: string[]) => Array.from({ length: count }, () => calls).flat();
const named = (name: string, changes = false) => ({ name, input: {}, result: textResult("same"), changes });

describe("a model going in circles", () => {
  it("with one call and one result is seen from the third time on", () => {
    expect(rounds(...times(6, "a"))).toEqual([0, 0, 3, 4, 5, 6]);
  });

  it("in a round of up to six calls is seen, too, and which calls these are", () => {
    for (let length = 2; length <= LONGEST_ROUND; length++) {
      const round = Array.from({ length }, (_, at) => `call ${at}`);
      expect(rounds(...times(EQUAL_ROUNDS.stop, ...round)).at(-1)).toBe(EQUAL_ROUNDS.stop);
      expect(rounds(...times(EQUAL_ROUNDS.warn - 1, ...round)).at(-1)).toBe(0);
    }
    const detector = new RepetitionDetector();
    for (const name of times(3, "a", "b")) detector.note(named(name));
    expect(detector.circle?.calls.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("is seen whatever the order in which it writes the arguments", () => {
    const detector = new RepetitionDetector();
    const result = textResult("r");
    for (let at = 0; at < 3; at++) {
      const input = at % 2 ? { a: 1, b: { c: 1, d: 2 } } : { b: { d: 2, c: 1 }, a: 1 };
      detector.note({ name: "t", input, result, changes: false });
    }
    expect(detector.circle?.rounds).toBe(3);
  });

  it("is seen where a read is whole once and only named then, or cut for lack of room, not where the file has changed", () => {
    const read = (text: string, more = {}) =>
      textResult(text, { meta: { path: "a.ts", range: [1, 9], hash: "h", ...more } });
    const rounds = (results: readonly ReturnType<typeof read>[]) => {
      const detector = new RepetitionDetector();
      for (const result of results)
        detector.note({ name: "read_file", input: { path: "a.ts" }, result, changes: false });
      return detector.circle?.rounds ?? 0;
    };
    const again = [read("whole"), read("[Unchanged]", { repeats: "1" }), read("who[…]", { bytesDropped: 9 })];
    expect(rounds(again)).toBe(3);
    expect(rounds([...again, read("whole", { hash: "other" })])).toBe(0);
    expect(rounds([...again, read("whole", { range: [1, 8] })])).toBe(0);
  });

  it("is counted anew after it did something else in between", () => {
    expect(rounds(...times(4, "a"), "b", ...times(3, "a"))).toEqual([0, 0, 3, 4, 0, 0, 0, 3]);
  });
});

describe("a refused call", () => {
  it("stays refused while only others that change nothing are made, and counts as the same again", () => {
    const detector = new RepetitionDetector();
    for (let at = 0; at < 4; at++) detector.note(named("a", true));
    detector.refuseCircle();
    expect(detector.refuses("a", {})).toBe(true);
    expect(detector.refuses("a", { other: 1 })).toBe(false);
    detector.noteRefused("a", {});
    expect(detector.circle?.rounds).toBe(5);
    detector.note(named("b"));
    expect(detector.refuses("a", {})).toBe(true);
  });

  it("may be run anew when another call that changes something was run, not when that was rejected", () => {
    const detector = new RepetitionDetector();
    for (let at = 0; at < 4; at++) detector.note(named("a"));
    detector.refuseCircle();
    detector.note({ ...named("edit", true), result: textResult("no", { status: "rejected" }) });
    expect(detector.refuses("a", {})).toBe(true);
    detector.note(named("edit", true));
    expect(detector.refuses("a", {})).toBe(false);
  });

  it("of a round is none behind which another of the round changes something", () => {
    const detector = new RepetitionDetector();
    for (const name of times(4, "read", "edit")) detector.note(named(name, name === "edit"));
    detector.refuseCircle();
    expect([detector.refuses("read", {}), detector.refuses("edit", {})]).toEqual([false, true]);
  });

  it("is free again when somebody said something", () => {
    const detector = new RepetitionDetector();
    for (let at = 0; at < 4; at++) detector.note(named("a"));
    detector.refuseCircle();
    detector.reset();
    expect(detector.refuses("a", {})).toBe(false);
    expect(detector.circle).toBeUndefined();
  });
});

describe("repetitive work", () => {
  it("with different results is no circle", () => {
    const calls = Array.from({ length: 50 }, (_, at) => `test=${at} failed`);
    expect(new Set(rounds(...calls))).toEqual(new Set([0]));
  });

  it("that edits between equal test runs is no circle", () => {
    const calls = Array.from({ length: 50 }, (_, at) => ["test=still red", `edit${at}`]).flat();
    expect(new Set(rounds(...calls))).toEqual(new Set([0]));
  });

  it("is never taken for a circle where something new comes once in each three rounds, whatever the rest is", () => {
    const call = fc.constantFrom("test", "read a", "read b", "poll");
    fc.assert(
      fc.property(fc.array(fc.array(call, { minLength: 0, maxLength: 2 })), (stretches) => {
        // Between two calls that nobody made before stand two at most: too few for three rounds.
        const calls = stretches.flatMap((stretch, at) => [...stretch, `new ${at}`]);
        expect(new Set(rounds(...calls))).toEqual(new Set(calls.length === 0 ? [] : [0]));
      }),
    );
  });

  it("tells a key of an object from a value of an array", () => {
    const detector = new RepetitionDetector();
    for (let round = 0; round < 6; round++) {
      const input = round % 2 === 0 ? { a: 1 } : [["a", 1]];
      detector.note({ name: `t${Math.floor(round / 2)}`, input, result: textResult("x"), changes: false });
      expect(detector.circle).toBeUndefined();
    }
  });
});
