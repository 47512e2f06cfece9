import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH, MAX_OPEN_BLOCK } from "../../src/limits.js";
import type { JsonHandler } from "../../src/readers/json-handler.js";
import { PythonArguments } from "../../src/readers/python-arguments.js";
import { cutEvery, pieces } from "../cuts.js";
import { harmlessJson } from "../harmless-json.js";
import { differenceOfCuts, readArguments } from "./read-arguments.js";
import { writePython } from "./write-python.js";

const create = (handler: JsonHandler) => new PythonArguments(handler, ["city", "metric"]);
const read = (cut: readonly string[]) => readArguments(create, cut);
const parse = (text: string) => read(cutEvery(text, 1)).value;

/** Names of arguments that Python can write without quotes. */
const argumentNames = fc
  .stringMatching(/^[a-z_]\w{0,8}$/)
  .filter((name) => !/^(__proto__|constructor|prototype)$/.test(name));
const argumentObjects = fc.dictionary(argumentNames, harmlessJson, { noNullPrototype: true });
const lengths = fc.infiniteStream(fc.integer({ min: 1, max: 7 }));
const choices = fc.infiniteStream(fc.nat());

const soups = fc
  .array(
    fc.constantFrom(
      ..."()[]{}'\",:=*\\#\n \r-1",
      "a=",
      "b='",
      "'''",
      '"""',
      "r'",
      'f"',
      "b'",
      "True",
      "None",
      "null",
      "dict(",
      "list(",
      "set(",
      "**{",
      "'k':",
      "\\u00",
      "e9",
      "\\U0001F600",
      "\\12",
      "\\x4",
      "1_0",
      "2.5e3",
      "😀",
      "\ud83d",
      "\ude00",
      "x",
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(""));

describe("reading the arguments of a Python call while they arrive", () => {
  it.each([
    ["nothing", ")", {}],
    ["names", "a='x', b = 2)", { a: "x", b: 2 }],
    ["a trailing comma", "a=1,\n)", { a: 1 }],
    ["both quotes", `a='say "hi"', b="it's")`, { a: 'say "hi"', b: "it's" }],
    [
      "escaped quotes",
      `city='Martha\\'s Vineyard', metric='\\"cool units\\"')`,
      { city: "Martha's Vineyard", metric: '"cool units"' },
    ],
    ["long strings", `a='''multi\nline "q" ''', b="""x""y"'z\\"""")`, { a: 'multi\nline "q" ', b: `x""y"'z"` }],
    ["empty strings", `a='', b="", c='''''', d="""""")`, { a: "", b: "", c: "", d: "" }],
    [
      "prefixes",
      String.raw`a=r'\d\'', b=u"é", c=F'{x}', d=Rf"\n")`,
      { a: String.raw`\d\'`, b: "é", c: "{x}", d: String.raw`\n` },
    ],
    ["adjacent strings", `a='x' "y"\n r'\\z' # note\n '''!''')`, { a: "xy\\z!" }],
    ["strings in parentheses", `a=('x'\n  'y'), b=(('z')))`, { a: "xy", b: "z" }],
    [
      "escapes",
      String.raw`a='\n\t\\\x41\u00e9\U0001F600\101\0\a\d\q\N{DASH}')`,
      { a: "\n\t\\Aé😀A\0\u0007\\d\\q\\N{DASH}" },
    ],
    [
      "escapes that are none",
      String.raw`a='\x4', b='\u12g', c='\UFFFFFFFF')`,
      { a: "\\x4", b: "\\u12g", c: "\\UFFFFFFFF" },
    ],
    ["joined lines", "a='x\\\ny\\\r\nz')", { a: "xyz" }],
    [
      "numbers",
      "a=1, b=-2, c=1.5, d=1e5, e=1_000, f=.5, g=2., h=+3, i=0x1F, j=-0b11, k=00, l=1E-2)",
      { a: 1, b: -2, c: 1.5, d: 1e5, e: 1000, f: 0.5, g: 2, h: 3, i: 31, j: -3, k: 0, l: 0.01 },
    ],
    [
      "words of Python and JSON",
      "a=True, b=False, c=None, d=true, e=false, f=null)",
      { a: true, b: false, c: null, d: true, e: false, f: null },
    ],
    ["lists and tuples", "a=[1, [2], (), (3,), (4, 5,)], b=(6), c=[])", { a: [1, [2], [], [3], [4, 5]], b: 6, c: [] }],
    [
      "dicts",
      "a={'x': 1, \"y\": {'z': [None]}}, b={}, c={1: 'one', 2.5: 'more'})",
      { a: { x: 1, y: { z: [null] } }, b: {}, c: { 1: "one", 2.5: "more" } },
    ],
    [
      "constructors",
      "a=dict(x=1, y=dict()), b=list((1, 2)), c=tuple([3]), d=list())",
      { a: { x: 1, y: {} }, b: [1, 2], c: [3], d: [] },
    ],
    ["comments", "# first )\na=1, # then '\n b=[ # in\n2])", { a: 1, b: [2] }],
    ["a key that joins strings", "a={'x' 'y': 1, 'z' r'w': 2})", { a: { xy: 1, zw: 2 } }],
    ["the text of a call", `a='), f(b="X")]')`, { a: '), f(b="X")]' }],
  ])("reads %s", (_title, text, value) => {
    const result = read(cutEvery(text, 1));
    expect(result).toMatchObject({ closed: true, broken: false, consumed: text.length, closes: 1 });
    expect(result.value).toStrictEqual(value);
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });

  it("reads any value as it was written, however it was written and cut", () => {
    fc.assert(
      fc.property(argumentObjects, choices, lengths, (object, numbers, lengthsOfPieces) => {
        const choose = (count: number) => (numbers.next().value ?? 0) % count;
        const written = Object.entries(object).map(([name, value]) => `${name}=${writePython(value, choose)}`);
        const text = `${written.join(", ")}) and more`;
        const result = read(pieces(text, lengthsOfPieces));
        expect(result.value).toStrictEqual(object);
        expect(result).toMatchObject({ repairs: [], behind: " and more", closes: 1 });
        expect(result.members.map(({ name, value }) => [name, value])).toStrictEqual(Object.entries(object));
        for (const { text: told, value } of result.members) {
          if (typeof value === "string") expect(told).toBe(value);
          else expect(parse(`a=${told})`)).toStrictEqual({ a: value });
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

  it("tells of a string as it comes, and never half of an escape, a character, a number or a word", () => {
    expect(read(["a='x", "y\\", "n", "z'"]).pieces).toStrictEqual(["x", "y", "\n", "z"]);
    expect(read(cutEvery("a='\\u00e9\\x41\\U0001F600😀'", 1)).pieces).toStrictEqual(["é", "A", "😀", "😀"]);
    expect(read(cutEvery("a=10.25, b=True, c=2", 1)).pieces).toStrictEqual(["10.25", "True"]);
    const nested = ["[", "10", ",", " ", "'", "é", "😀", "\\12", "\\12", "'"];
    expect(read(cutEvery("a=[10, 'é😀\\12\\12'", 1)).pieces).toStrictEqual(nested);
  });

  it("holds quotes while they may open or close a long string", () => {
    expect(read(["a=''"])).toMatchObject({ members: [{ name: "a", text: "", ended: false }] });
    expect(read(["a='''x''"]).members[0]?.text).toBe("x");
    expect(read(["a='''x''y"]).members[0]?.text).toBe("x''y");
  });

  it("tells of what is no string as it is written", () => {
    const { members } = read(cutEvery("a = [1, 'x'], b={'k' : True}, c=(1, 2), d=dict(e=1), f=1_000)", 1));
    expect(members.map(({ text }) => text)).toStrictEqual(["[1, 'x']", "{'k' : True}", "(1, 2)", "dict(e=1)", "1_000"]);
  });

  it("does not close what the text did not close", () => {
    for (const text of ["a='x", "a='x'", "a=1", "a=[1", "a", "", "a={'b': 1}, ", "a='''x'')", "# )", "a=r'\\')"]) {
      expect(read([text])).toMatchObject({ closed: false, broken: false, value: undefined });
    }
  });
});

describe("refusing what is no literal", () => {
  it.each([
    ["bytes", "x=b'z')", "bytes are no JSON"],
    ["an infinite number", "x=1e999)", '"1e999" is no value'],
    ["broken quoting", "a='x 'y', b='z')", '"y" is no value'],
    ["broken quoting that opens another string", "a='p 'q' 'r)", '"q" is no value'],
    ["the wrong bracket", "x=1])", '"]" does not belong there'],
    ["a name", "x=y)", '"y" is no value'],
    ["another call", "x=open('f'))", '"open" is no value'],
    ["a method", "x='a'.upper())", '".upper" is no value'],
    ["an operator", "x=1 + 2)", '"+" does not belong there'],
    ["a comprehension", "x=[i for i in y])", '"i" is no value'],
    ["a comparison", "x==1)", '"=" does not belong there'],
    ["a leading zero", "x=007)", '"007" is no value'],
    ["two commas", "x=1,,)", '"," does not belong there'],
    ["a comma alone", ",)", '"," does not belong there'],
    ["a missing value", "x=)", '")" does not belong there'],
    ["a list of a string", "x=list('ab'))", "a list is made of something that is no list"],
    ["a key that is a tuple", "x={(1, 2): 3})", "a key is neither a string nor a number"],
    ["a name that is none", "1=2)", '"1" is no key'],
    ["an unpacked list", "*[1])", '"[" does not belong there'],
    ["too many values without names", "1, 2, 3)", "a value without a name is one more than there are parameters"],
    ["a value without a name behind one that has one", "a=1, 2)", "a value without a name follows one that has a name"],
  ])("refuses %s", (_title, text, why) => {
    expect(read([text])).toMatchObject({ closed: false, broken: true, value: undefined, closes: 0 });
    expect(read([text]).repairs.at(-1)).toBe(`json-syntax: The Python arguments cannot be read: ${why}.`);
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });
});

describe("mending Python arguments", () => {
  it.each([
    ["values without names", "'Rome', 'celsius')", { city: "Rome", metric: "celsius" }, 2],
    ["words without names", "True, # yes\n None)", { city: true, metric: null }, 2],
    ["a value without a name before one that has one", "('Rome'), days=1)", { city: "Rome", days: 1 }, 1],
    ["line breaks in short strings", "a='x\ny')", { a: "x\ny" }, 1],
    ["f-strings", "a=f'{x}')", { a: "{x}" }, 1],
    ["sets", "a={1, 2}, b={'x'}, c=set([3]))", { a: [1, 2], b: ["x"], c: [3] }, 1],
    [
      "large integers",
      "a=9007199254740993, b=-12_345678901234567890)",
      { a: "9007199254740993", b: "-12345678901234567890" },
      1,
    ],
    ["unpacked dicts", "a=1, **{'b': 2, \"c\": [3]}, d=4)", { a: 1, b: 2, c: [3], d: 4 }, 1],
    ["repeated names", "a=1, a='2', **{'a': 3})", { a: 1 }, 2],
    ["unsafe names", "__proto__={'x': 1}, a={'constructor': 1, 'b': 2}, **{'prototype': 1})", { a: { b: 2 } }, 4],
  ])("mends %s and says so", (_title, text, value, repairs) => {
    const result = read(cutEvery(text, 1));
    expect(result.value).toStrictEqual(value);
    expect(result.repairs).toHaveLength(repairs);
    expect(Object.keys(value)).toStrictEqual(result.members.map(({ name }) => name));
    expect(differenceOfCuts(create, text)).toBe(undefined);
  });
});

describe("keeping Python arguments harmless", () => {
  it.each(["'", '"', "(", "[", "{", "a=(", "'a' ", "\\", "1", "_", "#\n", "a=[{'k':", "dict(a=", "**{"])(
    "reads a megabyte of %j in no time",
    (part) => {
      // No clock is read: quadratic work would run into the test's limit.
      const text = `x=${part.repeat(1_000_000 / part.length)}`;
      for (const cut of [[text], cutEvery(text, 16)]) read(cut);
      read(cutEvery(`x='${part.repeat(1_000_000 / part.length)}`, 16));
    },
  );

  it("gives up on brackets that are nested too deeply, and says so", () => {
    const depth = MAX_JSON_DEPTH - 1;
    expect(read([`a=${"[".repeat(depth)}${"]".repeat(depth)})`]).closed).toBe(true);
    expect(read(["(".repeat(depth + 1)]).repairs.at(-1)).toMatch(/^too-long: .* levels/);
  });

  it("gives up on arguments that are too long, and says so, wherever they are cut", () => {
    const chunk = "x".repeat(1_000_003);
    const reader = create({ onKey() {}, onText() {}, onValueEnd() {}, onClose() {} });
    reader.write("a='");
    for (let written = 0; written < MAX_OPEN_BLOCK + chunk.length; written += chunk.length) reader.write(chunk);
    expect([reader.broken, reader.consumed, reader.repairs[0]?.kind]).toStrictEqual([true, MAX_OPEN_BLOCK, "too-long"]);
  });
});
