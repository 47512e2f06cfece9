import fc from "fast-check";
import { expect, test } from "vitest";
import { wireCallId } from "../../src/wires/call-id.js";

test("an id on the wire is nine letters or digits, the same every time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (id) => {
      expect(wireCallId(id)).toMatch(/^[A-Za-z0-9]{9}$/);
      expect(wireCallId(id)).toBe(wireCallId(id));
    }),
  );
});

test("the calls of a long session have different ids", () => {
  const ids = Array.from({ length: 100_000 }, (_, call) => wireCallId(`message-${Math.floor(call / 4)}.${call % 4}`));
  expect(new Set(ids).size).toBe(ids.length);
});
