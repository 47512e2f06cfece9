import { expect, test } from "vitest";
import { bodyParameters } from "../../src/schema/body-parameters.js";

test("a schema without marks has its bodies by the usual names", () => {
  const bodies = bodyParameters({
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" }, arguments: { type: "object" }, diff: {} },
  });
  expect([...bodies]).toEqual(["content", "arguments", "diff"]);
});

test("a number or a boolean is no body, whatever its name", () => {
  const parameters = {
    properties: {
      context: { type: "integer" },
      input: { type: ["boolean", "null"] },
      text: { type: ["string", "null"] },
    },
  } as const;
  expect([...bodyParameters(parameters)]).toEqual(["text"]);
});

test("one mark in a schema switches the usual names off", () => {
  const parameters = { properties: { content: { type: "string" }, poem: { type: "string", "x-body": true } } } as const;
  expect([...bodyParameters(parameters)]).toEqual(["poem"]);
});

test("a mark of false alone counts as a mark", () => {
  expect([...bodyParameters({ properties: { content: { "x-body": false }, text: {} } })]).toEqual([]);
});

test("a schema without properties has no bodies", () => {
  expect(bodyParameters({ type: "object" }).size).toBe(0);
});
