import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coerceValue } from "../../src/schema/coerce.js";
import { parseRelaxedJson } from "../../src/schema/parse-relaxed-json.js";
import type { JsonSchema } from "../../src/tool-definition.js";
import { harmlessJson } from "../harmless-json.js";

describe("reading JSON that is not quite JSON where an array or an object is wanted", () => {
  const list: JsonSchema = { type: "array" };
  const object: JsonSchema = { type: "object" };
  const either: JsonSchema = { type: ["string", "object", "array"] };
  const cases: [title: string, schema: JsonSchema, text: string, value: unknown][] = [
    ["single quotes", list, "\n[{\"a\": 'b'}]\n", [{ a: "b" }]],
    ["trailing commas", list, "[1, 2,]", [1, 2]],
    ["Python's words", object, "{'a': True, 'b': None}", { a: true, b: null }],
    ["comments", list, "[1, // one\n2]", [1, 2]],
    ["keys without quotes", object, "{a: 1}", { a: 1 }],
    ["raw line breaks", object, '{"a": "b\nc"}', { a: "b\nc" }],
    ["quotes that are not escaped", object, '{"a": "say "hi" now"}', { a: 'say "hi" now' }],
    ["quotes that are all escaped", list, '[{\\"id\\": \\"1\\", \\"s\\": \\"x\\"}]', [{ id: "1", s: "x" }]],
    ["escaped line breaks around escaped quotes", object, '{\\n \\"a\\": \\"b\\\\n\\"\\n}', { a: "b\n" }],
    ["a value in a union without text", { anyOf: [list, { type: "null" }] }, "['a']", ["a"]],
    ["items that are typed by their schema", { ...list, items: { type: "integer" } }, "['1', 2]", [1, 2]],
  ];
  it.each(cases)("reads %s", (_title, schema, text, value) => {
    expect(coerceValue(schema, text)).toStrictEqual(value);
  });

  it.each([
    ["text that is no JSON", object, "{not valid json"],
    ["JSON with something behind it", list, "[1] and more"],
    ["JSON that is not closed", list, "['a'"],
    ["an object where an array is wanted", list, "{'a': 1}"],
    ["relaxed JSON where text is welcome", either, "{a: 1}"],
    ["escaped JSON where text is welcome", either, '[\\"a\\"]'],
    ["JSON of which only some quotes are escaped", object, '{\\"a": 1}'],
    ["a backslash at the end", list, '[\\"a\\"]\\'],
  ])("keeps %s", (_title, schema, text) => {
    expect(coerceValue(schema, text)).toBe(text);
  });

  it("lets no key reach a prototype, however deep and however written", () => {
    for (const text of [
      "{'__proto__': {'polluted': 1}, 'a': [{constructor: {prototype: 1}}], 'kept': 1}",
      '{\\"__proto__\\": {\\"polluted\\": 1}, \\"a\\": [{}], \\"kept\\": 1}',
    ]) {
      expect(coerceValue(object, text)).toStrictEqual({ a: [{}], kept: 1 });
    }
    expect("polluted" in {}).toBe(false);
  });

  it("reads all JSON as JSON.parse does, and JSON in a string as what it says", () => {
    fc.assert(
      fc.property(harmlessJson, (value) => {
        const text = JSON.stringify(value);
        expect(parseRelaxedJson(text)).toStrictEqual({ value: JSON.parse(text) });
        if (typeof value !== "object" || value === null) return;
        expect(parseRelaxedJson(JSON.stringify(text).slice(1, -1))).toStrictEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("{", "}", "[", "]", '"', "'", "\\", ",", ":", "a", "\n") }),
        (text) => {
          parseRelaxedJson(text);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
