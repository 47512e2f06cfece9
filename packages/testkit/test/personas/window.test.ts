import { describe, expect, it } from "vitest";
import { MODEL_PERSONAS, type ModelPersona } from "../../src/index.js";
import { ask, PLAYED, personaNamed, play, type Tool } from "./ask.js";

const QUESTION =
  "What is the code word in the first line of this message? Reply with that single word and nothing else.";

/** About so many tokens of this model. */
function longMessage({ bytesPerToken }: ModelPersona, tokens: number): string {
  const line = "The keeper wrote down the wind and trimmed the lamp.\n";
  const lines = line.repeat(Math.ceil((tokens * bytesPerToken) / line.length));
  return `The code word is «heron».\n${lines}${QUESTION}`;
}

describe.each(MODEL_PERSONAS)("$name", (persona) => {
  const { name, truth } = persona;

  it.each(PLAYED)("knows what stands at the head of a prompt that fits ($by)", async ({ options }) => {
    const server = await play(name, options);
    const messages = longMessage(persona, truth.window * 0.8);
    const { text, usage } = await ask(server, name, "chat-completions", true, { messages });
    expect(text.split("</think>").at(-1)?.trim()).toBe("heron");
    expect(usage?.input).toBeGreaterThan(truth.window * 0.75);
    expect(usage?.input).toBeLessThanOrEqual(truth.window);
  });

  it("does with a prompt that is too long what its row says", async () => {
    const server = await play(name);
    const messages = longMessage(persona, truth.window * 1.3);
    const heard = await ask(server, name, "chat-completions", true, { messages });
    if (truth.cutsSilently) {
      expect(heard).toMatchObject({ status: 200, usage: { input: truth.window } });
      expect(heard.text).toBe("I cannot see a code word in your message.");
    } else {
      expect(heard.status).toBe(400);
      expect(JSON.stringify(heard.values)).toMatch(new RegExp(`\\b${truth.window}\\b`));
    }
  });
});

it("reads more in Ollama where its own wire asks for it, up to what the model was made for, and says so in /api/ps", async () => {
  const cutter = personaNamed("cutter");
  const server = await play("cutter");
  const loaded = async () => {
    const running: unknown = await (await fetch(`${server.url}/api/ps`)).json();
    return running;
  };
  const windowOf = (tokens: number) => ({ models: [{ context_length: tokens }] });
  const ask8k = (num_ctx: number) =>
    ask(server, "cutter", "ollama", false, {
      messages: longMessage(cutter, 6_000),
      parameters: { options: { num_ctx } },
    });
  expect(await loaded()).toMatchObject(windowOf(4_096));
  expect((await ask8k(8_192)).text).toBe("heron");
  expect(await loaded()).toMatchObject(windowOf(8_192));
  expect((await ask8k(1_000_000)).text).toBe("heron");
  expect(await loaded()).toMatchObject(windowOf(32_768));
  const heard = await ask(server, "cutter", "chat-completions", false, { messages: longMessage(cutter, 6_000) });
  expect(heard).toMatchObject({ text: "I cannot see a code word in your message.", usage: { input: 4_096 } });
  expect(await loaded()).toMatchObject(windowOf(4_096));
});

it("leaves out whole messages first, the oldest but the system's, as Ollama does", async () => {
  const server = await play("cutter");
  const filler = "Nothing new. ".repeat(500);
  const turn = (content: string) => [
    { role: "user", content },
    { role: "assistant", content: "Good." },
  ];
  const word = { role: "user", content: "Reply with the single word «pelican» and nothing else." };
  const system = { role: "system", content: "Be brief." };
  const messages = [system, ...turn(filler), ...turn(filler), ...turn(filler), word];
  const { text, usage } = await ask(server, "cutter", "ollama", false, { messages });
  expect(text).toBe("pelican");
  // Two of the three turns fit.
  expect(usage?.input).toBeLessThan(3_800);
  expect(usage?.input).toBeGreaterThan(3_500);
});

it("does not see tools whose definitions were cut away", async () => {
  const tool: Tool = { name: "look", description: "Looks.", parameters: { type: "object", properties: {} } };
  const server = await play("cutter");
  const call = 'Call the tool look with at set to "a".';
  const asked = (filler: number) =>
    ask(server, "cutter", "chat-completions", true, {
      messages: `${"Nothing new. ".repeat(filler)}\n${call}`,
      tools: [tool],
    });
  expect((await asked(10)).calls).toEqual([{ name: "look", arguments: { at: "a" } }]);
  expect(await asked(2_000)).toMatchObject({ calls: [], text: "I have no tool look, so I cannot call it." });
});

it.each(["chat-completions", "ollama", "openai-responses"] as const)(
  "stops where the request wants it to (%s)",
  async (wire) => {
    const server = await play("cutter");
    const parameters =
      wire === "ollama"
        ? { options: { num_predict: 2 } }
        : { [wire === "chat-completions" ? "max_tokens" : "max_output_tokens"]: 2 };
    const heard = await ask(server, "cutter", wire, true, { messages: "Tell me of the sea.", parameters });
    expect(heard.text).toBe("I have ");
    expect(heard.finish).toBe(wire === "openai-responses" ? "incomplete" : "length");
    expect(heard.usage?.output).toBe(2);
  },
);

it("refuses prompt and answer together where its server counts both", async () => {
  const server = await play("good-native");
  const parameters = { max_tokens: 20_000 };
  const messages = longMessage(personaNamed("good-native"), 20_000);
  const heard = await ask(server, "good-native", "chat-completions", true, { messages, parameters });
  expect(heard.status).toBe(400);
  expect(JSON.stringify(heard.values)).toContain("maximum context length is 32768 tokens");
});
