import { createModelClient } from "@millrace/models";
import { type Answer, type ModelServer, type Part, startModelServer } from "@millrace/testkit";
import { afterEach, describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/events/session-event.js";
import { writesCall } from "./scripted-model.js";
import { startTask, type Watched } from "./start-task.js";
import { TestClock } from "./test-clock.js";
import { type RecordingTool, recordingTool } from "./test-tools.js";

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

interface Played {
  server: ModelServer;
  watched: Watched;
  read: RecordingTool;
}

const ANTHROPIC = "anthropic/claude-sonnet-4-5";

/** A task whose model is played by a real server over HTTP; its waits take no time. */
async function playing(
  model: string,
  answers: readonly Answer[],
  protocol: "native" | "text" = "native",
): Promise<Played> {
  server = await startModelServer({ scenario: { answers } });
  const { client, profile } = createModelClient({ model, baseUrl: server.url, apiKey: "key", env: {} });
  const clock = new TestClock();
  const read = recordingTool("read_file", "none");
  const watched = startTask({ model: client, profile, clock, tools: [read], mode: "auto", protocol });
  watched.task.subscribe((event: SessionEvent) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  return { server, watched, read };
}

const reads = (path: string, extraContent?: Record<string, unknown>): Part => ({
  call: { name: "read_file", arguments: { path }, ...(extraContent && { extraContent }) },
});

/** The message of that number in a request's body, from the end. */
function sentMessage({ server }: Played, request: number, fromEnd: number): Record<string, unknown> {
  const messages: unknown = server.requests[request]?.json.messages;
  if (!Array.isArray(messages)) throw new Error("a request without messages");
  return messages.at(-fromEnd);
}

const typesOf = (message: Record<string, unknown>) =>
  Array.isArray(message.content) ? message.content.map(({ type }: { type: string }) => type) : [];

describe("thinking on Anthropic's wire", () => {
  const thinks: Answer = {
    chunk: 3,
    parts: [
      { reasoning: "\n<plan> I must look at a <read_file>\n<path>x</path></read_file> 修复" },
      { redacted: "only the server reads this" },
      { text: "I look." },
      reads("a"),
      { reasoning: "And at b." },
      { reasoning: "Yes." },
      reads("b"),
    ],
  };

  test("goes back unchanged and in place, in the loop, after it and in the next run", async () => {
    const played = await playing(ANTHROPIC, [
      thinks,
      { parts: [{ reasoning: "c, too." }, reads("c")] },
      { parts: [{ reasoning: "Done." }, { text: "Fine." }] },
      { text: "Again." },
    ]);
    const { watched, server, read } = played;
    expect(await watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
    expect(await watched.task.run("and?")).toMatchObject({ end: "answered", text: "Again." });
    expect(read.ran).toEqual(["a", "b", "c"]);
    expect(server.violations).toEqual([]);
    expect(server.requests).toHaveLength(4);
    const shape = ["thinking", "redacted_thinking", "text", "tool_use", "thinking", "thinking", "tool_use"];
    expect(typesOf(sentMessage(played, 1, 2))).toEqual(shape);
    expect(typesOf(sentMessage(played, 3, 6))).toEqual(shape);
    expect(typesOf(sentMessage(played, 3, 2))).toEqual(["thinking", "text"]);
    for (const { prefix } of server.requests.slice(1)) expect(prefix).toMatchObject({ share: 1 });
  });

  test("is taken by a server when calls are written as text", async () => {
    const written = (path: string): Part => ({ text: writesCall("read_file", { path }) });
    const { watched, server, read } = await playing(
      ANTHROPIC,
      [
        { chunk: 5, parts: [{ reasoning: "I must look." }, written("a"), written("b")] },
        { parts: [{ reasoning: "Done." }, { text: "Fine." }] },
        { text: "Again." },
      ],
      "text",
    );
    expect(await watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
    expect(await watched.task.run("and?")).toMatchObject({ end: "answered", text: "Again." });
    expect(read.ran).toEqual(["a", "b"]);
    expect(server.violations).toEqual([]);
  });

  test("that the limit cut, unsigned, is not sent; what was signed before it is", async () => {
    const played = await playing(ANTHROPIC, [
      { finish: "max_tokens", parts: [{ reasoning: "I look." }, reads("a"), { reasoning: "Hm", signature: null }] },
      { text: "Fine." },
    ]);
    expect(await played.watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
    expect(played.server.violations).toEqual([]);
    expect(typesOf(sentMessage(played, 1, 2))).toEqual(["thinking", "tool_use"]);
  });

  test("survives a cut after any character: every call runs once, nothing unsigned is sent", async () => {
    const parts: Part[] = [
      { reasoning: "Look." },
      { text: "So." },
      reads("a"),
      { reasoning: "b." },
      reads("b"),
      reads("c"),
    ];
    const content = parts.map((part) => ("call" in part ? '{"path":"a"}' : Object.values(part).join(""))).join("");
    for (let character = 0; character <= content.length; character++) {
      const { server, watched, read } = await playing(ANTHROPIC, [
        { parts, fault: { end: "cut", at: { character }, afterMs: 0 } },
        { text: "Fine." },
      ]);
      expect(await watched.task.run("go"), `cut at ${character}`).toMatchObject({ end: "answered", text: "Fine." });
      expect(new Set(read.ran).size).toBe(read.ran.length);
      expect(server.violations, `cut at ${character}`).toEqual([]);
      await server.close();
    }
  });

  test("counts what was read from the cache and written to it as part of the prompt", async () => {
    const usage = { inputTokens: 5_000, outputTokens: 7, cachedTokens: 4_000, cacheWriteTokens: 900 };
    const { watched } = await playing(ANTHROPIC, [{ text: "Fine.", usage }]);
    await watched.task.run("go");
    const [finished] = watched.of("request-finished");
    expect(finished?.usage).toEqual({
      inputTokens: 5_000,
      outputTokens: 7,
      cacheReadTokens: 4_000,
      cacheWriteTokens: 900,
    });
  });
});

describe("on the chat wire", () => {
  test("signed details of a gateway go back whole in the running loop", async () => {
    const details = [
      { type: "reasoning.text", text: "I must look.", signature: "SIGNED", format: "anthropic-claude-v1", index: 0 },
      { type: "reasoning.encrypted", data: "HIDDEN", format: "anthropic-claude-v1", index: 1 },
    ];
    const played = await playing("openrouter/anthropic/claude-sonnet-4.5", [
      { chunk: 3, parts: [{ reasoning: "I must look." }, { reasoningDetails: details }, reads("a"), reads("b")] },
      { text: "Fine." },
      { text: "Again.", prefix: "may-break" },
    ]);
    expect(await played.watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
    expect(await played.watched.task.run("and?")).toMatchObject({ end: "answered", text: "Again." });
    expect(played.server.violations).toEqual([]);
    expect(sentMessage(played, 1, 3)).toMatchObject({ reasoning: "I must look.", reasoning_details: details });
  });

  test("Gemini's signatures go back with their calls, in the loop and after it", async () => {
    const signed = { google: { thought_signature: "SIGNED" } };
    const played = await playing("gemini/gemini-3-pro", [
      { parts: [{ text: "I look." }, reads("a", signed), reads("b")] },
      { text: "Fine." },
      { text: "Again." },
    ]);
    expect(await played.watched.task.run("go")).toMatchObject({ end: "answered", text: "Fine." });
    expect(await played.watched.task.run("and?")).toMatchObject({ end: "answered", text: "Again." });
    expect(played.server.violations).toEqual([]);
    for (const [request, fromEnd] of [
      [1, 3],
      [2, 5],
    ] as const) {
      expect(sentMessage(played, request, fromEnd).tool_calls).toMatchObject([{ extra_content: signed }, {}]);
    }
  });

  test.each([
    ["deepseek/deepseek-reasoner", "reasoning_content"],
    ["openrouter/deepseek/deepseek-r1", "reasoning"],
  ])("%s gets its thoughts back as %s in the running loop only", async (model, field) => {
    const played = await playing(model, [
      { parts: [{ reasoning: "I must look." }, reads("a")] },
      { text: "Fine." },
      { text: "Again.", prefix: "may-break" },
    ]);
    await played.watched.task.run("go");
    await played.watched.task.run("and?");
    expect(played.server.violations).toEqual([]);
    expect(sentMessage(played, 1, 2)).toMatchObject({ [field]: "I must look." });
    expect(played.server.requests[2]?.body).not.toContain("I must look.");
  });

  test("Groq and others that want no thoughts get none", async () => {
    const played = await playing("groq/qwen3", [
      { parts: [{ reasoning: "I must look." }, reads("a")] },
      { text: "Fine." },
    ]);
    await played.watched.task.run("go");
    expect(played.server.violations).toEqual([]);
    expect(played.server.requests[1]?.body).not.toContain("I must look.");
  });
});

describe("thinking on the responses wire", () => {
  const thinks: Answer = {
    chunk: 3,
    parts: [
      { reasoning: "I must look at a, 修复" },
      { redacted: "only the server reads this" },
      { text: "I look." },
      reads("a"),
      { reasoning: "And at b." },
      reads("b"),
    ],
  };
  const itemsOf = ({ server }: Played, request: number): readonly { type: string; role?: string }[] => {
    const input: unknown = server.requests[request]?.json.input;
    if (!Array.isArray(input)) throw new Error("a request without items");
    return input;
  };

  test("goes back encrypted, whole and in its place, in the loop and in a later run", async () => {
    const played = await playing("openai/gpt-5", [thinks, { text: "Done." }, { text: "Again." }]);
    expect((await played.watched.task.run("go")).end).toBe("answered");
    expect((await played.watched.task.run("and?")).end).toBe("answered");
    expect(played.server.violations).toEqual([]);
    for (const request of [1, 2]) {
      expect(itemsOf(played, request).slice(1, 9)).toMatchObject([
        { type: "reasoning", summary: [{ text: "I must look at a, 修复" }], encrypted_content: expect.any(String) },
        { type: "reasoning", summary: [], encrypted_content: "only the server reads this" },
        { type: "message", role: "assistant", content: "I look." },
        { type: "function_call", arguments: '{"path":"a"}' },
        { type: "reasoning", summary: [{ text: "And at b." }] },
        { type: "function_call", arguments: '{"path":"b"}' },
        { type: "function_call_output" },
        { type: "function_call_output" },
      ]);
    }
    expect(played.server.requests.map(({ prefix }) => prefix.share)).toEqual([1, 1, 1]);
  });

  test("of an answer that was cut behind a call stays with the call", async () => {
    const cut: Answer = { ...thinks, fault: { end: "reset", at: { character: 57 } } };
    const played = await playing("openai/gpt-5", [cut, { text: "Done." }]);
    expect((await played.watched.task.run("go")).end).toBe("answered");
    expect(played.server.violations).toEqual([]);
    expect(itemsOf(played, 1).map(({ type }) => type)).toEqual([
      "message",
      "reasoning",
      "reasoning",
      "message",
      "function_call",
      "function_call_output",
    ]);
  });
});

test("on Ollama's wire thoughts go back as thinking in the running loop", async () => {
  const played = await playing("ollama/qwen3", [
    { parts: [{ reasoning: "I must look." }, reads("a")] },
    { text: "Fine." },
  ]);
  await played.watched.task.run("go");
  expect(played.server.violations).toEqual([]);
  expect(sentMessage(played, 1, 2)).toMatchObject({ thinking: "I must look." });
});

test("a signature goes to nobody but who gave it, when the model of a conversation changes", async () => {
  const details = [{ type: "reasoning.text", text: "I must look.", signature: "SIGNED", index: 0 }];
  const gateway = await startModelServer({
    scenario: {
      answers: [
        { parts: [{ reasoning: "I must look." }, { reasoningDetails: details }, reads("a")] },
        { text: "Fine." },
      ],
    },
  });
  const own = await startModelServer({ scenario: { answers: [{ text: "Mine." }] } });
  try {
    const env = {};
    const first = createModelClient({
      model: "openrouter/anthropic/claude-sonnet-4.5",
      baseUrl: `${gateway.url}/v1`,
      env,
    });
    const second = createModelClient({ model: ANTHROPIC, baseUrl: own.url, apiKey: "key", env });
    const tools = [recordingTool("read_file", "none")];
    const before = startTask({ model: first.client, profile: first.profile, tools, mode: "auto", protocol: "native" });
    await before.task.run("go");
    const history = before.of("assistant-message").map(({ message }) => message);
    expect(JSON.stringify(history)).toContain("SIGNED");
    const results = before.of("tool-results").map(({ message }) => message);
    const messages = [
      { id: "u", role: "user" as const, parts: [{ type: "text" as const, text: "go" }] },
      ...history.slice(0, 1),
      ...results,
    ];
    const asked = { system: "", messages, tools };
    for await (const _ of second.client.stream(asked, { signal: new AbortController().signal }));
    expect(own.violations).toEqual([]);
    expect(own.requests[0]?.body).not.toContain("SIGNED");
  } finally {
    await gateway.close();
    await own.close();
  }
});
