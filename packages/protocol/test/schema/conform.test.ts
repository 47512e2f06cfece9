import { describe, expect, it } from "vitest";
import { conform, conformInput } from "../../src/schema/conform.js";
import type { JsonSchema } from "../../src/tool-definition.js";

describe("mending JSON arguments where only the quotes are wrong", () => {
  const cases: [title: string, schema: JsonSchema, given: unknown, mended: unknown][] = [
    ["a quoted integer", { type: "integer" }, "1", 1],
    ["a quoted boolean", { type: "boolean" }, "true", true],
    ["a quoted array", { type: "array", items: { type: "integer" } }, "[1]", [1]],
    [
      "a quoted object in an object",
      { type: "object", properties: { a: { type: "object" } } },
      { a: '{"b":1}' },
      { a: { b: 1 } },
    ],
    ["a quoted null where null is allowed", { type: ["integer", "null"] }, "null", null],
    ["a quoted value of an enum of numbers", { enum: [1, 2] }, "2", 2],
    ["text that is no number", { type: "integer" }, "twelve", "twelve"],
    ["text where text is allowed too", { type: ["string", "integer"] }, "12", "12"],
    ["a boolean where text is wanted", { type: "string" }, true, true],
    ["null where null is not allowed", { type: "string" }, null, null],
    ["a value that the schema says nothing of", {}, "1", "1"],
    [
      "the branch of a union that fits after mending",
      { anyOf: [{ type: "object", properties: { n: { type: "integer" } }, required: ["n"] }, { type: "null" }] },
      { n: "3" },
      { n: 3 },
    ],
  ];
  it.each(cases)("%s", (_title, schema, given, mended) => {
    expect(conform(schema, given)).toStrictEqual(mended);
  });

  it("gives a number as it was written where text is wanted", () => {
    const parameters: JsonSchema = { type: "object", properties: { version: { type: "string" } } };
    expect(conformInput(parameters, { version: 1.1 }, [["version", "1.10"]])).toStrictEqual({ version: "1.10" });
  });

  it("drops arguments that are read to be ignored", () => {
    const parameters: JsonSchema = { type: "object", properties: { progress: { "x-ignored": true } } };
    expect(conformInput(parameters, { progress: "x", more: 1 }, [])).toStrictEqual({ more: 1 });
  });

  it("does not change what it was given", () => {
    const given = Object.freeze({ n: "3", list: Object.freeze(["1"]) });
    conform({ type: "object", properties: { n: { type: "integer" }, list: { items: { type: "integer" } } } }, given);
    expect(given).toStrictEqual({ n: "3", list: ["1"] });
  });
});
