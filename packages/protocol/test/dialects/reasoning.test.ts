import { describe, expect, it } from "vitest";
import { parseAssistantMessage } from "../../src/index.js";
import { readDialect } from "./read-dialect.js";

describe("reasoning", () => {
  it.each([
    ["<think>a</think>b", "a"],
    ["\n<think>\na</think>b", "a"],
    ["<thinking>a</think>b", "a"],
    ["a <think> b</think>b", "a <think> b"],
  ])("does not show the opener where the prompt has opened it: %j", (text, thought) => {
    const { blocks } = parseAssistantMessage(text, { tools: [], dialect: "auto", start: "in-reasoning" });
    expect(blocks).toMatchObject([
      { type: "reasoning", text: thought },
      { type: "text", text: "b" },
    ]);
  });

  it("does not show half a token that would have closed it", () => {
    expect(readDialect("auto", [], "<|START_THINKING|>a<|END_TH")).toEqual([["thought", "a"]]);
    expect(readDialect("auto", [], "<|START_THINKING|>a<|EN")).toEqual([["thought", "a<|EN"]]);
  });

  it("is no part of prose about the tags of a call", () => {
    const text = "Hermes writes <tool_call> and </tool_call> around it.";
    expect(readDialect("auto", [], text)).toEqual([text]);
    expect(readDialect("glm", [], text)).toEqual([text]);
  });

  it("shows no token of Seed-OSS", () => {
    expect(readDialect("seed-oss", [], "Hi.<seed:eos>")).toEqual(["Hi."]);
  });
});
