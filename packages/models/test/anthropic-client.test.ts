import type { IncomingMessage } from "node:http";
import type { ModelError, ModelRequest } from "@millrace/agent";
import type { StreamChunk } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { createModelClient, type ModelChoice } from "../src/index.js";
import { foldChunks } from "./support/read-answer.js";
import { message, request, text } from "./support/requests.js";
import { bodyOf, serve } from "./support/serve.js";

const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const START = event({
  type: "message_start",
  message: {
    usage: { input_tokens: 3, cache_read_input_tokens: 40, cache_creation_input_tokens: 7, output_tokens: 1 },
  },
});
const THOUGHT =
  event({ type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }) +
  event({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: " why" } }) +
  event({ type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "S" } }) +
  event({ type: "content_block_stop", index: 0 });
const SAID =
  event({ type: "content_block_start", index: 1, content_block: { type: "text", text: "" } }) +
  event({ type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Hi." } }) +
  event({ type: "content_block_stop", index: 1 });
const STOP =
  event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } }) +
  event({ type: "message_stop" });

interface Asked {
  path: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server that answers so, and what it was asked. */
async function answering(body: string, status = 200): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const url = await serve(async (incoming, response) => {
    asked.push({ path: incoming.url, headers: incoming.headers, body: await bodyOf(incoming) });
    response.writeHead(status, { "content-type": "text/event-stream" }).end(body);
  });
  return { url, asked };
}

const choose = (baseUrl: string, more: Partial<ModelChoice> = {}): ModelChoice => ({
  model: "anthropic/claude-sonnet-4-5",
  baseUrl,
  apiKey: "a-key",
  env: {},
  ...more,
});

async function listen(choice: ModelChoice, asked: ModelRequest = request()): Promise<readonly StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  const { client } = createModelClient(choice);
  for await (const chunk of client.stream(asked, { signal: new AbortController().signal })) chunks.push(chunk);
  return chunks;
}

describe("a client of Anthropic's wire", () => {
  test.each(["", "/v1", "/v1/messages"])(
    "asks at /v1/messages of a base URL with %j behind it, by its own headers",
    async (path) => {
      const { url, asked } = await answering(START + SAID + STOP);
      expect(foldChunks(await listen(choose(`${url}${path}`)))).toMatchObject({ text: "Hi.", finish: "stop" });
      const [{ headers, ...sent }] = asked as [Asked];
      expect(sent.path).toBe("/v1/messages");
      expect(headers).toMatchObject({ "x-api-key": "a-key", "anthropic-version": "2023-06-01" });
      expect(headers).not.toHaveProperty("authorization");
      expect(JSON.parse(sent.body)).toMatchObject({ model: "claude-sonnet-4-5", stream: true });
    },
  );

  test("asks a server without a key, and never with the key of Anthropic's own", async () => {
    const { url, asked } = await answering(START + SAID + STOP);
    const env = { ANTHROPIC_API_KEY: "secret" };
    await listen({ model: "anthropic/local", baseUrl: url, env });
    expect(asked[0]?.headers).not.toHaveProperty("x-api-key");
    expect(JSON.stringify(asked)).not.toContain("secret");
  });

  test("says the whole prompt as input, what was cached being part of it", async () => {
    const { url } = await answering(START + SAID + STOP);
    const usages = (await listen(choose(url))).flatMap((chunk) => (chunk.type === "usage" ? [chunk.usage] : []));
    const input = { inputTokens: 50, cacheReadTokens: 40, cacheWriteTokens: 7 };
    expect(usages).toEqual([
      { ...input, outputTokens: 1 },
      { ...input, outputTokens: 9 },
    ]);
  });

  test("gives thinking a signature that goes back as it came, to its own wire and family", async () => {
    const { url, asked } = await answering(START + THOUGHT + SAID + STOP);
    const { signatures, reasoning } = foldChunks(await listen(choose(url)));
    expect(signatures).toEqual(['anthropic-messages/claude {"type":"thinking","thinking":" why","signature":"S"}']);
    const [signature = ""] = signatures;
    const messages = [
      message("user", text("Go.")),
      message("assistant", { type: "reasoning", text: reasoning, signature }, text("Hi.")),
      message("user", text("And?")),
    ];
    await listen(choose(url, { model: "anthropic/claude-opus-4-5" }), request({ messages }));
    await listen(choose(url, { model: "anthropic/MiniMax-M2" }), request({ messages }));
    const thought = { type: "thinking", thinking: " why", signature: "S" };
    const contents = asked.slice(1).map(({ body }) => JSON.parse(body).messages[1].content);
    expect(contents).toEqual([[thought, { type: "text", text: "Hi." }], [{ type: "text", text: "Hi." }]]);
  });

  test("says by its profile that what is signed goes back", () => {
    const { profile, client } = createModelClient(choose("https://api.anthropic.com"));
    expect(client.id).toBe("anthropic/claude-sonnet-4-5");
    expect(profile).toMatchObject({ server: "anthropic", reasoning: { form: "field", back: "sign" } });
  });

  test("asks a local server for its models where this wire has them", async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((incoming, response) => {
      asked.push(incoming.url);
      incoming.resume();
      response.end(JSON.stringify({ data: [{ id: "local", max_model_len: 4_096 }] }));
    });
    const { probe } = createModelClient({ model: "anthropic/local", baseUrl: url, env: {} });
    expect(await probe()).toMatchObject({ window: { value: 4_096, from: "server" } });
    expect(asked).toContain("/v1/models");
  });

  test.each([
    ["overloaded", 529, { type: "overloaded_error", message: "Overloaded" }, true],
    ["auth", 401, { type: "authentication_error", message: "invalid x-api-key" }, false],
  ])("fails with kind %s at status %i and inside a stream", async (kind, status, error, retryable) => {
    const body = { type: "error", error };
    const refused = await answering(JSON.stringify(body), status);
    const broken = await answering(START + SAID + event(body));
    for (const { url } of [refused, broken]) {
      const failure: ModelError = await listen(choose(url)).then(
        () => expect.fail("no error"),
        (thrown) => thrown,
      );
      expect(failure).toMatchObject({ kind, retryable, provider: "anthropic" });
    }
  });

  test("fails, to be tried again, where the server begins once more behind words", async () => {
    const { url } = await answering(START + SAID + START + SAID + STOP);
    await expect(listen(choose(url))).rejects.toMatchObject({ name: "ModelError", retryable: true });
  });
});
