import fc from "fast-check";
import { expect, test } from "vitest";
import { describeSchema, taughtParameters } from "../../src/teach/describe-schema.js";
import type { JsonSchema } from "../../src/tool-definition.js";

const CASES: readonly (readonly [schema: JsonSchema, words: string])[] = [
  [{ type: "integer" }, "integer"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }, "string | string[]"],
  [{ oneOf: [{ const: "a" }, { const: 2 }] }, "a | 2"],
  [{ allOf: [{ type: "number" }] }, "number"],
  [{ enum: ["fast", "slow", null] }, "fast | slow | null"],
  [{ type: "array" }, "any[]"],
  [{ type: "array", items: { enum: ["a", "b"] } }, '("a" | "b")[]'],
  [{ items: { type: "integer" } }, "integer[]"],
  [{ type: "object" }, "object"],
  [
    {
      type: "array",
      items: {
        type: "object",
        properties: { search: { type: "string" }, all: { type: "boolean" } },
        required: ["search"],
      },
    },
    "{search: string, all?: boolean}[]",
  ],
  [
    { properties: { a: { properties: { b: { properties: { c: { properties: { d: {} } } } } } } } },
    "{a?: {b?: {c?: object}}}",
  ],
  [{ $ref: "#/elsewhere" }, "any"],
  [{}, "any"],
];

test.each(CASES)("%j is said as %s", (schema, words) => {
  expect(describeSchema(schema)).toBe(words);
});

test("ignored parameters are not taught, the others in the order of the schema", () => {
  const taught = taughtParameters({
    properties: { b: {}, hidden: { "x-ignored": true }, a: {} },
    required: ["a", "hidden"],
  });
  expect(taught.map(({ name, required }) => [name, required])).toEqual([
    ["b", false],
    ["a", true],
  ]);
});

test("any nesting of unions, arrays and objects is said in one line", () => {
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 5 },
      fc.record({ type: fc.constantFrom("string" as const, "integer" as const, "array" as const, "object" as const) }),
      fc.record({ enum: fc.array(fc.oneof(fc.stringMatching(/^[a-z ]*$/), fc.integer()), { maxLength: 3 }) }),
      fc.record({ items: tie("schema") }),
      fc.record({ anyOf: fc.array(tie("schema"), { maxLength: 3 }) }),
      fc.record({ properties: fc.dictionary(fc.stringMatching(/^[a-z]+$/), tie("schema"), { maxKeys: 3 }) }),
    ),
  }));
  fc.assert(
    fc.property(schema, (generated) => {
      const words = describeSchema(generated);
      expect(words).not.toMatch(/undefined|\n/);
    }),
  );
});
