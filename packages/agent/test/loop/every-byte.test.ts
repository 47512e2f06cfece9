import {
  AnthropicMessagesDecoder,
  createModelClient,
  type ModelChoice,
  OllamaChatDecoder,
  OpenAiChatDecoder,
  type StreamDecoder,
} from "@millrace/models";
import type { StreamChunk } from "@millrace/protocol";
import { type Answer, startModelServer } from "@millrace/testkit";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../../src/events/session-event.js";
import type { ModelClient } from "../../src/model-client.js";
import type { ModelProfile } from "../../src/model-profile.js";
import { modelError, says, writesCall } from "./scripted-model.js";
import { startTask } from "./start-task.js";
import { TestClock } from "./test-clock.js";
import { recordingTool } from "./test-tools.js";

type Protocol = "text" | "native";

interface Wire {
  path: string;
  decoder(): StreamDecoder;
  choice(url: string): ModelChoice;
}

const WIRES: Readonly<Record<string, Wire>> = {
  "openai-chat": {
    path: "/v1/chat/completions",
    decoder: () => new OpenAiChatDecoder(),
    choice: (url) => ({ model: "custom/scripted", baseUrl: `${url}/v1`, env: {} }),
  },
  "anthropic-messages": {
    path: "/v1/messages",
    decoder: () => new AnthropicMessagesDecoder(),
    choice: (url) => ({ model: "anthropic/scripted", baseUrl: url, apiKey: "none", env: {} }),
  },
  "ollama-chat": {
    path: "/api/chat",
    decoder: () => new OllamaChatDecoder(),
    choice: (url) => ({ model: "ollama/scripted", baseUrl: url, env: {} }),
  },
};

const CONTENT = "say('</path>');";
const CALLS = [
  { name: "read_file", arguments: { path: "a.ts" } },
  { name: "write_it", arguments: { path: "b.ts", content: CONTENT } },
  { name: "read_file", arguments: { path: "c.ts" } },
];

/** Over HTTP, where the requests are judged, too, every so many bytes. */
const HTTP_STEP = 199;

/** Three calls behind reasoning and words. */
function message(protocol: Protocol): Answer {
  const reasoning = "Hm, é.";
  if (protocol === "native") return { reasoning, text: "I look.", calls: CALLS, chunk: 8 };
  const calls = CALLS.map(({ name, arguments: values }) => writesCall(name, values as Record<string, string>));
  return { reasoning, text: `I look.\n${calls.join("\n")}\nThat is all.`, chunk: 8 };
}

/** The body of that message, as the wire has it. */
async function bodyOf({ path }: Wire, protocol: Protocol): Promise<Uint8Array> {
  const server = await startModelServer({ scenario: { answers: [message(protocol)] }, judge: "off" });
  try {
    const messages = [{ role: "user", content: "go" }];
    const body = JSON.stringify({ model: "scripted", messages, max_tokens: 100, stream: true });
    return new Uint8Array(await (await fetch(server.url + path, { method: "POST", body })).arrayBuffer());
  } finally {
    await server.close();
  }
}

/** What a client yields of the first `byte` bytes of a body, before it finds the connection broken. */
function chunksOf({ decoder }: Wire, body: Uint8Array, byte: number): StreamChunk[] {
  const reading = decoder();
  return [...reading.push(body.subarray(0, byte)), ...reading.end()];
}

/** A client whose first answer breaks behind these chunks, or is whole where its end is among them. */
function cutClient(chunks: readonly StreamChunk[]) {
  const requests: string[] = [];
  const client: ModelClient = {
    id: "test/cut",
    async *stream({ messages }) {
      requests.push(JSON.stringify(messages));
      if (requests.length > 1) {
        yield* says("Fine.");
        return;
      }
      yield* chunks;
      if (!chunks.some(({ type }) => type === "finish")) throw modelError({ phase: "stream" });
    },
  };
  return { client, requests };
}

/** Runs an agent to its end and looks at what it did. */
async function runWith(client: ModelClient, profile: Partial<ModelProfile>, protocol: Protocol) {
  const clock = new TestClock();
  const read = recordingTool("read_file", "none");
  const write = recordingTool("write_it", "files");
  write.parameters = {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string", "x-body": true } },
    required: ["path", "content"],
  };
  const written: unknown[] = [];
  const run = write.run.bind(write);
  write.run = (input, context, plan) => {
    written.push(input);
    return run(input, context, plan);
  };
  const { task, of } = startTask({ model: client, profile, clock, tools: [read, write], mode: "auto", protocol });
  task.subscribe((event: SessionEvent) => {
    if (event.type === "request-retrying") setImmediate(() => void clock.advance(event.delayMs));
  });
  const result = await task.run("go");
  return {
    result,
    written,
    ran: [...read.ran, ...write.ran],
    answered: of("tool-results").flatMap(({ message: { parts } }) => parts).length,
    pending: clock.pending,
  };
}

/** What must hold wherever the message was cut. */
function check(run: Awaited<ReturnType<typeof runWith>>, [first, next, ...more]: readonly string[], where: string) {
  expect(run.result, where).toMatchObject({ end: "answered", text: "Fine." });
  expect(more, where).toEqual([]);
  expect(new Set(run.ran).size, where).toBe(run.ran.length);
  expect(run.answered, where).toBe(run.ran.length);
  for (const input of run.written) expect(input, where).toEqual({ path: "b.ts", content: CONTENT });
  if (run.ran.length === 0) expect(next, where).toBe(first);
  else if (run.ran.length < CALLS.length) expect(next, where).toContain("cut off after the last call above");
  expect(run.pending, where).toBe(0);
}

const COMBINATIONS = Object.entries(WIRES).flatMap(([name, wire]) => [
  [name, "text", wire] as const,
  [name, "native", wire] as const,
]);

describe.each(COMBINATIONS)("%s, %s: a three-call message with reasoning", (_name, protocol, wire) => {
  test("cut after every byte runs nothing incomplete, nothing twice, and forgets nothing", async () => {
    const body = await bodyOf(wire, protocol);
    const ran = new Set<number>();
    // Most bytes change nothing of what has come: an agent that sees the same does the same.
    const seen = new Set<string>();
    for (let byte = 0; byte <= body.length; byte++) {
      const chunks = chunksOf(wire, body, byte);
      const key = JSON.stringify(chunks);
      if (seen.has(key)) continue;
      seen.add(key);
      const { client, requests } = cutClient(chunks);
      const run = await runWith(client, {}, protocol);
      check(run, requests, `cut behind byte ${byte} of ${body.length}`);
      ran.add(run.ran.length);
    }
    expect(ran).toContain(0);
    expect(ran).toContain(CALLS.length);
  }, 60_000);

  test("cut over HTTP is followed by a request that the strictest server takes", async () => {
    const { length } = await bodyOf(wire, protocol);
    for (let byte = 0; byte < length; byte += HTTP_STEP) {
      const first: Answer = { ...message(protocol), fault: { end: "close", at: { byte } } };
      const server = await startModelServer({ scenario: { answers: [first, { text: "Fine." }] } });
      const where = `cut behind byte ${byte} of ${length}`;
      try {
        const { client, profile } = createModelClient(wire.choice(server.url));
        const run = await runWith(client, profile, protocol);
        check(
          run,
          server.requests.map((request) => request.body),
          where,
        );
        expect(server.violations, where).toEqual([]);
      } finally {
        await server.close();
      }
    }
  }, 60_000);
});
