import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonFrame } from "../../src/readers/json-frame.js";
import { JsonReader } from "../../src/readers/json-value.js";
import { cutAt, cutEvery, pieces } from "../cuts.js";
import { frameClosedBy, read, readWhole, recorder } from "./json-recorder.js";

const MISSING = "json-syntax: The JSON was mended: a closing bracket was missing.";

describe("closing JSON whose brackets are missing", () => {
  const cases: [title: string, text: string, value: unknown][] = [
    ["behind a string", '{"city": "Beijing"', { city: "Beijing" }],
    ["behind a string and blanks", '{"city": "Beijing"\n ', { city: "Beijing" }],
    ["behind a number", '{"n": 12', { n: 12 }],
    ["behind a word", '{"n": [true', { n: [true] }],
    ["behind an object", '[{"name": "lookup", "arguments": {}', [{ name: "lookup", arguments: {} }]],
    ["behind an array", '{"a": [1, [2]]', { a: [1, [2]] }],
    ["behind a comma", '{"a": "b", ', { a: "b" }],
    ["behind an opening bracket", '{"a": {', { a: {} }],
    ["behind a string deep inside", '{"a": {"b": ["c"', { a: { b: ["c"] } }],
  ];
  it.each(cases)("closes them %s, however it is cut", (_title, text, value) => {
    const whole = readWhole([text], undefined, "closeMissing");
    expect(whole).toMatchObject({ closed: true, consumed: text.length, closes: 1 });
    expect(whole.value).toStrictEqual(value);
    expect(whole.repairs).toContain(MISSING);
    expect(whole.members.every(({ ended }) => ended)).toBe(true);
    for (let at = 0; at <= text.length; at++) {
      expect(readWhole(cutAt(text, [at]), undefined, "closeMissing")).toStrictEqual(whole);
    }
  });

  it.each([
    "",
    "  ",
    '{"a": "b',
    '{"a": "say "hi"',
    '{"a',
    '{"a"',
    '{"a":',
    '{"a": tru',
    '{"a": 1.',
    '{"a": 1 // b',
    '{"a": "b", c',
    '"a',
    '"{\\"a\\": 1',
    "[1}",
  ])("invents nothing: %s stays open", (text) => {
    expect(readWhole([text], undefined, "closeMissing")).toMatchObject({ closed: false, value: undefined, closes: 0 });
  });

  it("says whether the value is closed, and says no repair of one that was whole", () => {
    const reader = new JsonReader(recorder().handler);
    reader.write('{"a": 1}');
    expect([reader.closeMissing(), reader.repairs]).toStrictEqual([true, []]);
    expect(new JsonReader(recorder().handler).closeMissing()).toBe(false);
  });

  it("tells of a nested value as it was written, up to where it was cut", () => {
    const { members } = read(['{"o": {"k": "v"', " "], undefined, "closeMissing");
    expect(members).toStrictEqual([{ name: "o", text: '{"k": "v" ', value: { k: "v" }, ended: true }]);
  });
});

describe("stopping where the frame around JSON closes", () => {
  const mark = "<|tool_call_end|>";
  const frame = frameClosedBy(mark);

  it.each([
    ["a string", '{"city": "Beijing"', { city: "Beijing" }],
    ["a string and blanks", '{"city": "Beijing"\n', { city: "Beijing" }],
    ["a number", '{"n": 12', { n: 12 }],
    ["an object", '{"a": {"b": "c"}\n', { a: { b: "c" } }],
    ["a comma", '["a", ', ["a"]],
    ["an opening bracket", '{"a": {', { a: {} }],
  ])("stops behind %s, however it is cut, and can be closed there", (_title, json, value) => {
    const text = `${json}${mark} and more`;
    const whole = readWhole([text], frame, "closeMissing");
    expect(whole).toMatchObject({ closed: true, atFrameClose: true, consumed: json.length });
    expect(whole.value).toStrictEqual(value);
    expect(readWhole(cutEvery(text, 1), frame, "closeMissing")).toStrictEqual(whole);
    for (let at = 0; at <= text.length; at++) {
      expect(readWhole(cutAt(text, [at]), frame, "closeMissing")).toStrictEqual(whole);
    }
  });

  it("stops before a value that never began", () => {
    expect(readWhole([`\n${mark}`], frame)).toMatchObject({
      closed: false,
      broken: false,
      atFrameClose: true,
      consumed: 1,
    });
  });

  it("stays open there until it is closed", () => {
    const reader = new JsonReader(recorder().handler, frame);
    expect([reader.write('{"a": "b"<|tool'), reader.atFrameClose]).toStrictEqual([15, false]);
    expect([reader.write("_call_end|> x"), reader.atFrameClose]).toStrictEqual([0, true]);
    expect([reader.write("}"), reader.closed, reader.consumed]).toStrictEqual([0, false, 9]);
  });

  it("takes what only looks like the close for content, or for a fault", () => {
    const content = `{"a": "x "<|tool_call" y"}`;
    expect(readWhole(cutEvery(content, 1), frame).value).toStrictEqual({ a: 'x "<|tool_call" y' });
    const fault = readWhole(cutEvery('{"a": 1 <|tool_calls', 1), frame);
    expect(fault).toMatchObject({ broken: true, consumed: 8, behind: "<|tool_calls" });
    expect(readWhole(['{"a": 1 <|tool'], frame)).toMatchObject({ broken: true, consumed: 8, behind: "<|tool" });
  });

  it("lets a whole string hold the close", () => {
    const text = JSON.stringify({ a: `say ${mark} "${mark}"` });
    expect(readWhole(cutEvery(text, 1), frame)).toMatchObject({ closed: true, repairs: [] });
  });

  it("waits for no close that does not come", () => {
    const patient: JsonFrame = { closesFrame: () => "more" };
    const text = `{"a": "x "${"<".repeat(200)}" y"}`;
    expect(readWhole([text], patient).value).toStrictEqual({ a: `x "${"<".repeat(200)}" y` });
    expect(readWhole(cutEvery(text, 1), patient)).toStrictEqual(readWhole([text], patient));
    expect(readWhole([`{"a": 1${"<".repeat(127)}`], patient)).toMatchObject({ broken: true, consumed: 7 });
    expect(readWhole(cutEvery(`{"a": 1${"<".repeat(500)}`, 9), patient)).toMatchObject({ broken: true, consumed: 7 });
  });

  it("reads any text the same however it is cut, and never throws", () => {
    const parts = [
      "{",
      "}",
      "[",
      "]",
      '"',
      "'",
      ":",
      ",",
      "\\",
      "\n",
      " ",
      "/",
      "*",
      "#",
      "1",
      "True",
      "a",
      "<|end",
      "|>",
    ];
    const soup = fc.array(fc.constantFrom(...parts), { maxLength: 25 }).map((some) => some.join(""));
    const lengths = fc.infiniteStream(fc.integer({ min: 1, max: 4 }));
    fc.assert(
      fc.property(soup, lengths, fc.constantFrom("end", "closeMissing"), (text, cut, atEnd) => {
        const whole = readWhole([text], frameClosedBy("<|end|>"), atEnd);
        expect(readWhole(pieces(text, cut), frameClosedBy("<|end|>"), atEnd)).toStrictEqual(whole);
        expect(whole.closes).toBe(whole.closed ? 1 : 0);
        if (whole.atFrameClose) expect(whole.behind.startsWith("<|end|>")).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
