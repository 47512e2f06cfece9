import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createModelClient, listServerModels, type ModelChoice, sameModel } from "../../src/index.js";
import { cacheBytesPerToken } from "../../src/profiles/server-facts/cache-size.js";
import {
  ABILITY_FIELDS,
  ENTRY_FIELDS,
  FLAG_FIELDS,
  PRICE_FIELDS,
} from "../../src/profiles/server-facts/entry-fields.js";
import { readEntry } from "../../src/profiles/server-facts/read-entry.js";
import { readList } from "../../src/profiles/server-facts/read-list.js";
import { TEMPLATE_MARKS, templateDialect } from "../../src/profiles/server-facts/template-dialect.js";
import { serve } from "../support/serve.js";

const TEMPLATES = new URL("../../../../../shared/templates/", import.meta.url).pathname;

/** An entry that holds a value at `a.b.c`. */
function entryWith(path: string, value: unknown): Record<string, unknown> {
  return path
    .split(".")
    .reduceRight<Record<string, unknown>>(
      (inner, key, at, keys) => ({ [key]: at === keys.length - 1 ? value : inner }),
      {},
    );
}

/** A server that answers these paths, queries left out, and nothing else. */
const answers = (paths: Readonly<Record<string, unknown>>) =>
  serve((incoming, response) => {
    incoming.resume();
    const answer = paths[(incoming.url ?? "").replace(/\?.*/, "")];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? { error: "not found" }));
  });

const ask = (model: string, baseUrl: string, more: Partial<ModelChoice> = {}) =>
  createModelClient({ model, baseUrl, env: {}, ...more }).ask();

describe("a field of a list of models", () => {
  test.each(ENTRY_FIELDS)("$path of $server is its $fact", ({ fact, path, sample }) => {
    expect(readEntry(entryWith(path, sample), "m")).toEqual({ name: "m", [fact]: sample });
  });

  test.each(ABILITY_FIELDS)("$word in $path of $server says $fact", ({ fact, path, word, complete }) => {
    expect(readEntry(entryWith(path, ["x", word]), "m")).toMatchObject({ [fact]: true });
    expect(readEntry(entryWith(path, ["x"]), "m")[fact]).toBe(complete ? false : undefined);
  });

  test.each(FLAG_FIELDS)("$path of $server says $fact", ({ fact, path, yes, yesOnly }) => {
    expect(readEntry(entryWith(path, yes), "m")).toMatchObject({ [fact]: true });
    const no = typeof yes === "boolean" ? false : "other";
    expect(readEntry(entryWith(path, no), "m")[fact]).toBe(yesOnly ? undefined : false);
  });

  test.each(PRICE_FIELDS)("prices of $server are dollars per million tokens", ({ sample }) => {
    const { prices } = readEntry({ ...sample }, "m");
    expect(prices?.input).toBeGreaterThan(0.1);
    expect(prices?.output).toBeLessThan(2);
  });

  test("is not believed where it is of another type, or a price below nothing", () => {
    const odd = {
      max_model_len: "8192",
      context_length: -1,
      capabilities: "tools",
      pricing: { prompt: "-1", completion: "-1" },
    };
    expect(readEntry(odd, "m")).toEqual({ name: "m" });
  });

  test("may be anything without a throw", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        (value) => readList({ data: [value], models: value }, { entries: "data", name: "id" }) !== null,
      ),
    );
  });
});

describe("a server's word on a model", () => {
  const shown = {
    template: "{{ if .Tools }}<tool_call>{{ end }}",
    parameters: 'stop  "<|im_end|>"\nnum_ctx                        8192\ntemperature 0.6',
    details: { quantization_level: "Q4_K_M" },
    capabilities: ["completion", "tools", "thinking"],
    model_info: {
      "general.architecture": "qwen3",
      "qwen3.context_length": 40_960,
      "qwen3.block_count": 36,
      "qwen3.attention.head_count_kv": 8,
      "qwen3.attention.key_length": 128,
      "qwen3.attention.value_length": 128,
    },
  };

  test("is Ollama's whole: window that it runs with and that it can have, quantization, cache, template", async () => {
    const running = { models: [{ name: "qwen3:8b", context_length: 4096 }] };
    const tags = { models: [{ name: "qwen3:8b", digest: "500a1f067a9f", modified_at: "2026-10-01T00:00:00Z" }] };
    const url = await answers({ "/api/show": shown, "/api/ps": running, "/api/tags": tags });
    const { facts, profile, said, missingAmong } = await ask("ollama/qwen3:8b", url);
    expect(facts).toMatchObject({ trained: 40_960, runsWith: 4096, loaded: true, quantization: "Q4_K_M" });
    expect(facts.cacheBytesPerToken).toBe(147_456);
    // On Ollama's own wire a request asks for the window that it needs.
    expect(profile.window).toMatchObject({ value: 40_960, from: "server" });
    expect(profile.otherDialects).toMatchObject({ value: ["hermes", "markdown-json"], from: "server" });
    expect(said).toEqual({
      window: 40_960,
      template: expect.stringMatching(/^[0-9a-f]{12}$/),
      quantization: "Q4_K_M",
      // A pull that finds nothing new dates the model anew.
      weights: "500a1f067a9f",
    });
    expect(missingAmong).toBeUndefined();
  });

  test("is, on OpenAI's wire of Ollama, the window of the loaded model, else the model's own setting", async () => {
    const running = { models: [{ name: "qwen3:8b", context_length: 4096 }] };
    const loaded = await answers({ "/api/show": shown, "/api/ps": running });
    expect((await ask("ollama/qwen3:8b", loaded, { wire: "openai-chat" })).profile.window?.value).toBe(4096);
    const notLoaded = await answers({ "/api/show": shown, "/api/ps": { models: [] } });
    expect((await ask("ollama/qwen3:8b", notLoaded, { wire: "openai-chat" })).profile.window?.value).toBe(8192);
  });

  test("is no window to compare with while a model is not loaded", async () => {
    const entry = { id: "m", max_context_length: 32_768 };
    const asked = async (more: object) =>
      ask("lmstudio/m", await answers({ "/api/v0/models": { data: [{ ...entry, ...more }] } }));
    const notLoaded = await asked({ state: "not-loaded" });
    expect(notLoaded.profile.window).toMatchObject({ value: 32_768, why: expect.stringContaining("with less") });
    expect(notLoaded.said.window).toBeUndefined();
    expect((await asked({ state: "loaded", loaded_context_length: 4096 })).said.window).toBe(4096);
  });

  test("is llama.cpp's window of a slot, one call a message, the place of the system text, and who really answers", async () => {
    const url = await answers({
      "/props": {
        default_generation_settings: { n_ctx: 8192 },
        model_path: "/models/gemma-2-9b-it-Q4_K_M.gguf",
        chat_template: "<|python_tag|>",
        chat_template_caps: { supports_parallel_tool_calls: false, supports_system_role: false },
      },
      "/slots": [{ id: 0, n_ctx: 4096 }],
      "/v1/models": { data: [{ id: "gemma", meta: { n_ctx_train: 8192, size: 5_760_000_000 } }] },
    });
    const { facts, profile } = await ask("llamacpp/whatever", url);
    expect(facts).toMatchObject({ name: "gemma-2-9b-it-Q4_K_M.gguf", trained: 8192, sizeBytes: 5_760_000_000 });
    expect(profile).toMatchObject({
      window: { value: 4096 },
      parallel: { value: false, why: expect.any(String) },
      systemText: { value: "first-user", why: expect.any(String) },
      otherDialects: { value: ["llama3-json", "hermes", "markdown-json"] },
    });
  });

  test("is a hosted server's list, with prices and the limit of an answer, and asked for only by `ask`", async () => {
    const url = await answers({
      "/v1/models": {
        data: [
          {
            id: "acme/coder",
            context_length: 262_144,
            pricing: { prompt: "0.0000003", completion: "0.0000012" },
            supported_parameters: ["tools", "reasoning"],
            top_provider: { max_completion_tokens: 65_536 },
          },
        ],
      },
    });
    const hosted = await ask("openrouter/acme/coder", url);
    expect(hosted.profile).toMatchObject({
      window: { value: 262_144, from: "server" },
      maxOutput: { value: 65_536 },
      protocol: { value: "native" },
      prices: { value: { input: 0.3, output: 1.2 } },
    });
  });

  test("is Gemini's own list, at its own address", async () => {
    const url = await answers({
      "/v1beta/models": { models: [{ name: "models/gemini-x", inputTokenLimit: 1_048_576, outputTokenLimit: 65_536 }] },
    });
    const { profile } = await ask("gemini/gemini-x", `${url}/v1beta/openai`, { apiKey: "k" });
    expect(profile).toMatchObject({ window: { value: 1_048_576 }, maxOutput: { value: 65_536 } });
  });

  test.each([
    ["ollama", { "/api/tags": { models: [{ name: "qwen3:8b" }, { name: "all-minilm" }] } }],
    ["lmstudio", { "/api/v0/models": { data: [{ id: "qwen3:8b" }, { id: "all-minilm" }] } }],
    ["vllm", { "/v1/models": { data: [{ id: "qwen3:8b" }, { id: "all-minilm" }] } }],
  ])("is, at %s, that there is no such model, and which there are", async (provider, paths) => {
    const url = await answers(paths);
    expect((await ask(`${provider}/qwen3:9b`, url)).missingAmong).toEqual(["qwen3:8b", "all-minilm"]);
    expect((await ask(`${provider}/qwen3:8b`, url)).missingAmong).toBeUndefined();
  });

  test("is nothing where nobody lists anything, and where any name is served", async () => {
    expect(await ask("ollama/x", await answers({}))).toEqual({ facts: {}, profile: {}, said: {} });
    const other = await answers({ "/v1/models": { data: [{ id: "a" }, { id: "b" }] } });
    expect((await ask("custom/x", other)).missingAmong).toBeUndefined();
  });
});

describe("the size of a cache", () => {
  test("is not guessed where a fact is missing or layers differ", () => {
    const info = {
      "general.architecture": "a",
      "a.block_count": 2,
      "a.attention.head_count_kv": 2,
      "a.attention.key_length": 8,
    };
    expect(cacheBytesPerToken(info)).toBeUndefined();
    const whole = { ...info, "a.attention.value_length": 8 };
    expect(cacheBytesPerToken(whole)).toBe(2 * 2 * 16 * 2);
    expect(cacheBytesPerToken({ ...whole, "a.attention.sliding_window": 512 })).toBeUndefined();
    expect(cacheBytesPerToken({ ...whole, "a.attention.head_count_kv": [2, 0] })).toBeUndefined();
    const shared = {
      ...info,
      "a.attention.key_length": undefined,
      "a.embedding_length": 64,
      "a.attention.head_count": 8,
    };
    expect(cacheBytesPerToken(shared)).toBe(2 * 2 * 16 * 2);
  });
});

describe("a chat template that a server shows", () => {
  test.each(TEMPLATE_MARKS)("tells $dialect by its mark $mark", ({ mark, dialect }) => {
    expect(templateDialect(`{{ messages }} ${mark} x`)).toBe(dialect);
  });

  test("tells nothing without a mark", () => {
    expect(templateDialect("<|im_start|>{{ role }}")).toBeUndefined();
  });

  test.skipIf(!existsSync(TEMPLATES))("is, of the published ones, told as the table says", () => {
    const published = readdirSync(TEMPLATES).filter((name) => name.endsWith(".jinja"));
    const told = new Map(
      published.map((name) => [
        name.replace(".jinja", ""),
        templateDialect(readFileSync(join(TEMPLATES, name), "utf8")),
      ]),
    );
    for (const { sample, dialect } of TEMPLATE_MARKS) expect([sample, told.get(sample)]).toEqual([sample, dialect]);
    for (const plain of ["llama-2", "gemma-2", "phi-4", "yi-coder", "chatml-vllm"])
      expect(told.get(plain)).toBeUndefined();
  });
});

describe("the list of a server", () => {
  test("holds each model that can chat, with what the server says of it and what its name tells", async () => {
    const url = await answers({
      "/api/tags": { models: [{ name: "gemma2:9b", size: 5_443_152_417 }, { name: "nomic-embed-text:latest" }] },
      "/api/show": { capabilities: ["completion"], model_info: { "a.context_length": 8192 } },
    });
    const models = await listServerModels({ provider: "ollama", baseUrl: url, env: {} });
    expect(models).toMatchObject([
      {
        id: "ollama/gemma2:9b",
        server: url,
        model: "gemma2:9b",
        facts: { sizeBytes: 5_443_152_417, trained: 8192, tools: false },
        profile: { window: { value: 8192, from: "server" }, protocol: { value: "text", from: "server" } },
        catalogue: { systemText: { value: "first-user", from: "catalogue" } },
      },
    ]);
  });

  test("holds no name that is none, and of an endless list the beginning", async () => {
    const names = ["good", "", "two\nlines", "\u001b[2Jclears", "\u009b2J", "a".repeat(513), 7, null, "__proto__"];
    const list = (entries: readonly unknown[]) =>
      readList({ data: entries.map((id) => ({ id })) }, { entries: "data", name: "id" });
    expect(list(names)?.map(({ name }) => name)).toEqual(["good", "__proto__"]);
    expect(list(Array<string>(100_000).fill("m"))).toHaveLength(5_000);
  });

  test("is all of LM Studio, which is asked once however many there are; Ollama is asked a few things at a time", async () => {
    let [asked, open, most] = [0, 0, 0];
    const models = Array.from({ length: 40 }, (_, at) => ({ id: `m${at}`, name: `m${at}` }));
    const url = await serve((incoming, response) => {
      [asked, open] = [asked + 1, open + 1];
      most = Math.max(most, open);
      response.on("finish", () => void open--);
      incoming.resume().on("end", () => response.end(JSON.stringify({ data: models, models })));
    });
    expect(await listServerModels({ provider: "lmstudio", baseUrl: `${url}/v1`, env: {} })).toHaveLength(40);
    expect(asked).toBe(1);
    expect(await listServerModels({ provider: "ollama", baseUrl: url, env: {} })).toHaveLength(40);
    expect(most).toBeLessThanOrEqual(3 * 8);
  });

  test("is none where nothing is listed", async () => {
    expect(await listServerModels({ provider: "ollama", baseUrl: await answers({}), env: {} })).toBeUndefined();
  });
});

describe("two names", () => {
  test.each([
    ["gpt-4o", "gpt-4o-2024-08-06"],
    ["claude-sonnet-4-5", "claude-sonnet-4-5-20250929"],
    ["qwen3", "qwen3:8b"],
    ["Qwen/Qwen3-8B", "/models/Qwen3-8B-Q4_K_M.gguf"],
    ["google/gemma-3-4b", "gemma-3-4b-it-Q4_K_M.gguf"],
    ["accounts/fireworks/models/qwen3-8b", "qwen3-8b"],
    ["mistral-large-latest", "mistral-large-2411"],
    ["", ""],
  ])("are one model: %s, %s", (one, other) => {
    expect(sameModel(one, other)).toBe(true);
    expect(sameModel(other, one)).toBe(true);
  });

  test.each([
    ["gpt-4o", "gpt-4o-mini"],
    ["qwen3-8b", "qwen3-4b"],
    ["qwen3", "gemma3"],
    ["claude-sonnet-4-5", "claude-sonnet-4"],
    ["a", ""],
  ])("are two: %s, %s", (one, other) => {
    expect(sameModel(one, other)).toBe(false);
  });
});
