import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Grammar } from "../../src/grammar/gbnf.js";
import { JsonSchemaRules } from "../../src/grammar/json-schema-rule.js";
import type { JsonSchema } from "../../src/index.js";
import { findFaults } from "../../src/schema/find-faults.js";
import { acceptsText } from "./accepts-text.js";
import { parseGbnf } from "./gbnf-grammar.js";
import { TextSampler } from "./sample-text.js";

function grammarOf(schema: JsonSchema, inMarkup = false) {
  const grammar = new Grammar();
  const rules = new JsonSchemaRules({ grammar, owner: "tool", root: schema, maxLength: undefined, inMarkup });
  return parseGbnf(grammar.write(rules.value(schema)));
}

const person: JsonSchema = {
  type: "object",
  properties: { nick: { type: "string" }, name: { type: "string" }, age: { type: "integer" } },
  required: ["name"],
};
const tree: JsonSchema = {
  $ref: "#/$defs/node",
  $defs: {
    node: {
      type: "object",
      properties: {
        kids: { type: "array", items: { $ref: "#/$defs/node" } },
        next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] },
      },
    },
  },
};

describe("JSON text under a schema", () => {
  test.each<[JsonSchema, readonly string[], readonly string[]]>([
    [{ type: "string" }, ['""', '"a\\n\\u00e9 \\"<"', '"é🎉"'], ['"', '"\n"', '"\\x"', '"\\ud800"', "a"]],
    [{ type: "string", minLength: 2, maxLength: 3 }, ['"ab"', '"abc"'], ['"a"', '"abcd"']],
    [{ type: "boolean" }, ["true", "false"], ["True", "0"]],
    [{ type: ["integer", "null"] }, ["1", "null"], ["1.5", '"1"']],
    [{ type: "integer", nullable: true }, ["1", "null"], ["true"]],
    [{ enum: ["a", 1, null] }, ['"a"', "1", "null"], ['"b"', "2"]],
    [{ type: "string", enum: ["a", 1] }, ['"a"'], ["1"]],
    [{ const: { a: [1] } }, ['{"a":[1]}'], ["{}"]],
    [{ type: "array", items: { type: "integer" } }, ["[]", "[1]", "[1, 2,\n  3]"], ["[1,]", '["a"]', "[1 2]"]],
    [{ type: "array", minItems: 1, maxItems: 2, items: { const: 1 } }, ["[1]", "[1,1]"], ["[]", "[1,1,1]"]],
    [{ type: "array", maxItems: 0 }, ["[]"], ["[1]"]],
    [
      person,
      ['{"name":"a"}', '{"nick":"b","name":"a"}', '{"name": "a", "age": 3}', '{\n  "name": "a"\n}'],
      ["{}", '{"age":3}', '{"name":"a","nick":"b"}', '{"name":"a","x":1}', '{"name":"a",}', '{"name":"a","name":"b"}'],
    ],
    [
      { type: "object", properties: { a: {}, b: {} } },
      ["{}", '{"a":1}', '{"b":[null]}', '{"a":1,"b":{}}'],
      ['{,"b":1}'],
    ],
    [{ type: "object", properties: {} }, ["{}", "{ }"], ['{"a":1}']],
    [{ type: "object" }, ["{}", '{"a":{"b":[1]},"c":"d"}'], ["[]", '{"__proto__":1}', '{"constructor":1}']],
    [{ properties: { a: { type: "null" } } }, ["{}", '{"a":null}'], ["1"]],
    [{ items: { type: "null" } }, ["[]", "[null]"], ["1"]],
    [
      { type: "object", properties: { ab: { type: "integer" } }, additionalProperties: { type: "string" } },
      ["{}", '{"ab":1}', '{"ab":1,"abc":"x"}', '{"a":"x","b":""}', '{"":"x"}', '{"proto":"x"}'],
      ['{"ab":"x"}', '{"a":1}', '{"\\u0061b":"x"}', '{"prototype":"x"}'],
    ],
    [{ anyOf: [{ type: "integer" }, { const: "all" }] }, ["1", '"all"'], ['"a"', "null"]],
    [{ oneOf: [person, { type: "null" }] }, ["null", '{"name":"a"}'], ["{}"]],
    [
      { ...person, required: [], anyOf: [{ required: ["name"] }, { required: ["age"] }] },
      ['{"name":"a"}', '{"age":1}', '{"nick":"n","name":"a","age":1}'],
      ["{}", '{"nick":"n"}'],
    ],
    [{ allOf: [person, { properties: { name: { minLength: 2 } } }] }, ['{"name":"ab"}'], ['{"name":"a"}', "{}"]],
    [{ allOf: [{ type: ["string", "integer"] }, { type: "number" }] }, ["1"], ['"a"', "1.5"]],
    [tree, ["{}", '{"kids":[{"kids":[]},{}]}', '{"next":{"next":null}}'], ['{"kids":[1]}', "null"]],
    [{ $ref: "#/nowhere" }, ["1", "{}"], ["x"]],
    [{}, ["1", '"a"', '[{"a":[null,true]}]', "-1.5e3"], ["", "x", "[1"]],
  ])("under %j allows %j and not %j", (schema, allowed, refused) => {
    const grammar = grammarOf(schema);
    expect(allowed.filter((text) => !acceptsText(grammar, text))).toEqual([]);
    expect(refused.filter((text) => acceptsText(grammar, text))).toEqual([]);
  });

  test("in markup holds no `<` but as an escape", () => {
    const grammar = grammarOf({ anyOf: [person, { const: "<b>" }] }, true);
    expect(acceptsText(grammar, '{"name":"a<b"}')).toBe(false);
    expect(acceptsText(grammar, '{"name":"a\\u003cb"}')).toBe(true);
    expect(acceptsText(grammar, '"\\u003cb>"')).toBe(true);
  });
});

const { schema } = fc.letrec<{ schema: JsonSchema; scalar: JsonSchema }>((tie) => ({
  scalar: fc.oneof(
    fc.record({ type: fc.constant("string" as const), minLength: fc.nat(3) }, { requiredKeys: ["type"] }),
    fc.record(
      {
        type: fc.constantFrom("integer" as const, "number" as const),
        minimum: fc.integer({ min: -20, max: 5 }),
        maximum: fc.integer({ min: 6, max: 90 }),
      },
      { requiredKeys: ["type"] },
    ),
    fc.constantFrom<JsonSchema>({}, { type: "boolean" }, { type: "null" }, { enum: ["a", 2, [null]] }, { const: '"<' }),
    fc.record({
      type: fc.uniqueArray(fc.constantFrom("string" as const, "null" as const, "number" as const), { minLength: 1 }),
      nullable: fc.boolean(),
    }),
  ),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie("scalar"),
    fc.record(
      { type: fc.constant("array" as const), items: tie("schema"), minItems: fc.nat(2) },
      { requiredKeys: ["type"] },
    ),
    fc
      .record(
        {
          type: fc.constant("object" as const),
          properties: fc.dictionary(fc.constantFrom("a", "ab", "b"), tie("schema")),
          required: fc.subarray(["a", "ab", "b"]),
          additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        },
        { requiredKeys: ["type", "properties", "required"] },
      )
      // What a schema requires and does not describe has no grammar.
      .map((object) => ({
        ...object,
        required: object.required.filter((name) => Object.hasOwn(object.properties, name)),
      })),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      type: fc.constant("object" as const),
      properties: fc.record({ a: tie("schema"), b: tie("schema") }),
      oneOf: fc.constant([
        { required: ["a"] },
        { required: ["b"] },
        { properties: { a: { minLength: 2 } }, required: ["b", "a"] },
      ]),
    }),
    fc.record({
      allOf: fc.tuple(
        fc.record({ type: fc.constant(["string", "number", "array"] as const), minLength: fc.nat(4) }),
        fc.oneof(
          fc.record({
            type: fc.constantFrom("string" as const, "number" as const),
            minLength: fc.nat(4),
            minimum: fc.nat(9),
          }),
          fc.record({
            anyOf: fc.constant<JsonSchema[]>([
              { type: "integer" },
              { enum: ["long enough", null] },
              { type: "boolean" },
            ]),
          }),
          fc.record({ items: tie("schema"), type: fc.constant("array" as const) }),
        ),
      ),
    }),
  ),
}));

test("what is allowed under a schema has no fault by the validator", () => {
  fc.assert(
    fc.property(schema, fc.nat(), (schema, seed) => {
      const value: unknown = JSON.parse(new TextSampler(grammarOf(schema)).sample(seed));
      expect(findFaults(schema, value)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
