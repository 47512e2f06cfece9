import { startModelServer } from "@millrace/testkit";
import { expect, onTestFinished, test } from "vitest";
import { startBridge } from "../../src/index.js";
import { ask } from "./support/start.js";

const WORDS = "These are words. ";

/** What Ollama was asked for, by question. */
async function contextSizes(window: number, questions: readonly number[]): Promise<unknown[]> {
  const model = await startModelServer({
    scenario: {
      server: { kind: "ollama", models: [{ name: "qwen3:8b", trainedWindow: window }] },
      answers: [{ text: "Yes.", repeat: questions.length }],
      prefix: "report",
    },
  });
  onTestFinished(() => model.close());
  const bridge = await startBridge({ upstream: model.url, provider: "ollama", model: "qwen3:8b", env: {} });
  onTestFinished(() => bridge.close());
  for (const times of questions) {
    const messages = [{ role: "user", content: WORDS.repeat(times) }];
    const response = await ask(bridge, "/v1/chat/completions", { body: JSON.stringify({ model: "any", messages }) });
    expect(response.status).toBe(200);
  }
  return model.requests.map(({ json }) => json.options);
}

test("Ollama is asked for a context that holds the prompt and an answer: its own default would cut the prompt unsaid", async () => {
  const sizes = await contextSizes(262_144, [1, 10_000, 1]);
  expect(sizes).toEqual([{ num_ctx: 8_192 }, { num_ctx: 65_536 }, { num_ctx: 65_536 }]);
});

test("no larger context is asked for than the model has", async () => {
  expect(await contextSizes(16_384, [10_000])).toEqual([{ num_ctx: 16_384 }]);
});
