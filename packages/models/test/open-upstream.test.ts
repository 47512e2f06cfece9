import { describe, expect, test } from "vitest";
import { openUpstream, type UpstreamChoice } from "../src/index.js";
import { bodyOf, serve } from "./support/serve.js";

const KEYS = { OPENAI_API_KEY: "o", OPENROUTER_API_KEY: "r", ANTHROPIC_API_KEY: "a" };
const open = (upstream: string, more: Partial<UpstreamChoice> = {}) => openUpstream({ upstream, env: KEYS, ...more });
const placeOf = (...args: Parameters<typeof open>) => {
  const { provider, address, connect } = open(...args);
  const { client, wire } = connect("a/b");
  expect(client.id).toBe(`${provider}/a/b`);
  return [provider, address, wire];
};

describe("an upstream", () => {
  test.each([
    ["ollama", "ollama", "http://127.0.0.1:11434", "ollama-chat"],
    ["openrouter", "openrouter", "https://openrouter.ai/api/v1", "openai-chat"],
    ["openai", "openai", "https://api.openai.com/v1", "openai-responses"],
    ["https://api.anthropic.com/v1/messages", "anthropic", "https://api.anthropic.com", "anthropic-messages"],
    ["http://127.0.0.1:8080/v1/chat/completions/", "llamacpp", "http://127.0.0.1:8080/v1", "openai-chat"],
    ["localhost:1234", "lmstudio", "http://localhost:1234/v1", "openai-chat"],
    ["[::1]:11434", "ollama", "http://[::1]:11434", "ollama-chat"],
    ["http://[::1]:8000/v1", "vllm", "http://[::1]:8000/v1", "openai-chat"],
    ["http://box:11434/api/chat", "ollama", "http://box:11434", "ollama-chat"],
    // Away from this machine a common port says nothing.
    ["http://box:8000", "custom", "http://box:8000/v1", "openai-chat"],
    ["box.lan/llm/v1", "custom", "http://box.lan/llm/v1", "openai-chat"],
  ])("%s is %s at %s on the wire %s", (upstream, ...place) => {
    expect(placeOf(upstream)).toEqual(place);
  });

  test("is where OLLAMA_HOST says, if it is named and not addressed", () => {
    const env = { OLLAMA_HOST: "0.0.0.0:9" };
    expect(placeOf("ollama", { env })).toEqual(["ollama", "http://127.0.0.1:9", "ollama-chat"]);
    expect(placeOf("http://box:11434", { env })).toEqual(["ollama", "http://box:11434", "ollama-chat"]);
  });

  test("is of the kind and the wire that are named, whatever its address", () => {
    const more = { provider: "vllm", wire: "openai-responses" } as const;
    expect(placeOf("http://box:11434/v1", more)).toEqual(["vllm", "http://box:11434/v1", "openai-responses"]);
  });

  test("may be spoken to by a package of the AI SDK at an address, which lists no models", async () => {
    const upstream = open("http://box:8000/v1/models", { provider: "@ai-sdk/openai-compatible" });
    expect(upstream).toMatchObject({ provider: "@ai-sdk/openai-compatible", address: "http://box:8000/v1" });
    const { client, wire, profile } = upstream.connect("a/b");
    expect([client.id, wire, profile.server]).toEqual(["@ai-sdk/openai-compatible/a/b", "ai-sdk", "box:8000"]);
    expect(upstream.models).toBeUndefined();
  });

  test.each([
    ["", {}, "upstream"],
    ["::1", {}, "upstream"],
    ["ftp://box", {}, "upstream"],
    ["http://name:word@box", {}, "upstream"],
    ["http://box", { provider: "vlm" }, "provider"],
    ["@ai-sdk/google", { provider: "vllm" }, "provider"],
    ["http://box", { provider: "ai-sdk/../evil" }, "model"],
    ["custom", {}, "baseUrl"],
    ["openai", { env: {} }, "apiKey"],
  ])("%j with %j is refused, naming %s", (upstream, more, option) => {
    expect(() => open(upstream, more)).toThrow(expect.objectContaining({ name: "InvalidOptionError", option }));
  });
});

describe("the models of an upstream", () => {
  const listing = (status: number, body: unknown) =>
    serve(async (incoming, response) => {
      await bodyOf(incoming);
      const { authorization, "x-api-key": key } = incoming.headers;
      const asked = `${incoming.url} ${authorization ?? key}`;
      response.writeHead(status).end(JSON.stringify(body).replace("ASKED", asked));
    });

  test.each([
    ["openai-chat", { data: [{ id: "ASKED" }, { id: "nomic-embed" }] }, "/v1/models Bearer k"],
    ["openai-responses", { data: [{ id: "ASKED" }] }, "/v1/models Bearer k"],
    ["anthropic-messages", { data: [{ id: "ASKED" }] }, "/v1/models k"],
    ["ollama-chat", { models: [{ name: "ASKED" }] }, "/api/tags Bearer k"],
  ] as const)("are listed where the wire %s lists them, but for those that only embed", async (wire, body, asked) => {
    const url = await listing(200, body);
    expect(await open(url, { wire, apiKey: "k" }).models?.()).toEqual([asked]);
  });

  test.each([
    [200, { error: "no" }],
    [404, { data: [] }],
  ])("are not known where the server answers %s %j", async (status, body) => {
    expect(await open(await listing(status, body)).models?.()).toBeUndefined();
  });

  test("are not waited for after an abort", async () => {
    const url = await serve(() => {});
    expect(await open(url).models?.(AbortSignal.abort())).toBeUndefined();
  });
});
