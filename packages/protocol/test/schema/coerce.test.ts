import { coerceParams } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coerceValue } from "../../src/schema/coerce.js";
import type { JsonSchema } from "../../src/tool-definition.js";
import { harmlessObject } from "../harmless-json.js";

describe("typing arguments that were written as text", () => {
  const cases: [title: string, schema: JsonSchema | undefined, text: string, value: unknown][] = [
    ["text for a string stays text, even if it looks like a number", { type: "string" }, "00123", "00123"],
    ["text for a string keeps its blanks", { type: "string" }, " true\n", " true\n"],
    ["text without a schema stays text", undefined, "12", "12"],
    ["text under a schema without a type stays text", {}, "twelve", "twelve"],
    ["null under a schema without a type is null", {}, "null", null],
    ["digits for an integer are a number", { type: "integer" }, "12", 12],
    ["blanks around a number do not matter", { type: "integer" }, "\n12\n", 12],
    ["a negative number is a number", { type: "integer" }, "-3", -3],
    ["a fraction is no integer", { type: "integer" }, "1.5", "1.5"],
    ["an exponent is a number", { type: "number" }, "1e3", 1000],
    ["a number too large for a double stays text", { type: "number" }, "1e999", "1e999"],
    [
      "an integer that would lose digits stays text",
      { type: "integer" },
      "12345678901234567890",
      "12345678901234567890",
    ],
    ["hexadecimal stays text", { type: "number" }, "0x10", "0x10"],
    ["Infinity stays text", { type: "number" }, "Infinity", "Infinity"],
    ["leading zeros are no number", { type: "integer" }, "007", "007"],
    ["an empty text is no number", { type: "integer" }, "", ""],
    ["true is a boolean", { type: "boolean" }, "true", true],
    ["Python's False is a boolean", { type: "boolean" }, "False", false],
    ["yes is no boolean", { type: "boolean" }, "yes", "yes"],
    ["null is null where the schema allows it", { type: ["string", "null"] }, "null", null],
    ["None is a word where text is allowed", { type: ["string", "null"] }, "None", "None"],
    ["None is null where it cannot be text", { type: ["integer", "null"] }, "None", null],
    ["nullable allows null", { type: "integer", nullable: true }, "null", null],
    ["null stays text where the schema does not allow it", { type: "integer" }, "null", "null"],
    ["JSON for an object is an object", { type: "object" }, '\n{"a": [1]}\n', { a: [1] }],
    ["JSON for an array is an array", { type: "array" }, "[1, 2]", [1, 2]],
    ["broken JSON stays text", { type: "object" }, "{not valid json", "{not valid json"],
    ["an array where an object is wanted stays text", { type: "object" }, "[1]", "[1]"],
    ["a union takes the number before the text", { type: ["string", "integer"] }, "42", 42],
    ["a union falls back to text", { type: ["string", "integer"] }, "2 dollars", "2 dollars"],
    ["a union of text and object takes the object", { type: ["string", "object"] }, '{"a": 1}', { a: 1 }],
    ["anyOf with null takes the number", { anyOf: [{ type: "integer" }, { type: "null" }] }, "5", 5],
    ["anyOf with null takes null", { anyOf: [{ type: "string" }, { type: "null" }] }, "null", null],
    ["oneOf with null takes the array", { oneOf: [{ type: "array" }, { type: "null" }] }, '["a"]', ["a"]],
    ["allOf narrows the type", { allOf: [{ type: ["integer", "string"] }, { type: "integer" }] }, "5", 5],
    ["a number narrowed to an integer is one", { type: "number", allOf: [{ type: "integer" }] }, "5", 5],
    ["an enum without a type takes its number", { enum: [1, 2] }, "2", 2],
    ["an enum of words that look like numbers keeps them", { enum: ["1", "2"] }, "2", "2"],
    ["a constant is taken", { const: true }, "true", true],
    ["what an enum does not name stays text", { enum: [1, 2] }, "three", "three"],
    ["items of an array are mended", { type: "array", items: { type: "integer" } }, '["1", 2]', [1, 2]],
    ["an enum without a type takes the value it names among several types", { enum: ["a", 1, null] }, "null", null],
    ["a nullable enum takes null", { enum: ["a", "b"], nullable: true }, "null", null],
    [
      "a union keeps text that only begins like JSON",
      { type: ["string", "object"] },
      "{not valid json",
      "{not valid json",
    ],
    ["a quoted text for a string keeps its quotes", { type: "string" }, '"quoted"', '"quoted"'],
    ["digits for a string stay text", { type: "string" }, "5123123", "5123123"],
    ["elements where text is wanted stay text", { type: ["string", "object"] }, "<b>x</b>", "<b>x</b>"],
    ["null for a nullable text is null", { type: "string", nullable: true }, "null", null],
    ["a schema that is no schema types nothing", true as unknown as JsonSchema, "1", "1"],
  ];
  it.each(cases)("%s", (_title, schema, text, value) => {
    expect(coerceValue(schema, text)).toStrictEqual(value);
  });

  it("keeps every text whatever it is where the schema wants text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(coerceValue({ type: "string" }, text)).toBe(text);
      }),
    );
  });

  it("reads back every JSON value that was written as text", () => {
    fc.assert(
      fc.property(harmlessObject, (value) => {
        const text = JSON.stringify(value);
        expect(coerceValue({ type: "object" }, text)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe("typing all arguments of a call", () => {
  const parameters: JsonSchema = {
    type: "object",
    properties: {
      path: { type: "string" },
      start_line: { type: "integer" },
      tags: { type: "array", items: { type: "integer" } },
      task_progress: { type: "string", "x-ignored": true },
    },
  };

  it("types each by its own schema and keeps those it does not know", () => {
    expect(
      coerceParams(parameters, [
        ["path", "007"],
        ["start_line", "12"],
        ["encoding", "8"],
      ]),
    ).toStrictEqual({ path: "007", start_line: 12, encoding: "8" });
  });

  it("makes an array of a repeated parameter where an array is wanted", () => {
    expect(
      coerceParams(parameters, [
        ["tags", "1"],
        ["tags", "2"],
      ]),
    ).toStrictEqual({ tags: [1, 2] });
  });

  it("keeps the first of a repeated parameter where no array is wanted", () => {
    expect(
      coerceParams(parameters, [
        ["path", "a"],
        ["path", "b"],
      ]),
    ).toStrictEqual({ path: "a" });
  });

  it("drops parameters that are read to be ignored", () => {
    expect(coerceParams(parameters, [["task_progress", "- [x] done"]])).toStrictEqual({});
  });

  it("never lets an argument reach a prototype", () => {
    const input = coerceParams({ type: "object", properties: { data: { type: "object" } } }, [
      ["__proto__", '{"polluted":true}'],
      ["constructor", "x"],
      ["data", '{"__proto__":{"polluted":true},"inner":[{"constructor":{"prototype":1}}],"kept":1}'],
    ]);
    expect(input).toStrictEqual({ data: { inner: [{}], kept: 1 } });
    expect(Object.getPrototypeOf(input.data)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  it("keeps JSON as text that is nested too deeply for anyone to walk", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(coerceValue({ type: "array" }, deep)).toBe(deep);
  });
});
