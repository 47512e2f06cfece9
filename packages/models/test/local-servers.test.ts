import { describe, expect, test } from "vitest";
import { createModelClient, findLocalServers } from "../src/index.js";
import { distinctServers } from "../src/local-servers.js";
import { request } from "./support/requests.js";
import { bodyOf, deadAddress, serve } from "./support/serve.js";

const asJson = (value: unknown) => JSON.stringify(value);

describe("the search for local servers", () => {
  test("finds Ollama where OLLAMA_HOST says, with the models that can chat", async () => {
    const url = await serve((incoming, response) => {
      expect(incoming.url).toBe("/api/tags");
      response.end(
        asJson({
          models: [
            { name: "qwen3:8b", details: { family: "qwen3" } },
            { name: "nomic-embed-text:latest", details: { family: "nomic-bert" } },
          ],
        }),
      );
    });
    const found = await findLocalServers({ env: { OLLAMA_HOST: url } });
    expect(found.filter(({ provider }) => provider === "ollama")).toEqual([
      { provider: "ollama", title: "Ollama", baseUrl: url, models: ["qwen3:8b"] },
    ]);
  });

  test.each([
    ["nothing listens", deadAddress],
    ["a web page answers", () => serve((_, response) => void response.end("<html></html>"))],
    ["other JSON answers", () => serve((_, response) => void response.end('{"models":5}'))],
    ["an error answers", () => serve((_, response) => void response.writeHead(500).end('{"models":[]}'))],
    ["nobody answers in time", () => serve(() => {})],
  ])("finds none where %s", async (_, start) => {
    const found = await findLocalServers({ env: { OLLAMA_HOST: await start() } });
    expect(found.filter(({ provider }) => provider === "ollama")).toEqual([]);
  });

  test("counts a server once where OLLAMA_HOST names the usual port of another", () => {
    const server = (provider: string, baseUrl: string) => ({ provider, title: provider, baseUrl, models: ["m"] });
    const ollama = server("ollama", "http://localhost:8080");
    const vllm = server("vllm", "http://127.0.0.1:8000/v1");
    const elsewhere = server("lmstudio", "http://10.0.0.5:8080/v1");
    expect(distinctServers([ollama, elsewhere, server("llamacpp", "http://127.0.0.1:8080/v1"), vllm])).toEqual([
      ollama,
      elsewhere,
      vllm,
    ]);
  });

  test("ends at once when it is aborted", async () => {
    const url = await serve(() => {});
    expect(await findLocalServers({ env: { OLLAMA_HOST: url }, signal: AbortSignal.abort() })).toEqual([]);
  });
});

describe("the question what a server knows of a model", () => {
  const probe = (model: string, baseUrl: string) => createModelClient({ model, baseUrl, env: {} }).probe();
  const answers = (paths: Readonly<Record<string, unknown>>) =>
    serve((incoming, response) => {
      const answer = paths[incoming.url ?? ""];
      response.writeHead(answer === undefined ? 404 : 200).end(asJson(answer ?? { error: "not found" }));
    });

  test("is answered by Ollama with the window, tools, pictures and thinking", async () => {
    const url = await answers({
      "/api/show": {
        capabilities: ["completion", "tools", "thinking"],
        model_info: { "general.architecture": "qwen3", "qwen3.context_length": 40_960 },
      },
    });
    expect(await probe("ollama/qwen3", url)).toMatchObject({
      window: { value: 40_960, from: "server" },
      protocol: { value: "native" },
      vision: { value: false },
      reasoning: { form: "field", back: "echo" },
    });
  });

  test("says text where Ollama's model takes no tools, and nothing where an old server does not say", async () => {
    const without = await answers({ "/api/show": { capabilities: ["completion"], model_info: {} } });
    expect(await probe("ollama/gemma3", without)).toMatchObject({ protocol: { value: "text" } });
    const old = await answers({ "/api/show": { model_info: {} } });
    expect(await probe("ollama/gemma3", old)).toEqual({});
    const odd = await answers({ "/api/show": { model_info: { "general.architecture": { toString: 1 } } } });
    expect(await probe("ollama/gemma3", odd)).toEqual({});
  });

  test("keeps num_ctx within the window that it learnt", async () => {
    const sizes: number[] = [];
    const url = await serve(async (incoming, response) => {
      const body = await bodyOf(incoming);
      if (incoming.url === "/api/chat") sizes.push(JSON.parse(body).options.num_ctx);
      response.end(
        incoming.url === "/api/show" ? asJson({ model_info: { "a.context_length": 10_000 } }) : '{"done":true}\n',
      );
    });
    const model = createModelClient({ model: "ollama/m", baseUrl: url, env: {} });
    await model.probe();
    for await (const _ of model.client.stream(request({ contextTokens: 9000 }), {
      signal: new AbortController().signal,
    }));
    expect(sizes).toEqual([10_000]);
  });

  test("is answered by LM Studio with the window the model is loaded with", async () => {
    const data = [
      { id: "other" },
      { id: "m", type: "vlm", loaded_context_length: 4096, max_context_length: 32_768, capabilities: ["tool_use"] },
    ];
    expect(await probe("lmstudio/m", await answers({ "/api/v0/models": { data } }))).toMatchObject({
      window: { value: 4096 },
      protocol: { value: "native" },
      vision: { value: true },
    });
  });

  test("is answered by Ollama also where it speaks another wire", async () => {
    const url = await answers({ "/api/show": { model_info: { "x.context_length": 4096 } } });
    const choice = { model: "ollama/m", baseUrl: url, wire: "openai-chat", env: {} } as const;
    expect(await createModelClient(choice).probe()).toMatchObject({ window: { value: 4096 } });
  });

  test("is answered by vLLM with its list of models", async () => {
    const url = await answers({ "/v1/models": { data: [{ id: "m", max_model_len: 8192 }] } });
    expect(await probe("vllm/m", url)).toMatchObject({ window: { value: 8192 } });
  });

  test("is answered by llama.cpp with its properties, also behind an address of one's own", async () => {
    const url = await answers({
      "/props": {
        default_generation_settings: { n_ctx: 25_088 },
        chat_template_caps: { supports_tools: false },
        modalities: { vision: true },
      },
    });
    const wanted = {
      window: { value: 25_088 },
      protocol: { value: "text", why: expect.any(String) },
      vision: { value: true },
    };
    expect(await probe("llamacpp/m", url)).toMatchObject(wanted);
    expect(await probe("m", url)).toMatchObject(wanted);
  });

  test("is never fatal", async () => {
    expect(await probe("ollama/m", await deadAddress())).toEqual({});
    expect(await probe("vllm/m", await serve((_, response) => void response.end("<html>")))).toEqual({});
    const silent = createModelClient({ model: "ollama/m", baseUrl: await serve(() => {}), env: {} });
    expect(await silent.probe(AbortSignal.timeout(50))).toEqual({});
  });

  test("is not put to hosted providers", async () => {
    expect(await createModelClient({ model: "openai/gpt", apiKey: "k", env: {} }).probe()).toEqual({});
  });
});
