import { describe, expect, it } from "vitest";
import { breakThink, callTarget } from "../../src/index.js";

describe("what a call is about", () => {
  it("is the text with the most telling name, wherever it stands", () => {
    expect(callTarget({ query: "q", path: "a.ts" })).toBe("a.ts");
    expect(callTarget({ url: "http://x", timeout: 3 })).toBe("http://x");
  });

  it("is nothing where no name tells it, or it is no text", () => {
    expect(callTarget({ city: "Oslo" })).toBeUndefined();
    expect(callTarget({ path: ["a.ts"] })).toBeUndefined();
  });
});

describe("text of an assistant in history", () => {
  it("has its reasoning tag broken up, which templates would cut at", () => {
    expect(breakThink("a </think> b </think>")).toBe("a <\\/think> b <\\/think>");
    expect(breakThink("a <think> b")).toBe("a <think> b");
  });
});
