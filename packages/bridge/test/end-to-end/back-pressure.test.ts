import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { pipeline } from "node:stream/promises";
import { expect, test } from "vitest";
import { CountingClock } from "../../../../conformance/loop/counting-clock.js";
import { VirtualClock } from "../../../../conformance/loop/virtual-clock.js";
import { END, startBridgeTo, startUpstream, textChunk } from "./gated-upstream.js";

/** More than all buffers between upstream and client hold, by far. */
const PIECES = 1_000;
const PIECE = "0123456789abcdef".repeat(2_048);
/** What sockets and streams between the two may hold: the kernel's buffers are some megabytes each. */
const MOST_HELD_BYTES = 24 * 1024 * 1024;

/** How each format's stream ends. */
const ENDS = { "/v1/chat/completions": "[DONE]", "/v1/responses": '"usage":{', "/v1/messages": "message_stop" };

const QUESTIONS = {
  "/v1/chat/completions": { messages: [{ role: "user", content: "Tell me all." }] },
  "/v1/responses": { input: "Tell me all." },
  "/v1/messages": { max_tokens: 100_000, messages: [{ role: "user", content: "Tell me all." }] },
};

/** A server that has 32 MB to say; `taken` is how much of it was taken from it. */
async function startTalker(): Promise<{ url: string; taken(): number; whenStill(): Promise<void> }> {
  let taken = 0;
  const url = await startUpstream((response) =>
    pipeline(function* () {
      for (let piece = 0; piece < PIECES; piece++) {
        taken += PIECE.length;
        yield textChunk(PIECE);
      }
      yield END;
    }, response),
  );
  return {
    url,
    taken: () => taken,
    // Whoever answers thirty other questions meanwhile had the time to go on.
    async whenStill() {
      for (let before = -1; before !== taken; ) {
        before = taken;
        for (let question = 0; question < 30; question++) await (await fetch(url)).arrayBuffer();
      }
    },
  };
}

async function ask(url: string, path: keyof typeof QUESTIONS): Promise<IncomingMessage> {
  const sent = request(`${url}${path}`, { method: "POST", headers: { "content-type": "application/json" } });
  sent.end(JSON.stringify({ model: "m", stream: true, ...QUESTIONS[path] }));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return response;
}

test.each(Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[])(
  "a client of %s that stops reading holds the upstream, and goes on an hour later without loss",
  async (path) => {
    const talker = await startTalker();
    const clock = new VirtualClock();
    const url = await startBridgeTo(talker.url, { mode: "salvage", clock });
    const response = await ask(url, path);
    await talker.whenStill();
    expect(talker.taken()).toBeGreaterThan(0);
    expect(talker.taken()).toBeLessThan(MOST_HELD_BYTES);

    const held = talker.taken();
    await clock.advance(3_600_000);
    await talker.whenStill();
    expect(talker.taken()).toBe(held);

    let characters = 0;
    let tail = "";
    for await (const bytes of response) {
      const text = String(bytes);
      tail = (tail + text).slice(-2_000);
      characters += text.length;
    }
    expect(talker.taken()).toBe(PIECES * PIECE.length);
    expect(characters).toBeGreaterThan(PIECES * PIECE.length);
    expect(tail).toContain(ENDS[path]);
  },
);

test("a client that stops reading and hangs up lets go of the upstream, and no timer runs on", async () => {
  const closed = new Set<string>();
  const url = await startUpstream(async (response) => {
    response.on("close", () => closed.add("upstream"));
    const endless = function* () {
      for (;;) yield textChunk(PIECE);
    };
    await pipeline(endless, response).catch(() => {});
  });
  const virtual = new VirtualClock();
  const clock = new CountingClock(virtual);
  const summary = new Promise<string>((resolve) => {
    void startBridgeTo(url, { mode: "native", clock, onRequest: ({ end }) => resolve(end) }).then(async (bridge) => {
      const response = await ask(bridge, "/v1/chat/completions");
      response.once("error", () => {});
      for (let question = 0; question < 60; question++) await (await fetch(url)).arrayBuffer();
      response.destroy();
    });
  });
  await expect(summary).resolves.toBe("client-closed");
  for (let question = 0; question < 30; question++) await (await fetch(url)).arrayBuffer();
  await virtual.advance(60_000);
  expect([...closed]).toEqual(["upstream"]);
  expect(clock.running).toBe(0);
});
