import { describeFaults, type InputFault, type JsonSchema, validateInput } from "@millrace/protocol";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function tool(properties: Record<string, JsonSchema>, more: JsonSchema = {}) {
  return { name: "edit", description: "Edits.", parameters: { type: "object" as const, properties, ...more } };
}

const PATH: JsonSchema = { type: "string", minLength: 1 };

describe("checking the arguments of a call", () => {
  const cases: [title: string, schema: JsonSchema, value: unknown, faults: [InputFault["kind"], path: string][]][] = [
    ["what fits has no fault", PATH, "a", []],
    ["text where a number is wanted", { type: "integer" }, "x", [["wrong-type", "v"]]],
    ["a fraction where a whole number is wanted", { type: "integer" }, 1.5, [["wrong-type", "v"]]],
    ["a whole number where a number is wanted", { type: "number" }, 1, []],
    ["null where it is not allowed", { type: "string" }, null, [["wrong-type", "v"]]],
    ["null where it is allowed", { type: "string", nullable: true }, null, []],
    ["null in a nullable enum", { enum: ["a"], type: "string", nullable: true }, null, []],
    ["a list where an object is wanted", { type: "object" }, [], [["wrong-type", "v"]]],
    ["empty text where that is not allowed", PATH, "", [["empty", "v"]]],
    ["empty text where that is allowed", { type: "string" }, "", []],
    ["an empty list where that is not allowed", { type: "array", minItems: 1 }, [], [["empty", "v"]]],
    ["too short a list", { type: "array", minItems: 2 }, [1], [["out-of-range", "v"]]],
    ["a number that is too small", { type: "number", minimum: 1 }, 0, [["out-of-range", "v"]]],
    ["a number that is too large", { type: "number", maximum: 1 }, 2, [["out-of-range", "v"]]],
    ["what an enum does not name", { enum: ["a", "b"] }, "c", [["not-allowed", "v"]]],
    ["an object that an enum names", { enum: [{ a: [1] }] }, { a: [1] }, []],
    ["another value than the constant", { const: 1 }, 2, [["not-allowed", "v"]]],
    ["items are checked", { type: "array", items: PATH }, ["a", ""], [["empty", "v[1]"]]],
    [
      "members are checked",
      { type: "object", properties: { a: PATH, b: {} }, required: ["b"] },
      { a: 1 },
      [
        ["missing", "v.b"],
        ["wrong-type", "v.a"],
      ],
    ],
    ["additional members are checked", { type: "object", additionalProperties: PATH }, { a: "" }, [["empty", "v.a"]]],
    ["any branch of a union will do", { anyOf: [{ type: "integer" }, PATH] }, "a", []],
    ["no branch of a union fits the type", { anyOf: [{ type: "integer" }, PATH] }, true, [["wrong-type", "v"]]],
    ["the closest branch of a union says what is wrong", { anyOf: [{ type: "integer" }, PATH] }, "", [["empty", "v"]]],
    ["every part of allOf counts", { allOf: [{ type: "integer" }, { minimum: 5 }] }, 4, [["out-of-range", "v"]]],
    [
      "parts of allOf need not repeat the properties of others",
      {
        type: "object",
        properties: { a: PATH },
        allOf: [{ type: "object", properties: { b: PATH } }],
      },
      { a: "x", b: "y" },
      [],
    ],
    [
      "a branch need not repeat the properties",
      {
        type: "object",
        properties: { a: PATH, b: PATH },
        anyOf: [{ properties: { a: PATH }, required: ["a"] }],
      },
      { a: "x", b: "y" },
      [],
    ],
    ["unknown keywords are ignored", { type: "string", pattern: "^x", format: "date" }, "a", []],
    ["a schema that is no schema allows all", false as unknown as JsonSchema, 1, []],
  ];
  it.each(cases)("%s", (_title, schema, value, faults) => {
    expect(validateInput(tool({ v: schema }), { v: value }).map(({ kind, path }) => [kind, path])).toStrictEqual(
      faults,
    );
  });

  it("names a missing parameter, and one that is undefined only if it is not there", () => {
    expect(validateInput(tool({ path: PATH }, { required: ["path"] }), {})).toStrictEqual([
      { kind: "missing", path: "path", message: "`path` is missing (text)" },
    ]);
  });

  it.each([
    ["by default", {}, ["unknown-parameter"]],
    ["where it is forbidden", { additionalProperties: false }, ["unknown-parameter"]],
    ["where it is allowed", { additionalProperties: true }, []],
    ["where a schema allows it", { additionalProperties: {} }, []],
  ])("an unknown parameter %s", (_when, more, kinds) => {
    const faults = validateInput(tool({ path: PATH }, more), { path: "a", pth: "b" });
    expect(faults.map(({ kind }) => kind)).toStrictEqual(kinds);
  });

  it("takes any parameter where the schema names none", () => {
    expect(validateInput({ name: "t", description: "", parameters: { type: "object" } }, { a: 1 })).toStrictEqual([]);
  });

  it("takes inherited names for missing and unknown", () => {
    const faults = validateInput(tool({ path: PATH }, { required: ["toString"] }), { hasOwnProperty: 1 });
    expect(faults.map(({ kind, path }) => [kind, path])).toStrictEqual([
      ["missing", "toString"],
      ["unknown-parameter", "hasOwnProperty"],
    ]);
  });

  it.each([[null], [undefined], ["text"], [[1]]])("says that %s is no object", (input) => {
    const kinds = validateInput(tool({}), input).map(({ kind }) => kind);
    expect(kinds).toStrictEqual(["wrong-type"]);
  });

  it("never throws and stops at a bounded depth", () => {
    const loop: { properties: Record<string, JsonSchema>; anyOf: JsonSchema[] } = { properties: {}, anyOf: [] };
    loop.properties.a = loop;
    let value: unknown = 1;
    for (let depth = 0; depth < 10_000; depth++) value = { a: value };
    expect(validateInput({ name: "t", description: "", parameters: loop }, value)).toStrictEqual([]);
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (schema, input) => {
        validateInput(tool({ v: schema as JsonSchema }), { v: input });
      }),
    );
  });
});

describe("telling the model what is wrong", () => {
  it("names every fault in one sentence, with what was given and what is wanted", () => {
    const edit = tool({ path: PATH, line: { type: "integer" }, mode: { enum: ["a", "b"] } }, { required: ["path"] });
    const faults = validateInput(edit, { line: "x", mode: "c", pth: "a" });
    expect(describeFaults(edit, faults)).toBe(
      'edit was not run: `path` is missing (text); `line` must be a whole number, not the text "x"; ' +
        '`mode` must be one of "a", "b", not the text "c"; `pth` is unknown; known are `path`, `line`, `mode`.',
    );
  });

  it("quotes a long text only in part", () => {
    const edit = tool({ line: { type: "integer" } });
    expect(describeFaults(edit, validateInput(edit, { line: "x".repeat(10_000) })).length).toBeLessThan(200);
  });

  it("counts faults beyond the twentieth", () => {
    const edit = tool({ lines: { type: "array", items: { type: "integer" } } });
    const sentence = describeFaults(edit, validateInput(edit, { lines: Array(200_000).fill("x") }));
    expect(sentence).toContain("`lines[19]`");
    expect(sentence).toMatch(/; and 199980 more\.$/);
  });
});
