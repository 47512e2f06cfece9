import { describe, expect, test } from "vitest";
import { nearestName } from "../src/index.js";

describe("the name that was meant", () => {
  test("is the nearest one, swapped letters being one slip", () => {
    expect(nearestName("modle", ["mode", "model", "protocol"])).toBe("model");
    expect(nearestName("MODEL", ["model"])).toBe("model");
  });
  test("is none where nothing is near", () => {
    expect(nearestName("colour", ["model", "mode"])).toBeUndefined();
    expect(nearestName("x", ["a"])).toBeUndefined();
  });
});
