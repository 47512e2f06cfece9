import { expect, test } from "vitest";
import { resultLimit } from "../../src/context/result-limit.js";

const limit = (taken: number, fixed = 0, window = 80_000) =>
  resultLimit({ window, reserve: 10_000, taken, fixed: () => fixed });

test("a result takes a quarter of the window at most, and never more than 100 KiB", () => {
  expect(limit(0)).toBe(20_000);
  expect(limit(0, 0, 10_000_000)).toBe(100 * 1024);
  expect(resultLimit({ window: undefined, reserve: 0, taken: 9_000_000, fixed: () => 0 })).toBe(100 * 1024);
});

test("a result takes no more than what is left of the window", () => {
  expect(limit(55_000)).toBe(15_000);
});

test("where hardly anything is left it takes an eighth of the window: older results make room", () => {
  expect(limit(65_000)).toBe(10_000);
  expect(limit(90_000)).toBe(10_000);
});

test("but no more than half of what could be made by leaving out all that may be", () => {
  expect(limit(69_000, 60_000)).toBe(5_000);
  expect(limit(69_900, 69_900)).toBe(100);
});
