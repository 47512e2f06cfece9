import { describe, expect, test } from "vitest";
import { openSignature, sealSignature, signatureOrigin } from "../../src/wires/signature.js";

describe("what is opaque", () => {
  test.each([
    ["claude-sonnet-4-5", "claude"],
    ["anthropic/claude-opus-4.5", "claude"],
    ["MiniMax-M2", "minimax"],
    ["google/gemini-2.5-pro:free", "gemini"],
    ["accounts/fireworks/models/kimi-k2", "kimi"],
    ["gpt-oss:20b", "gpt"],
    ["4o", "4o"],
  ])("of %s is of the family %s", (model, family) => {
    expect(signatureOrigin("anthropic-messages", model)).toBe(`anthropic-messages/${family}`);
  });

  test("opens for the wire and family it is from, and for nobody else", () => {
    const sealed = sealSignature("openai-chat/claude", '{"a":1}');
    expect(openSignature("openai-chat/claude", sealed)).toEqual({ a: 1 });
    expect(openSignature("anthropic-messages/claude", sealed)).toBeUndefined();
    expect(openSignature("openai-chat/gemini", sealed)).toBeUndefined();
    expect(openSignature("openai-chat/claud", sealed)).toBeUndefined();
    expect(openSignature("openai-chat/claude", "openai-chat/claude {cut")).toBeUndefined();
  });
});
