import type { LanguageModelV3Content } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { offered } from "./support/offered.js";
import { generated, USAGE } from "./support/scripted.js";

const READ = "<read_file>\n<path>a.ts</path>\n</read_file>";
const asked = { params: { tools: offered } };

describe("an answer that came whole", () => {
  it("has text, reasoning and calls apart, and all else in its place", async () => {
    const own: LanguageModelV3Content = {
      type: "reasoning",
      text: " Mine. ",
      providerMetadata: { a: { signature: "s" } },
    };
    const source: LanguageModelV3Content = { type: "source", sourceType: "url", id: "s", url: "http://x" };
    const native: LanguageModelV3Content = { type: "tool-call", toolCallId: "n", toolName: "read_file", input: "{}" };
    const result = await generated(
      [
        own,
        { type: "text", text: `<think>Hm.</think>One\n${READ}\n`, providerMetadata: { a: { itemId: "t" } } },
        source,
        native,
      ],
      asked,
    );
    expect(result).toEqual({
      content: [
        own,
        { type: "reasoning", text: "Hm.", providerMetadata: { millrace: { readFrom: "text" } } },
        { type: "text", text: "One\n", providerMetadata: { a: { itemId: "t" } } },
        {
          type: "tool-call",
          toolCallId: expect.stringMatching(/^\w{9}$/),
          toolName: "read_file",
          input: '{"path":"a.ts"}',
          providerMetadata: { millrace: { dialect: "cline", repairs: [] } },
        },
        source,
        native,
      ],
      finishReason: { unified: "tool-calls", raw: "their stop" },
      usage: USAGE,
      warnings: [],
    });
  });

  it("gives no call that was cut off, and says that the answer was too long", async () => {
    const { content, finishReason } = await generated([{ type: "text", text: "Look:\n<read_file>\n<path>a" }], asked);
    expect(content).toEqual([{ type: "text", text: "Look:\n" }]);
    expect(finishReason).toEqual({ unified: "length", raw: "their stop" });
  });

  it("without anything stays that", async () => {
    const { content, finishReason } = await generated([], asked);
    expect(content).toEqual([]);
    expect(finishReason.unified).toBe("stop");
  });
});
