import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonWriter, tagNamesIn } from "../../src/render/json-writer.js";
import { SPECIAL_TOKENS } from "../../src/render/special-tokens.js";

const writeJson = jsonWriter(tagNamesIn("<tool_call>\n</tool_call>"));

test("it has a blank after each colon and comma, as templates write it", () => {
  expect(writeJson({ a: [1, true, null], b: { c: "x, y: z" } })).toBe('{"a": [1, true, null], "b": {"c": "x, y: z"}}');
});

test("ordinary code stays as it is", () => {
  expect(writeJson("if (a < b && c[0] > d) <div/> </p> <tool_caller> é")).toBe(
    '"if (a < b && c[0] > d) <div/> </p> <tool_caller> é"',
  );
});

test.each(["</tool_call>", "<tool_call>", "</TOOL_CALL>", "</tool_call >", "< /tool_call>", "<tool_call"])(
  "%s cannot stand in a string",
  (tag) => {
    expect(writeJson(`a ${tag} b`)).toBe(`"a \\u003c${tag.slice(1)} b"`);
  },
);

const tokens = SPECIAL_TOKENS.flatMap(({ samples }) => samples);

test.each(tokens)("%s cannot stand in a string or a key", (token) => {
  const json = writeJson({ [token]: [token] });
  expect(json).not.toContain(token);
  expect(JSON.parse(json)).toEqual({ [token]: [token] });
});

test("whatever the value, it reads as the same value", () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...tokens, "</tool_call>", "\\", '"', "\\u003c"), fc.string()))
    .map((parts) => parts.join(""));
  const value = fc.oneof(fc.jsonValue(), text, fc.dictionary(text, text), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(value, (given) => {
      expect(JSON.parse(writeJson(given))).toEqual(JSON.parse(JSON.stringify(given)));
    }),
  );
});
