import fc from "fast-check";
import { expect, test } from "vitest";
import { pythonLiteral } from "../../src/render/python-literal.js";
import { SPECIAL_TOKENS } from "../../src/render/special-tokens.js";

test("words are Python's, or those that are given", () => {
  expect(pythonLiteral([true, false, null])).toBe("[True, False, None]");
  expect(pythonLiteral({ a: [true, null] }, { true: "true", false: "false", null: "null" })).toBe(
    "{'a': [true, null]}",
  );
});

test("strings stand in single quotes, with what could end them or their line escaped", () => {
  expect(pythonLiteral(`it's "é" \\ 😀\n\r\t\0\u2028\ud800`)).toBe(
    String.raw`'it\'s "é" \\ 😀\n\r\t\u0000\u2028\ud800'`,
  );
});

test.each(SPECIAL_TOKENS.flatMap(({ samples }) => samples))("%s cannot stand in a string", (token) => {
  expect(pythonLiteral(token)).not.toContain(token);
});

test("whatever the text, it is one line with no quote inside but escaped ones", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(pythonLiteral(text)).toMatch(/^'(?:[^'\\\n\r]|\\(?:['\\nrt]|u[0-9a-f]{4}))*'$/);
    }),
  );
});
