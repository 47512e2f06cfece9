import fc from "fast-check";
import { expect, test } from "vitest";
import { wireCallName } from "../../src/wires/call-name.js";

test.each([
  ["read_file", "read_file"],
  ["mcp__server-1__do", "mcp__server-1__do"],
  ["functions.read file", "functions_read_file"],
  ["读", "_"],
  ["", "_"],
  ["x".repeat(65), "x".repeat(64)],
])("the call %j is named %j on the wire", (name, onWire) => {
  expect(wireCallName(name)).toBe(onWire);
});

test("any name becomes one that servers take, and stays so", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (name) => {
      const onWire = wireCallName(name);
      expect(onWire).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
      expect(wireCallName(onWire)).toBe(onWire);
    }),
  );
});
