import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutAt, cutEvery, pieces } from "../cuts.js";
import { frameClosedBy, read, readWhole } from "./json-recorder.js";

const SAID = "json-syntax: The JSON was mended: double quotes in a string were not escaped.";

/** Text made of what can follow a quote: of all text the most dangerous. */
const confusingText = fc
  .array(
    fc.constantFrom(
      '"',
      ",",
      "}",
      "]",
      ":",
      "{",
      "[",
      "<",
      "/",
      "#",
      " ",
      "\n",
      "\\",
      "a",
      "1",
      "true",
      "</tool_call>",
    ),
  )
  .map((parts) => parts.join(""));
const confusingJson = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, confusingText, fc.integer(), fc.boolean(), tie("object"), tie("array")),
  array: fc.array(tie("value"), { maxLength: 4 }),
  object: fc.dictionary(confusingText, tie("value"), { maxKeys: 4 }),
})).object;

describe("reading quotes that a model forgot to escape", () => {
  const cases: [title: string, text: string, value: unknown][] = [
    ["quoted words in a value", '{"a":{"b":"He said "hello" to me"}}', { a: { b: 'He said "hello" to me' } }],
    ["a quoted word before another member", '{"a":"He said "hi" there","n":42}', { a: 'He said "hi" there', n: 42 }],
    ["code with a quoted word", '{"a": "use "strict"; var x = 1;"}', { a: 'use "strict"; var x = 1;' }],
    ["a quoted word at the beginning", '{"a": ""hello" she said"}', { a: '"hello" she said' }],
    ["a quoted word at the end", '{"a": "she said "hello""}', { a: 'she said "hello"' }],
    ["a quoted word and a comma", '{"a": "say "hi", and "bye""}', { a: 'say "hi", and "bye"' }],
    ["a comma before a quoted word", '{"a": "value with ,"fake": inside"}', { a: 'value with ,"fake": inside' }],
    ["a comma and a word in quotes", '{"a": "print(x + ", world")"}', { a: 'print(x + ", world")' }],
    ["a list of quoted words", '{"a": "one of "x", "y" or "z""}', { a: 'one of "x", "y" or "z"' }],
    ["quoted JSON", '{"a": "x = {"b": "c", "d": 1}"}', { a: 'x = {"b": "c", "d": 1}' }],
    ["a block that ends behind a quoted word", '{"a": "f() { return "b" }"}', { a: 'f() { return "b" }' }],
    ["empty quotes", '{"a": "f("", "b")"}', { a: 'f("", "b")' }],
    ["a doc string", '{"a": """"Doc."""\nx"}', { a: '"""Doc."""\nx' }],
    ["attributes of elements", '{"a": "<b class="c">d</b>"}', { a: '<b class="c">d</b>' }],
    ["a selector", '{"a": "$("#id").x"}', { a: '$("#id").x' }],
    ["a path behind a variable", '{"a": "cd "$HOME"/bin"}', { a: 'cd "$HOME"/bin' }],
    ["quoted words in an item", '["say "hi" now", "x"]', ['say "hi" now', "x"]],
    ["a quoted word before a comma in an item", '["say "hi", now", 1]', ['say "hi", now', 1]],
    ["a sentence that goes on behind a quote and a comma", '["x", "say ", not" now", 1]', ["x", 'say ", not" now', 1]],
    ["a bracket behind a quoted word", '{"a": "[ "x" ]"}', { a: '[ "x" ]' }],
    ["line breaks around quoted words", '{"a": "x\n"hi"\ny"}', { a: 'x\n"hi"\ny' }],
  ];
  it.each(cases)("reads %s, however it is cut", (_title, text, value) => {
    const whole = readWhole([text]);
    expect(whole.value).toStrictEqual(value);
    expect(whole.repairs.filter((repair) => repair === SAID)).toHaveLength(1);
    expect(readWhole(cutEvery(text, 1))).toStrictEqual(whole);
    for (let at = 0; at <= text.length; at++) expect(readWhole(cutAt(text, [at]))).toStrictEqual(whole);
  });

  it.each([
    ["a comment", '{"a": "b" // c\n}', { a: "b" }],
    ["a comment behind a comma", '{"a": "b", /* c */ "d": 1}', { a: "b", d: 1 }],
    ["a key without quotes", '{"a": "b", c : 1}', { a: "b", c: 1 }],
    ["a trailing comma", '{"a": "b",\n}', { a: "b" }],
    ["a word", '["a", None]', ["a", null]],
    ["many blanks", `{"a": "b"${" ".repeat(500)},${"\n".repeat(500)}c: 1}`, { a: "b", c: 1 }],
  ])("takes a quote before %s for the close", (_title, text, value) => {
    const whole = readWhole([text]);
    expect(whole.value).toStrictEqual(value);
    expect(whole.repairs).not.toContain(SAID);
    expect(readWhole(cutEvery(text, 1))).toStrictEqual(whole);
  });

  it("never closes a string in which one quote is left alone", () => {
    for (const text of ['{"a": "5" pipe", "b": 1}', '{"a": "5" pipe"}', '["5" pipe"]']) {
      expect(readWhole([text])).toMatchObject({ closed: false, value: undefined });
    }
  });

  it("refuses what would cut a value", () => {
    const text = '{"args":{"a":"s = "}" + x"}}';
    expect(readWhole([text])).toMatchObject({ closed: false, broken: true });
  });

  it("leaves keys and single quotes as they are", () => {
    expect(readWhole(['{"a"b": 1}'])).toMatchObject({ broken: true, consumed: 4 });
    expect(readWhole(["{'a': 'it's'}"])).toMatchObject({ broken: true });
  });

  it("tells of a value as soon as the next character shows that it has ended", () => {
    expect(read(['{"a":"b"}']).members).toStrictEqual([{ name: "a", text: "b", value: "b", ended: true }]);
    expect(read(['{"a":"b"']).members).toStrictEqual([{ name: "a", text: "b", ended: false }]);
    expect(read(['{"a":"b"', ',"c']).members[0]).toStrictEqual({ name: "a", text: "b", value: "b", ended: true });
  });

  it("reads strict JSON as JSON.parse does, whatever its strings hold, with a frame and without", () => {
    const lengths = fc.infiniteStream(fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(confusingJson, lengths, fc.boolean(), fc.boolean(), (value, cut, spaced, framed) => {
        const text = JSON.stringify(value, undefined, spaced ? 2 : undefined);
        const frame = framed ? frameClosedBy("</tool_call>") : undefined;
        const result = read(pieces(text, cut), frame);
        expect(result).toMatchObject({ closed: true, consumed: text.length, repairs: [] });
        expect(result.value).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("reads any object of strings whose quotes come in pairs around words", () => {
    const words = fc.array(fc.constantFrom("x", '"y z"', "1", '"w"', "{", "(", "é"), { maxLength: 8 });
    const value = words.map((parts) => parts.join(" ")).filter((text) => !/^\s/.test(text));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), (values) => {
        const text = `{${values.map((one, index) => `"k${index}": "${one}"`).join(", ")}}`;
        const expected = Object.fromEntries(values.map((one, index) => [`k${index}`, one]));
        expect(readWhole(cutEvery(text, 3)).value).toStrictEqual(expected);
      }),
    );
  });
});
