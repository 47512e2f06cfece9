import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH } from "../../src/limits.js";
import type { JsonHandler } from "../../src/readers/json-handler.js";
import { YamlBody } from "../../src/readers/yaml-body.js";
import { cutEvery, pieces } from "../cuts.js";
import { harmlessObject } from "../harmless-json.js";
import { differenceOfCuts, readArguments } from "./read-arguments.js";
import { writeNumber } from "./write-number.js";
import { writeYaml } from "./write-yaml.js";

const create = (handler: JsonHandler) => new YamlBody(handler);
const read = (cut: readonly string[]) => readArguments(create, cut);

/** Scalars of arguments are text. */
function asText(value: unknown): unknown {
  if (typeof value === "number") return writeNumber(value);
  return typeof value === "object" && value !== null ? value : String(value);
}

const lengths = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));
const choices = fc.infiniteStream(fc.nat());
const soups = fc
  .array(
    fc.constantFrom(
      "a: ",
      "b:\n",
      "\n",
      "\n",
      "\r\n",
      "\n  ",
      "\n    ",
      "\n- ",
      "  - ",
      "- - ",
      "|\n",
      "|+2\n",
      ">-\n",
      "'",
      '"',
      "''",
      "\\",
      "\\u00",
      "e9",
      " # ",
      "[",
      "]",
      "{",
      "}",
      ",",
      ": ",
      " ",
      "\t",
      "x",
      "12",
      "true",
      "---",
      "😀",
      "\ud83d",
      "\ude00",
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

describe("reading YAML arguments while they arrive", () => {
  it.each([
    ["nothing", "\n", {}],
    [
      "plain text",
      "path: a.py\nquery:   two words  \nurl: http://x.y/z#w\n",
      { path: "a.py", query: "two words", url: "http://x.y/z#w" },
    ],
    [
      "scalars as text",
      "a: 1\nb: true\nc: null\nd: 007\ne:\nf: ~",
      { a: "1", b: "true", c: "null", d: "007", e: "", f: "~" },
    ],
    ["single quotes", "value: '<Ctrl+C>ahi, it''s <Esc>'\n", { value: "<Ctrl+C>ahi, it's <Esc>" }],
    ["double quotes", 'value: "\\u003cCtrl+C\\u003eahi \\"x\\"\\n" # note\n', { value: '<Ctrl+C>ahi "x"\n' }],
    ["a quoted value at the end", "a: 'x'", { a: "x" }],
    [
      "a literal block",
      "path: a.py\ncontent: |\n  def f():\n    return 1\n",
      { path: "a.py", content: "def f():\n  return 1\n" },
    ],
    ["a literal block at the end", "content: |\n  a\n  b", { content: "a\nb" }],
    ["a literal block before an indented close tag", "content: |\n    a\n  ", { content: "a\n" }],
    ["blank lines in a block", "a: |\n\n  x\n\n    y\n\n\nb: z", { a: "\nx\n\n  y\n", b: "z" }],
    [
      "stripped and kept blocks",
      "a: |-\n  x\n\nb: |+\n  y\n\nc: |-\n\nd: |+\n\n",
      { a: "x", b: "y\n\n", c: "", d: "\n" },
    ],
    ["an indentation that is given", "a: |2\n    x\n  y\nb: |1-\n   z\n", { a: "  x\ny\n", b: "  z" }],
    [
      "a folded block",
      "a: >\n  x\n  y\n\n  z\n    code\n  w\n\nb: >-\n  p\n  q\n",
      { a: "x y\nz\n  code\nw\n", b: "p q" },
    ],
    [
      "keys, quotes and comments in a block",
      "a: |\n  b: 'x'\n  # \"no\" comment\n  - c\n",
      { a: "b: 'x'\n# \"no\" comment\n- c\n" },
    ],
    ["CRLF", "a: |\r\n  x\r\n  y\r\nb: z\r\nc:\r\n- 'd'\r\n", { a: "x\ny\n", b: "z", c: ["d"] }],
    ["a common indentation", "\n  a: 1\n  b: |\n    x\n  c:\n    - y\n  ", { a: "1", b: "x\n", c: ["y"] }],
    ["comments and blank lines", "# first: x\n\na: 1\n  # 'inner\n\nb: 2\n", { a: "1", b: "2" }],
    [
      "maps",
      "a:\n  b: 1\n  c:\n    d: true\n    e: x y\n  'f g': ~\nh: i",
      { a: { b: 1, c: { d: true, e: "x y" }, "f g": null }, h: "i" },
    ],
    [
      "lists",
      "a:\n  - 1\n  - x\n  -\n  - - 2\n    - 3\nb:\n- y\n- z: 1\n  w:\n  - 2\nc: d",
      { a: [1, "x", null, [2, 3]], b: ["y", { z: 1, w: [2] }], c: "d" },
    ],
    [
      "quotes in lists indented as their map",
      "a:\n- k: \"x\"\n- {k: 'y'}\nb: 'w'",
      { a: [{ k: "x" }, { k: "y" }], b: "w" },
    ],
    [
      "types in maps and lists",
      "a: [1, -2.5, .5, 1e3, 0x1F, true, False, null, ~, '1', x y, 007, .inf, 9007199254740993]",
      { a: [1, -2.5, 0.5, 1000, 31, true, false, null, null, "1", "x y", "007", ".inf", "9007199254740993"] },
    ],
    [
      "flow collections",
      'a: [a, \'b\', {c: 1, "d": [], e: }]\nb: {a: http://x, "b":2, c}\nc: []\n',
      { a: ["a", "b", { c: 1, d: [], e: null }], b: { a: "http://x", b: 2, c: null }, c: [] },
    ],
    [
      "flow collections of many lines",
      "a: [\n  1, # one\n  'x\n   y',\n]\nb:\n  - {c: 2,\n     d: 3}\n",
      { a: [1, "x y"], b: [{ c: 2, d: 3 }] },
    ],
    [
      "blocks in lists and maps",
      "a:\n  - |\n    x\n    y\n  - z: >\n      p\n      q\n    w: 1\n",
      { a: ["x\ny\n", { z: "p q\n", w: 1 }] },
    ],
    ["text in the line below", "a:\n  some text\nb:\n  'quoted'\n", { a: "some text", b: "quoted" }],
    [
      "a plain value of many lines",
      "a: one\n  two\n\n  three\nb:\n  - x\n    y\n",
      { a: "one two\nthree", b: ["x y"] },
    ],
    ["YAML's escapes", 'a: "\\0\\x41\\e\\U0001F600\\_\\/"\n', { a: "\0A\u001b😀\u00a0/" }],
    [
      "quoted values of many lines in lists",
      "a:\n - 'x\n\n   y'' ' # note\n - \"p \\\n   \\ q\"\n",
      { a: ["x\ny' ", "p  q"] },
    ],
    ["joined lines", 'a: "x \\\n   y\\\r\n\n z"\n', { a: "x y\nz" }],
    ["quoted keys", "\"a b\": 1\n'c''d': \"x\"\n", { "a b": "1", "c'd": "x" }],
    ["a document's start", "---\na: 1\n", { a: "1" }],
  ])("reads %s", (_title, text, value) => {
    const result = read(cutEvery(text, 1));
    expect(result.value).toStrictEqual(value);
    expect(result).toMatchObject({ closed: true, broken: false, consumed: text.length, closes: 1 });
    for (const member of result.members) if (typeof member.value === "string") expect(member.text).toBe(member.value);
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });

  it("keeps blanks that are all a block of a list holds in its text, too", () => {
    const [member] = read(["a:\n - |4-\n      \n"]).members;
    expect(member?.value).toStrictEqual([" "]);
    expect(read([`a:\n${member?.text}`]).value).toStrictEqual({ a: [" "] });
  });

  it("reads any object as it was written, however it was written and cut", () => {
    const indents = fc.constantFrom(0, 0, 2);
    fc.assert(
      fc.property(harmlessObject, indents, choices, lengths, (object, indent, numbers, lengthsOfPieces) => {
        const choose = (count: number) => (numbers.next().value ?? 0) % count;
        const text = writeYaml(object, choose, indent);
        const result = read(pieces(text, lengthsOfPieces));
        const expected = Object.entries(object).map(([name, value]) => [name, asText(value)]);
        expect(result.value).toStrictEqual(Object.fromEntries(expected));
        expect(result).toMatchObject({ broken: false, consumed: text.length, closes: 1 });
        expect(result.members.map(({ name }) => name)).toStrictEqual(Object.keys(object));
        for (const { text: told, value } of result.members) {
          if (typeof value === "string") expect(told).toBe(value);
          else expect(read([`a:${/^[[{]/.test(told) ? " " : "\n"}${told}`]).value).toStrictEqual({ a: value });
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("reads any text the same however it is cut, and never throws", () => {
    fc.assert(
      fc.property(soups, lengths, (text, lengthsOfPieces) => {
        expect(differenceOfCuts(create, text, pieces(text, lengthsOfPieces))).toBe(undefined);
        const { consumed, behind, closed, broken, closes } = read([text]);
        expect(consumed + behind.length).toBe(text.length);
        expect([closed, closes]).toStrictEqual([!broken, broken ? 0 : 1]);
      }),
      { numRuns: 5000 },
    );
  });

  it("tells of what it knows before the end", () => {
    const told = (text: string) => {
      const pieces: string[] = [];
      const reader = new YamlBody({
        onKey() {},
        onText: (_, piece) => void pieces.push(piece),
        onValueEnd() {},
        onClose() {},
      });
      for (const piece of cutEvery(text, 1)) reader.write(piece);
      return pieces;
    };
    expect(told("a: |\n  one\n\n  two\n  thr")).toStrictEqual(["one", "\n\ntwo"]);
    expect(told('a: "x\\u00e9 \\n\\u00')).toStrictEqual(["x", "é", " \n"]);
    expect(told("a: 'it''s'")).toStrictEqual(["i", "t", "'", "s"]);
    expect(told("a:\n  - 1\n\n  - 2")).toStrictEqual(["  - 1"]);
    expect(told("a: b")).toStrictEqual([]);
    expect(told("a: b\nc")).toStrictEqual([]);
    expect(told("a: b\nc: d\n")).toStrictEqual(["b"]);
  });

  it("tells of maps and lists as they are written", () => {
    const { members } = read(["a: [1, 'x'] # note\nb:\n  - 1\n\n  - c: 2\n\nd: {e:\n 1}\n"]);
    expect(members.map(({ text }) => text)).toStrictEqual(["[1, 'x']", "  - 1\n\n  - c: 2", "{e:\n 1}"]);
  });
});

describe("refusing what is no such YAML", () => {
  it.each([
    ["prose", "I will write: this\n", "a line is no key with a value"],
    ["XML", "<path>a</path>\n", "a line is no key with a value"],
    ["a list of arguments", "- a: 1\n", "a line is no key with a value"],
    ["an item behind a value", "a: 1\n- b\n", "a line is no key with a value"],
    ["an indentation that fits nothing", "a:\n    b: 1\n  c: 2\n", "the indentation of a line fits no line before"],
    ["a block that is indented less further on", "a: |\n    x\n  y\n", "the indentation of a line fits no line before"],
    ["a map below plain text", "a: b\n  c: d\n", "a value with a colon goes on in the next line"],
    ["tabs for indentation", "a:\n\tb: 1\n", "a line is indented with tabs"],
    ["text behind quotes", "a: 'x' y\n", "text stands behind a value on its line"],
    ["text behind brackets", "a: [x] y\n", "text stands behind a value on its line"],
    ["quotes that are not closed", 'a: "x\nb: 1\n', "a value is not closed"],
    ["brackets that are not closed", "a: [x\n", "a value is not closed"],
    ["quotes in a list that are not closed", "a:\n - 'x\n   y\n", "a value is not closed"],
    ["tags", "a: !!str x\n", "a tag or a complex key stands where a value begins"],
    ["complex keys", "a:\n  ? b\n  : c\n", "a tag or a complex key stands where a value begins"],
    ["a broken flow collection", "a: [x}\n", '"}" does not belong there'],
    ["a half name", "a: 1\npat", "a line is no key with a value"],
  ])("refuses %s", (_title, text, why) => {
    expect(read([text])).toMatchObject({ closed: false, broken: true, value: undefined, closes: 0 });
    expect(read([text]).repairs.at(-1)).toBe(`json-syntax: The YAML arguments cannot be read: ${why}.`);
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });
});

describe("mending YAML arguments", () => {
  it.each([
    ["colons in text", "a: Note: this\n", { a: "Note: this" }, 1],
    ["marks before text", "a: *.ts\nb: @x\nc: !y\nd: > z\n", { a: "*.ts", b: "@x", c: "!y", d: "> z" }, 1],
    ["comments behind values", "a: Issue #12\n", { a: "Issue" }, 1],
    ["quoted values of many lines", "a: \"x\n  y\n\n  z\"\nb: 'p\n  q'\n", { a: "x y\nz", b: "p q" }, 1],
    ["missing blanks", "a:'x'\n", { a: "x" }, 1],
    ["escapes that are none", 'a: "\\d"\n', { a: "\\d" }, 1],
    ["repeated names", "a: 1\na:\n  - 2\n", { a: "1" }, 1],
    ["unsafe names", "__proto__: 1\na: {constructor: 1, b: 2}\nprototype: |\n  x\n", { a: { b: 2 } }, 3],
  ])("mends %s and says so", (_title, text, value, repairs) => {
    const result = read(cutEvery(text, 1));
    expect(result.value).toStrictEqual(value);
    expect(result.repairs).toHaveLength(repairs);
    expect(result.members.map(({ name }) => name)).toStrictEqual(Object.keys(value));
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });
});

describe("keeping YAML arguments harmless", () => {
  it.each(["'", '"', "[", "{", "- ", "x", "\n", " ", "a: ", " #", "a:\n ", "\n  - ", "\\", "''", "[a, ", "\n  x", ":"])(
    "reads a megabyte of %j in no time",
    (part) => {
      // No clock is read: quadratic work would run into the test's limit.
      const many = part.repeat(1_000_000 / part.length);
      for (const opened of ["", "a: ", "a:\n  - ", "a: |\n  ", "a: >\n", 'a: "', "a: ["])
        read(cutEvery(opened + many, 64));
    },
  );

  it("gives up on lists that are nested too deeply, and says so", () => {
    const depth = MAX_JSON_DEPTH - 1;
    expect(read([`a:\n${"- ".repeat(depth)}x`]).closed).toBe(true);
    expect(read([`a: ${"[".repeat(depth)}${"]".repeat(depth)}`]).closed).toBe(true);
    expect(read([`a:\n${"- ".repeat(depth + 1)}x`]).repairs.at(-1)).toMatch(/^too-long: .* levels/);
    expect(read([`a: ${"[".repeat(depth + 1)}\n`]).repairs.at(-1)).toMatch(/^too-long: /);
    const stairs = Array.from({ length: 1000 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("");
    expect(read([stairs]).repairs.at(-1)).toMatch(/^too-long: /);
  });
});
