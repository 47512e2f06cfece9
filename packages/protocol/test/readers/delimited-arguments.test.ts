import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH } from "../../src/limits.js";
import { DelimitedArguments } from "../../src/readers/delimited-arguments.js";
import type { JsonHandler } from "../../src/readers/json-handler.js";
import { cutEvery, pieces } from "../cuts.js";
import { harmlessObject } from "../harmless-json.js";
import { differenceOfCuts, readArguments } from "./read-arguments.js";
import { writeNumber } from "./write-number.js";

const QUOTE_MARK = '<|"|>';
const create = (handler: JsonHandler) => new DelimitedArguments(handler, ["<escape>", QUOTE_MARK]);
const read = (cut: readonly string[]) => readArguments(create, cut);

/** A JSON value as Gemma writes it. Its texts must not hold the delimiter. */
function writeDelimited(value: unknown, delimiter: string, blank: string): string {
  const text = (inner: string) => delimiter + inner + delimiter;
  if (Array.isArray(value)) {
    return `[${value.map((item) => blank + writeDelimited(item, delimiter, blank) + blank).join(",")}]`;
  }
  if (typeof value !== "object" || value === null) return writeScalar(value, text);
  const members = Object.entries(value).map(([key, inner]) => {
    const name = /^[A-Za-z_][\w.-]*$/.test(key) ? key : text(key);
    return `${blank}${name}${blank}:${blank}${writeDelimited(inner, delimiter, blank)}${blank}`;
  });
  return `{${members.join(",")}}`;
}

function writeScalar(value: unknown, text: (inner: string) => string): string {
  if (typeof value === "string") return text(value);
  return typeof value === "number" ? writeNumber(value) : String(value);
}

const lengths = fc.infiniteStream(fc.integer({ min: 1, max: 7 }));
const soups = fc
  .array(
    fc.constantFrom(
      ...'{}[]:,"\\ \n<|>-1',
      "<escape>",
      "<esc",
      "ape>",
      QUOTE_MARK,
      '<|"',
      "a:",
      "b-c",
      "true",
      "None",
      "2.5",
      "{a:<escape>",
      "[<escape>",
      "\\u00",
      "e9",
      "😀",
      "\ud83d",
      "\ude00",
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

describe("reading the arguments of a Gemma call while they arrive", () => {
  it.each([
    ["nothing", "}", {}],
    ["text", "location:<escape>Paris, France<escape>}", { location: "Paris, France" }],
    ["scalars", "a:true,b:42,c:3.14,d:null,e:-1e3}", { a: true, b: 42, c: 3.14, d: null, e: -1000 }],
    ["nesting", 'n:{i:<|"|>v<|"|>},l:[<|"|>a<|"|>,2,[],{}]}', { n: { i: "v" }, l: ["a", 2, [], {}] }],
    ["delimited keys", 'o:{<|"|>3<|"|>:<|"|>new text<|"|>},<escape>a b<escape>:1}', { o: { 3: "new text" }, "a b": 1 }],
    ["raw text", 'a:<escape>\\n {}[],:" <esc <escape>,b:<escape><escape>}', { a: '\\n {}[],:" <esc ', b: "" }],
    ["blanks between", "a : <escape>x<escape> ,\n b:\t[ 1 , 2 ] }", { a: "x", b: [1, 2] }],
    ["names with dots and dashes", "a.b-c:1,_d:2}", { "a.b-c": 1, _d: 2 }],
    ["another delimiter inside of text", 'a:<escape><|"|><escape>}', { a: '<|"|>' }],
  ])("reads %s", (_title, text, value) => {
    const result = read(cutEvery(text, 1));
    expect(result).toMatchObject({ closed: true, consumed: text.length, repairs: [], closes: 1 });
    expect(result.value).toStrictEqual(value);
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });

  it("reads any object as it was written, however it is cut", () => {
    const delimiters = fc.constantFrom("<escape>", QUOTE_MARK);
    const blanks = fc.constantFrom("", " ", "\n  ");
    fc.assert(
      fc.property(harmlessObject, delimiters, blanks, lengths, (object, delimiter, blank, lengthsOfPieces) => {
        fc.pre(!Object.keys(object).concat(JSON.stringify(object)).join().includes(delimiter));
        const text = `${writeDelimited(object, delimiter, blank).slice(1)}<end>`;
        const result = read(pieces(text, lengthsOfPieces));
        expect(result.value).toStrictEqual({ ...object });
        expect(result).toMatchObject({ repairs: [], behind: "<end>", closes: 1 });
        expect(result.members.map(({ name, value }) => [name, value])).toStrictEqual(Object.entries(object));
        for (const { text: told, value } of result.members) {
          if (typeof value === "string") expect(told).toBe(value);
          else expect(read([`a:${told}}`]).value).toStrictEqual({ a: value });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("reads any text the same however it is cut, and never throws", () => {
    fc.assert(
      fc.property(soups, lengths, (text, lengthsOfPieces) => {
        expect(differenceOfCuts(create, text, pieces(text, lengthsOfPieces))).toBe(undefined);
        const { consumed, behind, closes, closed } = read([text]);
        expect(consumed + behind.length).toBe(text.length);
        expect(closes).toBe(closed ? 1 : 0);
      }),
      { numRuns: 5000 },
    );
  });

  it("tells of text as it comes, and never half of a delimiter, a character or a number", () => {
    expect(read(["a:<escape>x", "y<", "z<esc", "ape", ">"]).pieces).toStrictEqual(["x", "y", "<z"]);
    expect(read(cutEvery("a:<escape>😀<escape>,b:10.5,c:[10", 1)).pieces).toStrictEqual(["😀", "10.5", "["]);
  });

  it("tells of what is no text as it is written", () => {
    const { members } = read(cutEvery("a:[1, <escape>x<escape>],b:{c : true},d: 10 }", 1));
    expect(members.map(({ text }) => text)).toStrictEqual(["[1, <escape>x<escape>]", "{c : true}", "10"]);
  });

  it("does not close what the text did not close", () => {
    for (const text of [
      "a:<escape>x",
      "a:<escape>x<escape>",
      "a:1",
      "a:[1",
      "a",
      "",
      "a:1,",
      "a:<escape>}",
      "a:{b:1}",
    ]) {
      expect(read([text])).toMatchObject({ closed: false, broken: false, value: undefined });
    }
  });
});

describe("refusing what Gemma does not write", () => {
  it.each([
    ["a key without a value", "a}", '"}" does not belong there'],
    ["the wrong bracket", "a:[1}", '"}" does not belong there'],
    ["two commas", "a:1,,b:2}", '"," does not belong there'],
    ["a key that is none", "1:2}", '"1" does not belong there'],
    ["a key that goes on as none", "a b:2}", '"a b" is no key'],
    ["half a mark for a key", "a:1,<esc:2}", '":" does not belong there'],
    ["a key that is an array", "[1]:2}", '"[" does not belong there'],
    ["text that was not opened", "a:x<escape>,b:1}", '"x<escape>" is no value'],
  ])("refuses %s", (_title, text, why) => {
    expect(read([text])).toMatchObject({ closed: false, broken: true, value: undefined, closes: 0 });
    expect(read([text]).repairs.at(-1)).toBe(`json-syntax: The arguments cannot be read: ${why}.`);
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });
});

describe("the mark that closes a call", () => {
  const inFrame = (handler: JsonHandler) => new DelimitedArguments(handler, [QUOTE_MARK], "<tool_call|>");

  it("stands for a bracket behind a value", () => {
    const text = `a:${QUOTE_MARK}x${QUOTE_MARK}<tool_call|> more`;
    expect(readArguments(inFrame, [text])).toMatchObject({ closed: true, value: { a: "x" }, behind: " more" });
    expect(differenceOfCuts(inFrame, text)).toBe(undefined);
  });

  it.each([
    ["inside a text", 'a:<|"|><tool_call|>', false],
    ["in place of a value", "a:<tool_call|>,b:1", false],
    ["inside an object", "a:{b:[]<tool_call|>", true],
  ])("closes nothing %s", (_title, text, broken) => {
    expect(readArguments(inFrame, [text])).toMatchObject({ closed: false, broken });
    expect(differenceOfCuts(inFrame, text)).toBe(undefined);
  });
});

describe("mending Gemma's arguments", () => {
  it.each([
    [
      "missing commas",
      "a:<escape>x<escape>b:[1]c:[<escape>y<escape> <escape>z<escape>{}]}",
      { a: "x", b: [1], c: ["y", "z", {}] },
      1,
    ],
    ["trailing commas", "a:[1,],}", { a: [1] }, 1],
    ["JSON strings", '"a":"x\\n\\u00e9","b":["<escape>"]}', { a: "x\né", b: ["<escape>"] }, 1],
    ["bare text", "a: New York ,b:[x, <y],c:007}", { a: "New York", b: ["x", "<y"], c: "007" }, 1],
    ["a missing value", "a:,b:{c:}}", { a: "", b: { c: "" } }, 1],
    ["large integers", "a:9007199254740993}", { a: "9007199254740993" }, 1],
    ["Python's words", "a:True,b:None}", { a: true, b: null }, 1],
    ["repeated keys", "a:1,a:<escape>2<escape>}", { a: 1 }, 1],
    ["unsafe keys", "__proto__:{x:1},a:{constructor:1,b:2}}", { a: { b: 2 } }, 2],
  ])("mends %s and says so", (_title, text, value, repairs) => {
    const result = read(cutEvery(text, 1));
    expect(result.value).toStrictEqual(value);
    expect(result.repairs).toHaveLength(repairs);
    expect(result.members.map(({ name }) => name)).toStrictEqual(Object.keys(value));
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });
});

describe("keeping Gemma's arguments harmless", () => {
  it.each([
    "<escap",
    "<",
    "[",
    "{a:",
    "x",
    '"',
    "1",
    "<escape>",
    "<escape>x<escape>",
    ",",
    "{a:<escape><escape>}",
    " ",
  ])("reads a megabyte of %j in no time", (part) => {
    // No clock is read: quadratic work would run into the test's limit.
    const many = part.repeat(1_000_000 / part.length);
    for (const opened of ["a:", "a:<escape>", "a:[", ""]) {
      for (const length of [16, 1_000_000]) read(cutEvery(opened + many, length));
    }
  });

  it("reads two hundred thousand members in no time", () => {
    const text = Array.from({ length: 200_000 }, (_, index) => `k${index}:${index}`).join(",");
    expect(read([`${text}}`]).closed).toBe(true);
  });

  it("gives up on brackets that are nested too deeply, and says so", () => {
    const depth = MAX_JSON_DEPTH - 1;
    expect(read([`a:${"[".repeat(depth)}${"]".repeat(depth)}}`]).closed).toBe(true);
    expect(read([`a:${"[".repeat(depth + 1)}`]).repairs.at(-1)).toMatch(/^too-long: .* levels/);
  });
});
