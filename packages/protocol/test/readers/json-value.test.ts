import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_JSON_DEPTH } from "../../src/limits.js";
import { JsonReader } from "../../src/readers/json-value.js";
import { cutAt, cutEvery, pieces } from "../cuts.js";
import { harmlessObject } from "../harmless-json.js";
import { read, readWhole, recorder } from "./json-recorder.js";

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const texts = [
  '{"path":"a.ts","content":"caf\\u00e9 \\ud83d\\ude00 \\"q\\" \\\\ \\n"}',
  '{"a":108.02,"b":[1,{"c":"x\\u00e9y"}],"d":true,"e":null,"f":{}} and more',
  "{a: 'it\\'s', 'b': True, c: [1, 2,], /* note */ d: None,} // end",
  '{"a": "line\nline", "b": "\\$x \\users", # note\n "c": 1}',
  JSON.stringify(JSON.stringify({ path: "a", content: 'say "hi" 😀\n' })),
  '{"a":1,"a":2,"__proto__":{"x":1},"b":{"constructor":1,"k":2}}',
  '{"a":"😀","b":"\\ud83d"}',
  '{"a": tru',
  '{"a": "x',
  '{"a": nope}',
  "hello",
  '"{\\"a\\": 1"',
  " null ",
  "[1, [2], {}]",
  '{"a" 1}',
  '{"a": "say "hi", and "bye"", "b": [1, "x"y"z"]} end',
  '{"a": "b", c: "d" // e\n, "f": "g"',
];

describe("reading JSON while it arrives", () => {
  it.each(texts)("reads the same however it is cut: %s", (text) => {
    const whole = readWhole([text]);
    expect(readWhole(cutEvery(text, 1))).toStrictEqual(whole);
    for (let at = 0; at <= text.length; at++) expect(readWhole(cutAt(text, [at]))).toStrictEqual(whole);
  });

  it("reads any object as JSON.parse does, however it is cut", () => {
    fc.assert(
      fc.property(
        harmlessObject,
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        fc.boolean(),
        (object, lengths, spaced) => {
          const text = JSON.stringify(object, undefined, spaced ? 2 : undefined);
          const result = read(pieces(text, lengths));
          const parsed: Record<string, unknown> = JSON.parse(text);
          expect(result.value).toStrictEqual(parsed);
          expect(result.consumed).toBe(text.length);
          expect(result.repairs).toStrictEqual([]);
          for (const { name, text: joined, value } of result.members) {
            expect(value).toStrictEqual(parsed[name]);
            if (typeof value === "string") expect(joined).toBe(value);
            else expect(JSON.parse(joined)).toStrictEqual(value);
          }
          expect(result.members.length).toBe(Object.keys(parsed).length);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("reads any text the same however it is cut, and never throws", () => {
    const soup = fc.array(
      fc.constantFrom(
        "{",
        "}",
        "[",
        "]",
        '"',
        "'",
        ":",
        ",",
        "\\",
        "\\u00",
        "e9",
        "\n",
        " ",
        "/",
        "*",
        "#",
        "1",
        "true",
        "None",
        "a",
        "😀",
        "\ud83d",
        '{\\"a\\":',
      ),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(soup, fc.infiniteStream(fc.integer({ min: 1, max: 4 })), (parts, lengths) => {
        const text = parts.join("");
        const whole = readWhole([text]);
        expect(readWhole(pieces(text, lengths))).toStrictEqual(whole);
        expect(whole.closes).toBe(whole.closed ? 1 : 0);
      }),
      { numRuns: 3000 },
    );
  });

  it("never tells half an escape, half a character or half a number", () => {
    const text = '{"s":"a\\ud83d\\ude00\\u00e9b😀","n":108.02,"o":{"k":"\\u00e9😀","n":12}}';
    for (const piece of read(cutEvery(text, 1)).pieces) {
      expect(piece).not.toMatch(LONE_SURROGATE);
      expect(piece).not.toMatch(/^108\.?\d?$/);
      expect(piece).not.toMatch(/^\\?u?0?0?$/);
    }
    expect(read([...'{"s":"a\\ud83d']).pieces.join("")).toBe("a");
    expect(read([...'{"s":"a\\u00']).pieces.join("")).toBe("a");
    expect(read([...'{"n":108.']).pieces.join("")).toBe("");
  });

  it("tells of a string as it comes, not only at its end", () => {
    expect(read(['{"content":"ab', "cd", 'ef"']).pieces).toStrictEqual(["ab", "cd", "ef"]);
  });

  it("stops at the end of the value and leaves what is behind", () => {
    const result = read(['{"a":1', '} and {"b":2}', "!"]);
    expect(result).toMatchObject({ value: { a: 1 }, closed: true, consumed: 7, behind: ' and {"b":2}!', closes: 1 });
  });

  it("closes a bare top-level word only where it ends", () => {
    const reader = new JsonReader(recorder().handler);
    reader.write("nul");
    reader.write("l");
    expect(reader.closed).toBe(false);
    reader.end();
    expect([reader.closed, reader.value]).toStrictEqual([true, null]);
  });

  it("does not close what the text did not close", () => {
    for (const text of ['{"a":"b', '{"a":"b"', '{"a":"b",', '{"a":[1', '{"a', "[1", '"a', '"{\\"a\\":1}']) {
      expect(read([text])).toMatchObject({ closed: false, broken: false, value: undefined });
    }
  });

  it("does not close an object in a string that ends before the object does", () => {
    expect(read(['"{\\"a\\": 1"'])).toMatchObject({ closed: false, broken: true, value: undefined });
  });

  it("says what is no JSON, and where", () => {
    expect(read(['{"a" 1}'])).toMatchObject({
      broken: true,
      consumed: 5,
      repairs: ['json-syntax: The JSON cannot be read: "1" does not belong there.'],
    });
    expect(read(['{"a": 007}']).repairs).toStrictEqual(['json-syntax: The JSON cannot be read: "007" is no value.']);
    for (const text of [
      "{,}",
      "[,]",
      "[1,,2]",
      '{"a":1 "b":2}',
      '{"a":}',
      "[1}",
      '{"a":1e999}',
      "{1:2}",
      '{"a":NaN}',
      "/x",
    ]) {
      expect(read([text])).toMatchObject({ closed: false, broken: true });
    }
  });
});

describe("mending JSON", () => {
  const cases: [title: string, text: string, value: unknown][] = [
    ["raw line breaks and tabs in strings", '{"a": "x\n\ty"}', { a: "x\n\ty" }],
    ["trailing commas", '{"a": [1, 2,],}', { a: [1, 2] }],
    ["single quotes", "{'a': 'it\\'s \"b\"'}", { a: 'it\'s "b"' }],
    ["escaped single quotes", '{"a": "it\\\'s"}', { a: "it's" }],
    ["backslashes that escape nothing", '{"a": "\\$HOME C:\\users"}', { a: "\\$HOME C:\\users" }],
    ["Python's words", '{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
    ["keys without quotes", "{a: 1, b-c: 2}", { a: 1, "b-c": 2 }],
    ["comments", '{ // one\n "a": 1, /* two * / */ # three\n}', { a: 1 }],
    ["an object inside a string", '" {\\"a\\": \\"b\\"} "', { a: "b" }],
  ];
  it.each(cases)("mends %s and says so", (_title, text, value) => {
    const result = read(cutEvery(text, 1));
    expect(result.value).toStrictEqual(value);
    expect(result.repairs.length).toBeGreaterThan(0);
    expect(result.repairs.every((repair) => repair.startsWith("json-syntax: The JSON was mended: "))).toBe(true);
  });

  it("says each kind of mend once", () => {
    expect(read(['{"a": "\n\n\n", "b": "\n"}']).repairs).toHaveLength(1);
  });

  it("tells of the members of an object inside a string", () => {
    const text = JSON.stringify(JSON.stringify({ path: "a\nb", n: 1 }));
    expect(read(cutEvery(text, 3)).members).toStrictEqual([
      { name: "path", text: "a\nb", value: "a\nb", ended: true },
      { name: "n", text: "1", value: 1, ended: true },
    ]);
  });

  it("keeps a string that holds no object as a string", () => {
    expect(read(['"  plain {text}"'])).toMatchObject({ value: "  plain {text}", repairs: [] });
  });

  it("takes the first of a repeated key and tells of no second", () => {
    const result = read(['{"a":"x","a":"y"}']);
    expect(result).toMatchObject({ value: { a: "x" }, members: [{ name: "a", text: "x" }] });
    expect(result.repairs).toStrictEqual([
      'repeated-parameter: The key "a" was written more than once; the first one counts.',
    ]);
  });
});

describe("keeping JSON harmless", () => {
  it("leaves out keys that could reach a prototype, at every depth, and says so", () => {
    const result = read([
      '{"__proto__":{"polluted":1},"a":{"\\u005f_proto__":{"polluted":1},"constructor":{"prototype":1},"b":2}}',
    ]);
    expect(result.value).toStrictEqual({ a: { b: 2 } });
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(result.members.map(({ name }) => name)).toStrictEqual(["a"]);
    expect(result.repairs.map((repair) => repair.split(":")[0])).toStrictEqual([
      "unsafe-key",
      "unsafe-key",
      "unsafe-key",
    ]);
    expect("polluted" in {}).toBe(false);
  });

  it("keeps inherited names that are harmless as own keys", () => {
    expect(read(['{"toString":"x","hasOwnProperty":1}']).value).toStrictEqual({ toString: "x", hasOwnProperty: 1 });
  });

  it("gives up on JSON that is nested too deeply, and says so", () => {
    expect(read(["[".repeat(MAX_JSON_DEPTH) + "]".repeat(MAX_JSON_DEPTH)]).closed).toBe(true);
    const deep = read(["[".repeat(100_000)]);
    expect(deep).toMatchObject({ closed: false, broken: true, consumed: MAX_JSON_DEPTH });
    expect(deep.repairs[0]).toMatch(new RegExp(`^too-long: .*${MAX_JSON_DEPTH} levels`));
  });

  it("gives up on JSON that is too long, and says so, wherever it is cut", () => {
    const limit = 32 * 1024 * 1024;
    const chunk = "x".repeat(1_000_003);
    const reader = new JsonReader(recorder().handler);
    reader.write('{"a":"');
    for (let written = 6; written < limit + chunk.length; written += chunk.length) reader.write(chunk);
    expect([reader.broken, reader.consumed]).toStrictEqual([true, limit]);
    expect(reader.repairs[0]?.kind).toBe("too-long");
  });
});
