import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Message, ModelRequest } from "@millrace/agent";
import type { StreamChunk } from "@millrace/protocol";
import { startModelServer } from "@millrace/testkit";
import { expect, onTestFinished, test } from "vitest";
import { createModelClient } from "../src/index.js";
import { call, message, READ_FILE, request, result, text } from "./support/requests.js";

const shared = process.env.MILLRACE_SHARED ?? fileURLToPath(new URL("../../../../shared", import.meta.url));
const templates = join(shared, "templates");

/** A session as the agent would send it: a tool loop with reasoning, two calls at once, then a second question. */
function session(): readonly ModelRequest[] {
  const thought = { type: "reasoning", text: "I must look." } as const;
  const question = message("user", text("What is in a.txt and b.txt?"));
  const calls = message(
    "assistant",
    thought,
    call("m1.0", "read_file", { path: "a.txt" }),
    call("m1.1", "read_file", { path: "b.txt" }),
  );
  const results = message("tool", result("m1.0", "alpha"), result("m1.1", "beta"));
  const answer = message("assistant", text("alpha and beta"));
  const finished: Message = { ...calls, parts: calls.parts.filter(({ type }) => type !== "reasoning") };
  const of = (...messages: Message[]) => request({ messages, tools: [READ_FILE], contextTokens: 8192 });
  return [
    of(question),
    of(question, calls, results),
    of(question, finished, results, answer, message("user", text("Thanks. And c.txt?"))),
  ];
}

const wires = [
  ["chat completions", (url: string) => ({ model: "scripted", baseUrl: `${url}/v1` })],
  ["responses", (url: string) => ({ model: "openai/scripted", baseUrl: url, apiKey: "key" })],
  ["Ollama", (url: string) => ({ model: "ollama/scripted", baseUrl: url })],
  ["Anthropic", (url: string) => ({ model: "anthropic/scripted", baseUrl: url, apiKey: "key" })],
] as const;

test.each(wires)("a strict server of %s has nothing against a session's requests", async (_, choiceFor) => {
  const answer = {
    text: "修复 🚀 done",
    usage: { inputTokens: 11, outputTokens: 3 },
    chunk: 1,
    repeat: 3,
    prefix: "may-break",
  } as const;
  const server = await startModelServer({ scenario: { answers: [{ ...answer, bytes: "inside-characters" }] } });
  onTestFinished(() => server.close());
  const { client } = createModelClient({ ...choiceFor(server.url), env: {} });
  for (const asked of session()) {
    const chunks: StreamChunk[] = [];
    for await (const chunk of client.stream(asked, { signal: new AbortController().signal })) chunks.push(chunk);
    const said = chunks.flatMap((chunk) => (chunk.type === "text-delta" ? [chunk.text] : [])).join("");
    expect(said).toBe("修复 🚀 done");
    expect(chunks).toContainEqual({
      type: "usage",
      usage: expect.objectContaining({ inputTokens: 11, outputTokens: 3 }),
    });
    expect(chunks.at(-1)).toMatchObject({ type: "finish", reason: "stop" });
  }
  expect(server.violations).toEqual([]);
  expect(server.requests).toHaveLength(3);
});

test.skipIf(!existsSync(templates))("real chat templates take a session's requests", async () => {
  const scenario = { answers: [{ text: "done", repeat: 3, prefix: "may-break" } as const] };
  const server = await startModelServer({ scenario, templates });
  onTestFinished(() => server.close());
  const { client } = createModelClient({ model: "scripted", baseUrl: `${server.url}/v1`, env: {} });
  for (const asked of session()) {
    for await (const chunk of client.stream(asked, { signal: new AbortController().signal }))
      expect(chunk.type).toBeTruthy();
  }
  expect(server.violations).toEqual([]);
});
