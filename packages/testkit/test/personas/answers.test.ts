import { expect, it } from "vitest";
import { MODEL_PERSONAS, type ModelServer, modelPersona } from "../../src/index.js";
import { post } from "../client.js";
import { ask, PLAYED, personaNamed, play, wiresOf } from "./ask.js";

const WAYS = MODEL_PERSONAS.flatMap((persona) =>
  wiresOf(persona).flatMap((wire) =>
    PLAYED.flatMap(({ by, options }) =>
      [true, false].map((stream) => ({ name: persona.name, wire, by, options, how: stream ? "streamed" : "whole" })),
    ),
  ),
);

it.each(WAYS)("$name answers a plain question, its thoughts where its row says ($wire, $how, $by)", async (way) => {
  const { name, wire, how, options } = way;
  const server = await play(name, options);
  const messages = "Think first: what is 17 times 23? Then reply with the number and nothing else.";
  const { text, reasoning, finish, usage } = await ask(server, name, wire, how === "streamed", { messages });
  const thought = "17 times 23 is 391.";
  expect({ text, reasoning }).toEqual(
    {
      none: { text: "391", reasoning: "" },
      field: { text: "391", reasoning: thought },
      tags: { text: `<think>\n${thought}\n</think>\n\n391`, reasoning: "" },
      "tags-opened-in-prompt": { text: `${thought}\n</think>\n\n391`, reasoning: "" },
    }[personaNamed(name).truth.reasoning],
  );
  expect(finish).toBe(wire === "openai-responses" ? "completed" : "stop");
  expect(usage?.input).toBeGreaterThan(10);
  expect(usage?.output).toBeGreaterThan(0);
});

it("says one word where it is asked for one, and answers anything else in prose", async () => {
  const server = await play("good-native");
  const say = async (messages: string) =>
    (await ask(server, "good-native", "chat-completions", true, { messages })).text;
  expect(await say("Reply with the single word «pelican» and nothing else.")).toBe("pelican");
  expect(await say("What do you make of the sea?")).toMatch(/^I have read your message\./);
});

it("streams in pieces", async () => {
  const server = await play("good-native");
  const { values } = await ask(server, "good-native", "chat-completions", true, { messages: "Hello." });
  expect(values.length).toBeGreaterThan(10);
});

it("refuses what its template refuses, in its server's words", async () => {
  for (const { options } of PLAYED) {
    const server = await play("gemma-2", options);
    const messages = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello." },
    ];
    const heard = await ask(server, "gemma-2", "chat-completions", true, { messages });
    expect(heard.status).toBe(400);
    expect(heard.values).toMatchObject([{ message: "System role not supported", type: "BadRequestError" }]);
  }
});

it("refuses turns that do not alternate where its template does", async () => {
  const user = { role: "user", content: "Hello." };
  for (const { options } of PLAYED) {
    const asked = async (name: string) =>
      ask(await play(name, options), name, "chat-completions", true, { messages: [user, user] });
    const refused = await asked("codellama");
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.values)).toContain("Error rendering prompt with jinja template");
    expect(JSON.stringify(refused.values)).toContain("roles must alternate");
    expect((await asked("forgetful")).status).toBe(200);
  }
});

it("says its speeds in llama.cpp's own fields, streamed and not", async () => {
  const server = await play("slow-reader");
  const timings = {
    prompt_per_second: 40,
    predicted_per_second: 6,
    prompt_n: expect.any(Number),
    prompt_ms: expect.any(Number),
    predicted_n: expect.any(Number),
    predicted_ms: expect.any(Number),
  };
  for (const stream of [true, false]) {
    const { values, usage } = await ask(server, "slow-reader", "chat-completions", stream, { messages: "Hello." });
    const input = usage?.input ?? 0;
    expect(values.at(-1)).toMatchObject({ timings: { ...timings, prompt_n: input, prompt_ms: input * 25 } });
  }
});

it("says its speeds in Ollama's own fields, in nanoseconds", async () => {
  const server = await play("cutter");
  const { values, usage } = await ask(server, "cutter", "ollama", true, { messages: "Hello." });
  const { input = 0, output = 0 } = usage ?? {};
  expect(values.at(-1)).toMatchObject({
    prompt_eval_duration: Math.round((input / 1_100) * 1e9),
    eval_duration: Math.round((output / 60) * 1e9),
  });
});

it("waits as long as the model would take, or the share of it that is wanted", async () => {
  const server = await play("slow-reader");
  const { usage } = await ask(server, "slow-reader", "chat-completions", true, { messages: "Hello." });
  const [request] = server.requests;
  const { answers } = await modelPersona("slow-reader", { pace: 0.5 });
  const answer = request && typeof answers[0] === "object" && "make" in answers[0] && (await answers[0].make(request));
  // 40 tokens of prompt and 6 of answer a second, at half the time.
  expect(answer).toMatchObject({ firstByteAfterMs: ((usage?.input ?? 0) / 40) * 500, paceMs: 500 / 6 });
});

it("answers any name with the model that it is, where llama.cpp serves it", async () => {
  const server = await play("impostor");
  const body = { model: "gpt-4o", messages: [{ role: "user", content: "Hello." }] };
  for (const path of ["/v1/chat/completions", "/v1/responses"]) {
    const asked = path.endsWith("responses") ? { model: "gpt-4o", input: "Hello." } : body;
    const response = await post(server.url + path, asked);
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { model: personaNamed("impostor").truth.answersAs },
    ]);
  }
});

async function get(server: ModelServer, path: string, body?: object): Promise<unknown> {
  return (await (body === undefined ? fetch(server.url + path) : post(server.url + path, body))).json();
}

it("lists a hosted model with its window and its prices by the token", async () => {
  expect(await get(await play("hosted"), "/v1/models")).toMatchObject({
    data: [
      {
        id: "qwen/qwen3-235b-a22b-2507",
        context_length: 131_072,
        pricing: { prompt: "0.0000001", completion: "0.0000006" },
        top_provider: { max_completion_tokens: 16_384 },
      },
    ],
  });
});

it("tells size, shape and template of a model in Ollama", async () => {
  for (const { options } of PLAYED) {
    const server = await play("cutter", options);
    const details = { family: "qwen2", parameter_size: "7.6B", quantization_level: "Q4_K_M" };
    expect(await get(server, "/api/tags")).toMatchObject({ models: [{ size: 4_683_087_332, details }] });
    expect(await get(server, "/api/ps")).toMatchObject({
      models: [{ size: 4_683_087_332, size_vram: 4_683_087_332, context_length: 4_096 }],
    });
    expect(await get(server, "/api/show", { model: "qwen2.5:7b" })).toMatchObject({
      parameters: "temperature 0.7",
      template: expect.stringContaining("<|im_start|>"),
      capabilities: ["completion", "tools"],
      model_info: {
        "qwen2.block_count": 28,
        "qwen2.context_length": 32_768,
        "qwen2.attention.head_count_kv": 4,
        "qwen2.attention.key_length": 128,
      },
    });
  }
});

it("tells in llama.cpp what template it has and what that can show, and its slots", async () => {
  const server = await play("gpt-oss");
  expect(await get(server, "/props")).toMatchObject({
    default_generation_settings: { n_ctx: 32_768 },
    chat_template: expect.stringContaining("<|im_start|>"),
    chat_template_caps: { supports_tools: true, supports_tool_calls: true },
  });
  expect(await get(server, "/slots")).toMatchObject([{ id: 0, n_ctx: 32_768, is_processing: false }]);
  expect(await get(await play("phi-4"), "/props")).toMatchObject({ chat_template_caps: { supports_tools: false } });
});

it("says in Ollama and LM Studio which models take tools", async () => {
  const capabilities = async (name: string) => {
    const [{ name: model } = { name: "" }] = personaNamed(name).server.models;
    return get(await play(name), "/api/show", { model });
  };
  expect(await capabilities("liar")).toMatchObject({ capabilities: ["completion", "tools"] });
  expect(await capabilities("llama-3")).toMatchObject({ capabilities: ["completion"] });
  expect(await get(await play("gemma-3"), "/api/v0/models")).toMatchObject({
    data: [{ capabilities: [], quantization: "Q4_K_M", loaded_context_length: 8_192, max_context_length: 131_072 }],
  });
  expect(await get(await play("tag-thinker"), "/api/v0/models")).toMatchObject({
    data: [{ capabilities: ["tool_use"] }],
  });
});

it("says which personas there are where one is not known, and that a folder has no templates", async () => {
  await expect(modelPersona("nobody")).rejects.toMatchObject({
    code: "invalid_option",
    message: expect.stringContaining("there are good-native, gpt-oss, llama-3"),
  });
  await expect(modelPersona("cutter", { templates: "/nowhere" })).rejects.toMatchObject({ code: "invalid_option" });
});
