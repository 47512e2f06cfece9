import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { coerceParams, coerceValue } from "../../src/schema/coerce.js";
import { parseElements } from "../../src/schema/parse-elements.js";
import type { JsonSchema } from "../../src/tool-definition.js";

const files: JsonSchema = {
  type: "array",
  items: { type: "object", properties: { path: { type: "string" }, line: { type: "integer" } } },
};
const complex: JsonSchema = { type: "object", properties: { real: { type: "number" }, code: { type: "string" } } };

describe("reading elements where an array or an object is wanted", () => {
  const cases: [title: string, schema: JsonSchema, text: string, value: unknown][] = [
    [
      "repeated elements as an array in an object",
      { type: "object" },
      "\n<file><path>a.ts</path></file>\n<file><path>b.ts</path></file>\n",
      { file: [{ path: "a.ts" }, { path: "b.ts" }] },
    ],
    ["items of an array", { type: "array" }, "<item>a</item><item>b</item>", ["a", "b"]],
    ["one item of an array", { type: "array" }, "<tag>a</tag>", ["a"]],
    ["items typed by their schema", { type: "array", items: { type: "integer" } }, "<n>1</n> <n>2</n>", [1, 2]],
    ["members typed by their schema", complex, "<real>1.5</real><more>-2.5</more>", { real: 1.5, more: "-2.5" }],
    ["members of members", { type: "object", properties: { n: complex } }, "<n><real>1</real></n>", { n: { real: 1 } }],
    [
      "items that are objects",
      files,
      "<f><path>a</path><line>3</line></f><f><path>b</path></f>",
      [{ path: "a", line: 3 }, { path: "b" }],
    ],
    ["the members of the only item", files, "<path>a</path><line>3</line>", [{ path: "a", line: 3 }]],
    [
      "an array in an object, by its repeated name",
      { type: "object", properties: { file: files } },
      "<file><path>a</path></file><file><path>b</path></file>",
      { file: [{ path: "a" }, { path: "b" }] },
    ],
    [
      "an array in an object, given once",
      { type: "object", properties: { file: files } },
      "<file><path>a</path></file>",
      { file: [{ path: "a" }] },
    ],
    [
      "an array in an object, by its items",
      { type: "object", properties: { tags: { type: "array" } } },
      "<tags><tag>a</tag><tag>b</tag></tags>",
      { tags: ["a", "b"] },
    ],
    [
      "JSON in an element",
      { type: "object", properties: { file: files } },
      '<file>[{"path":"a"}]</file>',
      { file: [{ path: "a" }] },
    ],
    ["items where an object would do too", { type: ["object", "array"] }, "<item>a</item>", ["a"]],
    ["members where an array would do too", { type: ["object", "array"] }, "<a>1</a>", { a: "1" }],
    ["a branch of a union", { anyOf: [complex, { type: "null" }] }, "<real>1</real>", { real: 1 }],
    [
      "entities",
      complex,
      "<code>a &lt; b &amp;&amp; &quot;c&quot; &apos;d&apos; &gt; &amp;lt;</code>",
      {
        code: "a < b && \"c\" 'd' > &lt;",
      },
    ],
    ["code as it stands", complex, "<code><div>&amp;</div></code>", { code: "<div>&amp;</div>" }],
    ["code with tags that are left open", complex, "<code>List<String> x<br></code>", { code: "List<String> x<br>" }],
    ["blanks in text", complex, "<code>\n  a\n</code>", { code: "\n  a\n" }],
    [
      "CDATA",
      complex,
      "<code><![CDATA[<real>1</real></code> &lt;]]> &lt;</code>",
      {
        code: "<real>1</real></code> &lt; <",
      },
    ],
    ["empty elements", { type: "object" }, "<a></a><b/>", { a: "", b: "" }],
    ["blanks in tags", { type: "object" }, "<a >x</a >", { a: "x" }],
  ];
  it.each(cases)("reads %s", (_title, schema, text, value) => {
    expect(coerceValue(schema, text)).toStrictEqual(value);
  });

  it.each([
    ["text between elements", "<a>x</a> and <b>y</b>"],
    ["an element that is not closed", "<a>x</a><b>y"],
    ["a close without its opener", "<a>x</a></b>"],
    ["attributes", '<a b="c">x</a>'],
    ["CDATA without an end", "<a><![CDATA[x</a>"],
    ["a text that is only CDATA", "<![CDATA[x]]>"],
    ["elements nested too deeply for anyone to walk", "<a>".repeat(100_000) + "</a>".repeat(100_000)],
    ["no element at all", "< a"],
  ])("keeps %s as text", (_title, text) => {
    expect(coerceValue({ type: "object" }, text)).toBe(text);
  });

  it("keeps different elements as text where an array of none of them is wanted", () => {
    expect(coerceValue({ type: "array" }, "<a>x</a><b>y</b>")).toBe("<a>x</a><b>y</b>");
    expect(coerceValue({ type: "integer" }, "<a>1</a>")).toBe("<a>1</a>");
  });

  it("reads repeated parameters that hold elements", () => {
    const parameters: JsonSchema = { type: "object", properties: { file: files } };
    const params = [
      ["file", "<path>a</path>"],
      ["file", "<path>b</path><line>2</line>"],
    ] as const;
    expect(coerceParams(parameters, params)).toStrictEqual({ file: [{ path: "a" }, { path: "b", line: 2 }] });
  });

  it("lets no element reach a prototype", () => {
    const text = "<__proto__><polluted>1</polluted></__proto__><a><constructor>1</constructor><b>2</b></a>";
    const value = coerceValue({ type: "object" }, text);
    expect(value).toStrictEqual({ a: { b: "2" } });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });

  it("leaves out members that are read to be ignored", () => {
    const schema: JsonSchema = { type: "object", properties: { progress: { "x-ignored": true } } };
    expect(coerceValue(schema, "<progress>x</progress><a>1</a>")).toStrictEqual({ a: "1" });
  });

  it("reads back any tree that was written in elements", () => {
    const name = fc.constantFrom("a", "b", "c", "item");
    const text = fc.string({ unit: fc.constantFrom("x", "&", "<", ">", '"', "'", " ", "\n") });
    const tree = fc.letrec((tie) => ({
      node: fc.oneof({ maxDepth: 5 }, text, fc.dictionary(name, tie("node"), { minKeys: 1 })),
    })).node;
    fc.assert(
      fc.property(fc.dictionary(name, tree, { minKeys: 1 }), (value) => {
        expect(coerceValue({ type: "object" }, written(value))).toEqual(value);
      }),
    );
  });

  it("never throws, whatever the text", () => {
    const parts = ["<a>", "</a>", "<b>", "</b>", "<c/>", "<![CDATA[", "]]>", "x", " ", "&lt;", "<", ">", "<__proto__>"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (some) => {
        coerceValue({ type: ["object", "array"] }, some.join(""));
      }),
      { numRuns: 2000 },
    );
  });

  it("takes no longer for each tag of a long text than of a short one", () => {
    // No clock is read: quadratic work would run into the test's limit.
    for (const part of ["<a>", "</a>", "<a", "<![CDATA[", "<a>x</a>", "<a><b></a>", "<br>x<![CDATA[]]>"]) {
      expect(() => parseElements(part.repeat(300_000))).not.toThrow();
    }
  });
});

function written(value: unknown): string {
  if (typeof value === "string") return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return Object.entries(value as object)
    .map(([name, inner]) => `<${name}>${written(inner)}</${name}>`)
    .join("");
}
