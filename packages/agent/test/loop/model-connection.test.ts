import type { StreamChunk } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { type Message, ModelConnection, type SessionEvent, shapeRequest } from "../../src/index.js";
import { modelError, pieces, ScriptedModel, type Step, says } from "./scripted-model.js";
import { settled, TestClock } from "./test-clock.js";
import { gate } from "./test-tools.js";

const history: readonly Message[] = [{ id: "1", role: "user", parts: [{ type: "text", text: "Hello." }] }];

/** A request that is under way, asked for chunk by chunk. */
function asking(...answers: Step[][]) {
  const clock = new TestClock();
  const model = new ScriptedModel(...answers);
  const connection = new ModelConnection({ model, clock });
  const { profile } = connection;
  const shape = { protocol: "text", dialect: "cline", tools: [], profile, parallelToolCalls: true } as const;
  const stop = new AbortController();
  const events: SessionEvent[] = [];
  const stream = connection.stream(shapeRequest(shape, history, { system: "Be brief.", tools: [] }), {
    signal: stop.signal,
    onEvent: (event) => events.push(event),
  });
  return { clock, model, stop, events, stream };
}

/** All that is left of an answer. Time passes while nothing comes. */
async function rest({ stream, clock }: ReturnType<typeof asking>): Promise<StreamChunk[]> {
  const chunks: StreamChunk[] = [];
  let done = false;
  const reading = (async () => {
    for await (const chunk of stream) chunks.push(chunk);
  })().finally(() => {
    done = true;
  });
  reading.catch(() => {});
  while (!done) await clock.advance(500);
  await reading;
  return chunks;
}

describe("a model that is asked without a session", () => {
  test("a failure before content is retried, and the answer ends with its usage and how it ended", async () => {
    const usage: StreamChunk = { type: "usage", usage: { inputTokens: 12 } };
    const asked = asking([modelError()], [...pieces("Hello"), usage, { type: "finish", reason: "stop" }]);
    const chunks = await rest(asked);
    expect(chunks.slice(-2)).toEqual([usage, { type: "finish", reason: "stop" }]);
    expect(chunks.map((chunk) => (chunk.type === "text-delta" ? chunk.text : "")).join("")).toBe("Hello");
    expect(asked.events.filter(({ type }) => type === "request-retrying")).toHaveLength(1);
    expect(asked.clock.pending).toBe(0);
  });

  test("out of retries the failure is thrown, as nobody is there to be asked", async () => {
    const asked = asking([modelError({}, "Down.")]);
    await expect(rest(asked)).rejects.toThrow("Down.");
    expect(asked.model.requests).toHaveLength(4);
  });

  test("what is too long is not sent again: the server's own words are thrown", async () => {
    const asked = asking([modelError({ kind: "context_overflow", retryable: false, limitTokens: 4_096 }, "Too long.")]);
    await expect(rest(asked)).rejects.toMatchObject({ message: "Too long.", limitTokens: 4_096 });
    expect(asked.model.requests).toHaveLength(1);
  });

  test("a reader that takes its time is no silence of the server", async () => {
    const asked = asking([...pieces("Hello, you.", 4), gate().promise]);
    await asked.stream.next();
    await asked.clock.advance(600_000);
    expect((await asked.stream.next()).value).toEqual({ type: "text-delta", text: "o, y" });
    await asked.clock.advance(600_000);
    expect((await asked.stream.next()).value).toEqual({ type: "text-delta", text: "ou." });
    // Now it is asked for more, and the server is silent.
    const next = asked.stream.next();
    next.catch(() => {});
    await asked.clock.advance(59_000);
    expect(asked.model.closed).toBe(0);
    await asked.clock.advance(2_000);
    await expect(next).rejects.toMatchObject({ kind: "timeout", phase: "stream" });
    expect(asked.clock.pending).toBe(0);
  });

  test("leaving the answer early closes the connection and leaves no timer", async () => {
    const asked = asking([...says("Hello."), gate().promise]);
    await asked.stream.next();
    await asked.stream.return();
    await settled();
    expect(asked.model.closed).toBe(1);
    expect(asked.clock.pending).toBe(0);
  });
});
