import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_EQUAL_CALLS } from "../src/limits.js";
import { RepetitionDetector } from "../src/repetition.js";
import { textResult } from "../src/tool.js";

/** Notes calls written as name or name=result, and returns what was said of each. */
function notes(...calls: string[]): string[] {
  const detector = new RepetitionDetector();
  return calls.map((call) => {
    const [name = "", result = "same"] = call.split("=");
    return detector.note(name, { path: name }, textResult(result));
  });
}

const times = (count: number, ...calls: string[]) => Array.from({ length: count }, () => calls).flat();

describe("a model going in circles", () => {
  it("with one call and one result is warned, then stopped", () => {
    expect(notes(...times(6, "a"))).toEqual(["fine", "fine", "warn", "warn", "stop", "stop"]);
  });

  it("between two or three calls is seen, too", () => {
    expect(notes(...times(MAX_EQUAL_CALLS, "a", "b")).at(-1)).toBe("stop");
    expect(notes(...times(MAX_EQUAL_CALLS, "a", "b", "c")).at(-1)).toBe("stop");
    expect(notes(...times(MAX_EQUAL_CALLS, "a", "b")).slice(0, 5)).not.toContain("stop");
  });

  it("is seen whatever the order in which it writes the arguments", () => {
    const detector = new RepetitionDetector();
    const said = times(3, "x", "y").map((_, at) =>
      detector.note("t", at % 2 ? { a: 1, b: { c: 1, d: 2 } } : { b: { d: 2, c: 1 }, a: 1 }, textResult("r")),
    );
    expect(said.at(-1)).toBe("stop");
  });

  it("is warned again after it did something else in between", () => {
    expect(notes(...times(4, "a"), "b", ...times(3, "a"))).toEqual([
      "fine",
      "fine",
      "warn",
      "warn",
      "fine",
      "fine",
      "fine",
      "warn",
    ]);
  });
});

describe("repetitive work", () => {
  it("with different results is never halted", () => {
    const calls = Array.from({ length: 50 }, (_, at) => `test=${at} failed`);
    expect(new Set(notes(...calls))).toEqual(new Set(["fine"]));
  });

  it("that edits between equal test runs is never halted", () => {
    const calls = Array.from({ length: 50 }, (_, at) => ["test=still red", `edit${at}`]).flat();
    expect(new Set(notes(...calls))).toEqual(new Set(["fine"]));
  });

  it("of distinct calls is never halted, whatever the order", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), (names) => {
        const detector = new RepetitionDetector();
        for (const name of names) expect(detector.note("read", { name }, textResult("x"))).toBe("fine");
      }),
    );
  });

  it("tells a key of an object from a value of an array", () => {
    const detector = new RepetitionDetector();
    for (let round = 0; round < 5; round++) {
      const input = round % 2 === 0 ? { a: 1 } : [["a", 1]];
      const said = detector.note(`t${Math.floor(round / 2)}`, input, textResult("x"));
      expect(said).toBe("fine");
    }
  });
});
