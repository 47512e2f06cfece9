import { expect, it } from "vitest";
import type { ModelServer, Persona } from "../src/index.js";
import { chat, HELLO, ollama, post, serve } from "./client.js";

const MODEL = { name: "qwen3:8b", window: 8192, trainedWindow: 40_960, family: "qwen3", thinking: true };

async function get(server: ModelServer, path: string): Promise<unknown> {
  const response = await fetch(server.url + path);
  return response.ok ? response.json() : response.status;
}

function persona(server: Persona): Promise<ModelServer> {
  return serve({ server, answers: [{ text: "Hi.", repeat: "always" }] });
}

it("is an Ollama: its models, what each can do, its window, its own words for what it lacks", async () => {
  const server = await persona({
    kind: "ollama",
    version: "0.13.1",
    models: [MODEL, { name: "tiny", tools: "refused" }],
  });
  expect(await get(server, "/api/version")).toEqual({ version: "0.13.1" });
  expect(await get(server, "/api/tags")).toMatchObject({ models: [{ name: "qwen3:8b" }, { name: "tiny" }] });
  expect(await get(server, "/api/ps")).toMatchObject({ models: [{ context_length: 8192 }, {}] });
  expect(await get(server, "/v1/models")).toMatchObject({ data: [{ id: "qwen3:8b" }, { id: "tiny" }] });
  expect(await get(server, "/props")).toBe(404);
  const shown = await (await post(`${server.url}/api/show`, { model: "qwen3:8b" })).json();
  expect(shown).toMatchObject({
    capabilities: ["completion", "tools", "thinking"],
    model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
  });
  const missing = await ollama(server, { ...HELLO, model: "llama4" });
  expect([missing.status, await missing.json()]).toEqual([404, { error: "model 'llama4' not found" }]);
  const tools = [{ type: "function" }];
  const refused = await ollama(server, { ...HELLO, model: "tiny", tools });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("does not support tools")]);
  expect((await ollama(server, { ...HELLO, model: "tiny" })).status).toBe(200);
});

it("is a llama.cpp server: one model under any name, its window in /props, no Ollama endpoints", async () => {
  const server = await persona({ kind: "llama.cpp", models: [{ ...MODEL, chatTemplate: "{{ messages }}" }] });
  expect(await get(server, "/props")).toMatchObject({
    default_generation_settings: { n_ctx: 8192 },
    chat_template: "{{ messages }}",
  });
  expect(await get(server, "/health")).toEqual({ status: "ok" });
  expect(await get(server, "/api/tags")).toBe(404);
  expect((await ollama(server)).status).toBe(404);
  expect((await chat(server)).status).toBe(200);
  expect(server.lookUps).toContainEqual({ method: "POST", path: "/api/chat", status: 404 });
});

it("is a vLLM or LM Studio with the window where these have it", async () => {
  const vllm = await persona({ kind: "vllm", models: [MODEL] });
  expect(await get(vllm, "/v1/models")).toMatchObject({ data: [{ id: "qwen3:8b", max_model_len: 8192 }] });
  const studio = await persona({ kind: "lmstudio", models: [MODEL] });
  expect(await get(studio, "/api/v0/models")).toMatchObject({
    data: [{ id: "qwen3:8b", state: "loaded", loaded_context_length: 8192, max_context_length: 40_960 }],
  });
});

it("wants its key", async () => {
  const server = await persona({ kind: "openai", apiKey: "sk-right" });
  const ask = (key: string) =>
    chat(server, HELLO, { headers: { "content-type": "application/json", authorization: `Bearer ${key}` } });
  const refused = await ask("sk-wrong");
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "invalid_api_key" } }]);
  expect((await ask("sk-right")).status).toBe(200);
});
