import fc from "fast-check";
import { expect, it } from "vitest";
import { type Known, mergeProfiles } from "../src/index.js";

const RANKS = ["user", "measured", "server", "catalogue"] as const;
const window = (value: number, from: Known<number>["from"]) => ({ window: { value, from, at: "2026-11-30" } });

it("takes the user's word before a measurement, that before the server's, that before the catalogue's, in any order", () => {
  const sources = RANKS.map((from, at) => window(at, from));
  fc.assert(
    fc.property(fc.shuffledSubarray(sources, { minLength: 1 }), (given) => {
      const best = given.toSorted((a, b) => a.window.value - b.window.value)[0];
      expect(mergeProfiles(...given)).toEqual(best);
    }),
  );
});

it("takes each value from whoever knows it best, and none that nobody has", () => {
  const at = "2026-11-30";
  const catalogue = { protocol: { value: "text", from: "catalogue", at } } as const;
  const server = { ...window(8_192, "server"), local: true } as const;
  expect(mergeProfiles(catalogue, server)).toEqual({ ...server, protocol: catalogue.protocol });
});

it("takes what was given first of two of the same rank, and of what has no source", () => {
  expect(mergeProfiles(window(1, "server"), window(2, "server"))).toEqual(window(1, "server"));
  expect(mergeProfiles({ server: "ollama" }, { server: "other" })).toEqual({ server: "ollama" });
  const reasoning = { form: "tags", back: "drop", from: "measured", at: "" } as const;
  expect(mergeProfiles({ reasoning: { form: "field", back: "echo" } }, { reasoning })).toEqual({ reasoning });
});
