import { dialectNames, getDialect } from "@millrace/protocol";
import { expect, test } from "vitest";
import { RENDERED, TYPED, TYPED_CALL } from "./rendered-calls.js";

test("every dialect has its rendered calls here", () => {
  expect(Object.keys(RENDERED).sort()).toEqual([...dialectNames].sort());
});

test.each(dialectNames)("%s writes text, numbers, words, nesting and unicode in its own form", (name) => {
  expect(getDialect(name).writeCall(TYPED_CALL, [TYPED])).toBe(RENDERED[name]?.full);
});

test.each(dialectNames)("%s writes a call without arguments", (name) => {
  expect(getDialect(name).writeCall({ name: "typed", input: {} }, [TYPED])).toBe(RENDERED[name]?.empty);
});

test.each(dialectNames)("%s leaves out what is undefined", (name) => {
  const { writeCall } = getDialect(name);
  expect(writeCall({ name: "typed", input: { word: undefined } }, [TYPED])).toBe(RENDERED[name]?.empty);
});
