import { describe, expect, it } from "vitest";
import { extraFields } from "../../src/upstream/extra-fields.js";

describe("the fields that the bridge does not read", () => {
  it("stay as they are on the wire that they are from", () => {
    const extra = { temperature: 0.2, nobody_knows: { a: [1] }, metadata: null };
    expect(extraFields(extra, "openai-chat", "openai-chat")).toBe(extra);
    expect(extraFields(extra, "anthropic-messages", "anthropic-messages")).toBe(extra);
  });

  it("go by the upstream's own names on another one, and what it has not is left out", () => {
    const extra = { temperature: 0.2, top_k: 40, thinking: { type: "enabled" }, metadata: { user_id: "u" } };
    expect(extraFields(extra, "anthropic-messages", "ollama-chat")).toEqual({
      options: { temperature: 0.2, top_k: 40 },
    });
    expect(extraFields(extra, "anthropic-messages", "openai-chat")).toEqual({ temperature: 0.2 });
    expect(extraFields({ reasoning: { effort: "low" }, store: false }, "openai-responses", "openai-chat")).toEqual({
      reasoning_effort: "low",
    });
  });

  it("a schema for the answer is wrapped as the upstream wants it", () => {
    const schema = { type: "object" };
    const chat = { response_format: { type: "json_schema", json_schema: { name: "a", schema, strict: true } } };
    const responses = { text: { format: { type: "json_schema", name: "a", schema, strict: true } } };
    expect(extraFields(chat, "openai-chat", "openai-responses")).toEqual(responses);
    expect(extraFields(responses, "openai-responses", "openai-chat")).toEqual(chat);
    expect(extraFields(chat, "openai-chat", "ollama-chat")).toEqual({ format: schema });
    expect(extraFields(chat, "openai-chat", "anthropic-messages")).toEqual({});
    expect(extraFields({ response_format: { type: "json_object" } }, "openai-chat", "ollama-chat")).toEqual({
      format: "json",
    });
    expect(extraFields({ response_format: { type: "text" } }, "openai-chat", "openai-responses")).toEqual({});
  });
});
