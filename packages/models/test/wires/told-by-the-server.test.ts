import { describe, expect, it } from "vitest";
import type { StreamDecoder } from "../../src/index.js";
import {
  AnthropicMessagesDecoder,
  OllamaChatDecoder,
  OpenAiChatDecoder,
  OpenAiResponsesDecoder,
} from "../../src/index.js";

const events = (...values: readonly object[]) => values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join("");

function read(decoder: StreamDecoder, body: string) {
  const bytes = new TextEncoder().encode(body);
  const chunks = [...bytes].flatMap((byte) => decoder.push(Uint8Array.of(byte))).concat(decoder.end());
  return { model: decoder.model, usage: chunks.findLast((chunk) => chunk.type === "usage")?.usage };
}

const OLLAMA = { model: "qwen3:8b", message: { content: "hi" }, done: true, done_reason: "stop" };

describe("what a server says beside its answer", () => {
  it("names who answers, on every wire", () => {
    const chat = events({ model: "served", choices: [{ delta: { content: "hi" } }] }, { model: "other", choices: [] });
    expect(read(new OpenAiChatDecoder(), chat).model).toBe("served");
    const responses = events({ type: "response.created", response: { model: "served" } });
    expect(read(new OpenAiResponsesDecoder(), responses).model).toBe("served");
    const messages = events({ type: "message_start", message: { model: "served" } });
    expect(read(new AnthropicMessagesDecoder(), messages).model).toBe("served");
    expect(read(new OllamaChatDecoder(), JSON.stringify(OLLAMA)).model).toBe("qwen3:8b");
    expect(read(new OpenAiChatDecoder(), events({ model: 7, choices: [] })).model).toBeUndefined();
  });

  it("tells how fast Ollama read and wrote, from its nanoseconds, without what it had cached", () => {
    const line = { ...OLLAMA, prompt_eval_count: 300, prompt_eval_cached_count: 200, prompt_eval_duration: 2e9 };
    const { usage } = read(new OllamaChatDecoder(), JSON.stringify({ ...line, eval_count: 30, eval_duration: 1e9 }));
    expect(usage?.speed).toEqual({ prompt: 50, output: 30 });
  });

  it("tells how fast llama.cpp read and wrote, from its timings", () => {
    const timings = { prompt_n: 1_000, prompt_ms: 500, predicted_n: 20, predicted_ms: 1_000 };
    const { usage } = read(new OpenAiChatDecoder(), events({ choices: [], usage: { prompt_tokens: 1_000 }, timings }));
    expect(usage).toEqual({ inputTokens: 1_000, speed: { prompt: 2_000, output: 20 } });
  });

  it.each([{ prompt_n: 3, prompt_ms: 1 }, { prompt_n: 100, prompt_ms: 0 }, { prompt_n: "100", prompt_ms: 5 }, {}])(
    "takes no speed from figures that tell none: %o",
    (timings) => {
      const { usage } = read(new OpenAiChatDecoder(), events({ choices: [], usage: { prompt_tokens: 9 }, timings }));
      expect(usage).toEqual({ inputTokens: 9 });
    },
  );
});
