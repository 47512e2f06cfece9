import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createModelClient, type ModelChoice } from "../src/index.js";
import { errorOf, listen } from "./support/listen.js";
import { foldChunks } from "./support/read-answer.js";
import { call, message, READ_FILE, request, result, text } from "./support/requests.js";
import { bodyOf, serve, serveAnswer } from "./support/serve.js";

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const item = (output_index: number, of: object) => event({ type: "response.output_item.done", output_index, item: of });
const SAID = item(1, { type: "message", content: [{ type: "output_text", text: "Hi." }] });
const THOUGHT = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "why" }],
  encrypted_content: "E",
};
const CALL = { type: "function_call", call_id: "call_abc", name: "read_file", arguments: '{"path":"a"}' };
const STOP = event({
  type: "response.completed",
  response: {
    status: "completed",
    usage: { input_tokens: 50, output_tokens: 9, input_tokens_details: { cached_tokens: 40 } },
  },
});

interface Asked {
  path: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server that answers so, and what it was asked. */
async function answering(body: string): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const url = await serve(async (incoming, response) => {
    asked.push({ path: incoming.url, headers: incoming.headers, body: await bodyOf(incoming) });
    response.writeHead(200, { "content-type": "text/event-stream" }).end(body);
  });
  return { url, asked };
}

const open = (baseUrl: string, more: Partial<ModelChoice> = {}) =>
  createModelClient({ model: "openai/gpt-5", baseUrl, apiKey: "a-key", env: {}, ...more });

describe("a client of the responses wire", () => {
  test.each(["", "/v1", "/v1/responses"])("asks at /v1/responses of a base URL with %j behind it", async (path) => {
    const { url, asked } = await answering(SAID + STOP);
    expect(foldChunks((await listen(open(`${url}${path}`))).chunks)).toMatchObject({ text: "Hi.", finish: "stop" });
    const [{ headers, ...sent }] = asked as [Asked];
    expect(sent.path).toBe("/v1/responses");
    expect(headers.authorization).toBe("Bearer a-key");
    expect(JSON.parse(sent.body)).toMatchObject({
      model: "gpt-5",
      store: false,
      include: ["reasoning.encrypted_content"],
    });
  });

  test("asks only those for encrypted thoughts who are known to have them", async () => {
    const { url, asked } = await answering(SAID + STOP);
    await listen(createModelClient({ model: "m", baseUrl: url, wire: "openai-responses", env: {} }));
    expect(asked[0]?.path).toBe("/v1/responses");
    expect(JSON.parse(asked[0]?.body ?? "")).not.toHaveProperty("include");
  });

  test.each([
    ["gpt-5", true],
    ["gpt-5.1-codex-mini", true],
    ["gpt-12", true],
    ["o3-pro", true],
    ["codex-mini-latest", true],
    ["gpt-4o", false],
    ["gpt-4.1-mini", false],
    ["chatgpt-4o-latest", false],
    ["gpt-5-chat-latest", false],
    ["gpt-3.5-turbo", false],
    ["ft:gpt-4.1:acme", false],
  ])(
    "asks OpenAI's %s for encrypted thoughts: %s, as it refuses that of models that have none",
    async (model, asks) => {
      const { url, asked } = await answering(SAID + STOP);
      await listen(open(url, { model: `openai/${model}` }));
      expect("include" in JSON.parse(asked[0]?.body ?? "")).toBe(asks);
    },
  );

  test("says the whole prompt as input, what was cached being part of it", async () => {
    const { url } = await answering(SAID + STOP);
    const { chunks } = await listen(open(url));
    expect(foldChunks(chunks).usage).toEqual({ inputTokens: 50, outputTokens: 9, cacheReadTokens: 40 });
  });

  test("gives thoughts a signature that goes back as it came, to its own wire and family", async () => {
    const { url, asked } = await answering(item(0, THOUGHT) + item(1, CALL) + STOP);
    const { signatures, reasoning } = foldChunks((await listen(open(url))).chunks);
    expect(signatures).toEqual([`openai-responses/gpt ${JSON.stringify(THOUGHT)}`]);
    const [signature = ""] = signatures;
    const messages = [
      message("user", text("Go.")),
      message("assistant", { type: "reasoning", text: reasoning, signature }, call("c", "read_file", { path: "a" })),
      message("tool", result("c", "A")),
    ];
    const again = request({ messages, tools: [READ_FILE] });
    await listen(open(url, { model: "openai/gpt-5-mini" }), undefined, again);
    await listen(open(url, { model: "openai/o4-mini" }), undefined, again);
    await listen(open(url, { wire: "openai-chat" }), undefined, again);
    const [same, other, chat] = asked.slice(1).map(({ body }) => body);
    expect(JSON.parse(same ?? "").input[1]).toEqual(THOUGHT);
    for (const body of [other, chat]) expect(body).not.toContain('encrypted_content":"E');
    expect(asked.at(-1)?.path).toBe("/v1/chat/completions");
  });

  test("sends a gateway's client's own body where one is given", async () => {
    const { url, asked } = await answering(SAID + STOP);
    const verbatim = '{ "model": "gpt-5", "input": "Hello.", "stream": true, "odd": [1.0] }';
    await listen(open(url), undefined, request({ verbatim }));
    expect(asked[0]?.body).toBe(verbatim);
  });

  test("says by its profile that what is signed goes back", () => {
    const { profile, client, wire } = open("https://api.openai.com");
    expect([client.id, wire]).toEqual(["openai/gpt-5", "openai-responses"]);
    expect(profile).toMatchObject({ server: "openai", reasoning: { form: "field", back: "sign" } });
  });

  test("carries the key as the wire wants it, whoever is behind it", async () => {
    const { url, asked } = await answering(STOP);
    await listen(open(url, { wire: "anthropic-messages" }));
    await listen(open(url, { model: "anthropic/claude", wire: "openai-responses" }));
    expect(asked[0]?.headers).toMatchObject({ "x-api-key": "a-key", "anthropic-version": "2023-06-01" });
    expect(asked[0]?.headers).not.toHaveProperty("authorization");
    expect(asked[1]?.headers).toMatchObject({ authorization: "Bearer a-key" });
    expect(asked[1]?.headers).not.toHaveProperty("anthropic-version");
  });

  test.each([
    ["rate_limit", 429, { type: "tokens", code: "rate_limit_exceeded", message: "Rate limit reached for gpt-5." }],
    [
      "quota",
      429,
      { type: "insufficient_quota", code: "insufficient_quota", message: "You exceeded your current quota." },
    ],
    ["auth", 401, { type: "invalid_request_error", code: "invalid_api_key", message: "Incorrect API key provided." }],
    [
      "context_overflow",
      400,
      {
        type: "invalid_request_error",
        code: "context_length_exceeded",
        message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
      },
    ],
  ])("fails with kind %s at status %i, and inside a stream in every form of an error", async (kind, status, error) => {
    const bodies = [
      event({ type: "error", code: error.code, message: error.message, param: null }),
      event({ type: "error", error }),
      event({ type: "response.failed", response: { status: "failed", error } }),
    ];
    const urls = [await serveAnswer(status, {}, JSON.stringify({ error }))];
    for (const body of bodies) urls.push(await serveAnswer(200, {}, SAID + body));
    for (const url of urls) expect(await errorOf(open(url))).toMatchObject({ kind, provider: "openai" });
  });
});
