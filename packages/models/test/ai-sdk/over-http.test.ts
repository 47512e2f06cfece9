import { type ServerResponse, request as sendOn } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import type { ModelClient, ModelError, ModelRequest } from "@millrace/agent";
import type { StreamChunk } from "@millrace/protocol";
import { type Answer, type ModelServer, startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { createAiSdkClient } from "../../src/index.js";
import { foldChunks } from "../support/read-answer.js";
import { call, message, READ_FILE, request, result, text } from "../support/requests.js";
import { closed, deadAddress, serve, signalled } from "../support/serve.js";
import { anthropicPair, packagePairs } from "./packages.js";

async function playing(answers: readonly Answer[]): Promise<ModelServer> {
  // The judge has not heard of `eager_input_streaming`, which @ai-sdk/anthropic sends with each tool.
  const server = await startModelServer({ scenario: { answers, allow: ["tool-shape"] } });
  onTestFinished(() => server.close());
  return server;
}

async function listen(
  client: ModelClient,
  asked: ModelRequest = request(),
  signal = new AbortController().signal,
): Promise<{ chunks: StreamChunk[]; error?: ModelError }> {
  const chunks: StreamChunk[] = [];
  try {
    for await (const chunk of client.stream(asked, { signal })) chunks.push(chunk);
  } catch (error) {
    return { chunks, error: error as ModelError };
  }
  return { chunks };
}

/** A server that passes requests on, and tells of the answer that it is about to give. */
function relay({ url }: ModelServer, onAnswer: (response: ServerResponse) => void): Promise<string> {
  return serve((incoming, response) => {
    onAnswer(response);
    const { method, headers } = incoming;
    const outgoing = sendOn(url + incoming.url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    response.once("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
}

describe.each(packagePairs)("a model of $name", ({ door }) => {
  test("is asked for all of a session, against which a strict server has nothing", async () => {
    const server = await playing([{ text: "done", repeat: 2 }]);
    const question = message("user", text("What is in a.txt and b.txt?"));
    const calls = message(
      "assistant",
      text("I look."),
      call("m1.0", "read_file", { path: "a.txt" }),
      call("m1.1", "read_file", { path: "b.txt" }),
    );
    const failed = { status: "error" as const, content: [{ type: "text" as const, text: "no such file" }] };
    const results = message("tool", result("m1.0", "alpha"), { type: "tool-result", callId: "m1.1", result: failed });
    for (const messages of [[question], [question, calls, results]]) {
      const asked = request({ messages, tools: [READ_FILE], stop: ["END"], maxOutputTokens: 77, cacheMarks: [0] });
      const { chunks, error } = await listen(door(server.url), asked);
      expect(error).toBeUndefined();
      expect(foldChunks(chunks)).toMatchObject({ text: "done", finish: "stop" });
    }
    expect(server.violations).toEqual([]);
    const [first, second] = server.requests.map(({ json }) => JSON.stringify(json));
    expect(first).toContain("You are terse.");
    expect(first).toContain("END");
    expect(first).toContain("77");
    expect(first).not.toContain("task_progress");
    for (const said of ["I look.", "alpha", "no such file"]) expect(second).toContain(said);
  });

  test("is asked once: what is to be waited for is said, not waited for", async () => {
    const server = await playing([
      { status: 429, headers: { "retry-after": "7" }, body: { error: { message: "Rate limit reached" } }, repeat: 5 },
    ]);
    const { chunks, error } = await listen(door(server.url));
    expect(chunks).toEqual([]);
    expect(error).toMatchObject({
      name: "ModelError",
      kind: "rate_limit",
      status: 429,
      retryable: true,
      retryAfterMs: 7_000,
    });
    expect(server.requests).toHaveLength(1);
  });

  test("says that a key was refused", async () => {
    const body = { error: { type: "authentication_error", message: "invalid key a-key-for-tests" } };
    const server = await playing([{ status: 401, body }]);
    const { error } = await listen(door(server.url));
    expect(error).toMatchObject({
      name: "ModelError",
      kind: "auth",
      status: 401,
      retryable: false,
      phase: "first-byte",
    });
  });

  test("says what came before the connection broke, and that it did", async () => {
    const server = await playing([{ text: "Half of it", chunk: 1, fault: { end: "reset", at: { character: 4 } } }]);
    const { chunks, error } = await listen(door(server.url));
    expect(foldChunks(chunks).text).toBe("Half");
    expect(foldChunks(chunks).finish).toBeUndefined();
    expect(error).toMatchObject({ name: "ModelError", kind: "network", phase: "stream", retryable: true });
  });

  test("gives no end where the body ended before the answer did", async () => {
    const server = await playing([{ text: "Half of it", chunk: 1, fault: { end: "cut", at: { character: 4 } } }]);
    const { chunks, error } = await listen(door(server.url));
    expect(foldChunks(chunks)).toMatchObject({ text: "Half" });
    expect(foldChunks(chunks).finish).toBeUndefined();
    // Some packages notice it and say so, the others end as if nothing were missing.
    expect(error ?? { retryable: true }).toMatchObject({ retryable: true });
  });

  test("says an error that stood in the answer behind what came before it", async () => {
    const server = await playing([{ text: "Half of it", chunk: 1, fault: { end: "error", at: { character: 4 } } }]);
    const { chunks, error } = await listen(door(server.url));
    expect(foldChunks(chunks).text).toBe("Half");
    expect(error).toMatchObject({ name: "ModelError", kind: "overloaded", retryable: true });
  });

  test("stops with the signal's reason while the server is silent, and hangs up", async () => {
    const { promise: gone, resolve: left } = signalled();
    const url = await serve((incoming, response) => {
      incoming.resume();
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      void closed(response).then(left);
      controller.abort(new Error("enough"));
    });
    const controller = new AbortController();
    const { error } = await listen(door(url), request(), controller.signal);
    expect(error).toMatchObject({ name: "Error", message: "enough" });
    await gone;
  });

  test("hangs up when nobody listens any more", async () => {
    const { promise: gone, resolve: left } = signalled();
    const server = await playing([{ text: "and so on ".repeat(50_000), chunk: 4 }]);
    const url = await relay(server, (response) => void closed(response).then(left));
    for await (const chunk of door(url).stream(request(), { signal: new AbortController().signal })) {
      if (chunk.type === "text-delta") break;
    }
    await gone;
  });

  test("says where nobody answered", async () => {
    const url = await deadAddress();
    const { error } = await listen(door(url));
    expect(error).toMatchObject({ name: "ModelError", kind: "network", phase: "connect", retryable: false });
    expect(error?.message).toContain(url);
  });

  test("does not run a call that the limit cut", async () => {
    const calls = [{ name: "read_file", arguments: { path: "a/long/path.txt" } }];
    const server = await playing([{ calls, chunk: 3, finish: "length", fault: { end: "cut", at: { character: 12 } } }]);
    const { chunks } = await listen(door(server.url), request({ tools: [READ_FILE] }));
    expect(foldChunks(chunks).calls).toMatchObject([{ name: "read_file" }]);
    expect(foldChunks(chunks).calls[0]).not.toHaveProperty("ended");
  });
});

describe("thinking of a model of @ai-sdk/anthropic", () => {
  const thinks: Answer = {
    chunk: 3,
    parts: [
      { reasoning: "\nI must look at 修复" },
      { redacted: "only the server reads this" },
      { text: "I look." },
      { call: { name: "read_file", arguments: { path: "a" } } },
    ],
  };

  test("goes back as it came, to this provider and family and to nobody else", async () => {
    const server = await playing([thinks, { text: "Fine.", prefix: "may-break", repeat: 2 }]);
    const client = anthropicPair.door(server.url);
    const { chunks } = await listen(client, request({ tools: [READ_FILE] }));
    const { signatures, reasoning } = foldChunks(chunks);
    expect(signatures).toHaveLength(2);
    expect(signatures.every((signature) => signature.startsWith("ai-sdk.anthropic.messages/claude {"))).toBe(true);
    const messages = [
      message("user", text("Go.")),
      message(
        "assistant",
        ...signatures.map((signature, at) => ({
          type: "reasoning" as const,
          text: at === 0 ? reasoning.trim() : "",
          signature,
        })),
        text("I look."),
        call("m1.0", "read_file", { path: "a" }),
      ),
      message("tool", result("m1.0", "alpha")),
    ];
    await listen(client, request({ messages, tools: [READ_FILE] }));
    expect(server.violations).toEqual([]);
    expect(contentOf(server, 1)).toMatchObject([
      { type: "thinking", thinking: "\nI must look at 修复" },
      { type: "redacted_thinking" },
      { type: "text" },
      { type: "tool_use" },
    ]);
    const other = createAiSdkClient(createAnthropic({ baseURL: `${server.url}/v1`, apiKey: "k" })("MiniMax-M2"));
    await listen(other, request({ messages, tools: [READ_FILE] }));
    expect(contentOf(server, 2)).toMatchObject([{ type: "text" }, { type: "tool_use" }]);
  });

  test("is marked for the server's cache with the prompt, the tools and the messages that were named", async () => {
    const server = await playing([{ text: "Fine." }]);
    await listen(anthropicPair.door(server.url), request({ tools: [READ_FILE], cacheMarks: [0] }));
    const marked = { cache_control: { type: "ephemeral" } };
    expect(server.requests[0]?.json).toMatchObject({
      system: [marked],
      tools: [marked],
      messages: [{ content: [marked] }],
    });
  });
});

function contentOf({ requests }: ModelServer, request: number): unknown {
  const messages: unknown = requests[request]?.json.messages;
  return Array.isArray(messages) ? messages[1]?.content : undefined;
}
