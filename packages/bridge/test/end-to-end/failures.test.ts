import { APIError as AnthropicError } from "@anthropic-ai/sdk";
import type { Answer } from "@millrace/testkit";
import { APIError as OpenAiError } from "openai";
import { describe, expect, test } from "vitest";
import { fastClock } from "../../../../conformance/loop/fast-clock.js";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";
import { WAYS } from "./clients/client.js";
import { CLIENTS } from "./clients/index.js";
import { TOOLS } from "./tools.js";

const GOOD: Answer = { reasoning: "Let me see.", text: "I begin, and then I stop.", chunk: 2 };
const BUSY: Answer = {
  status: 429,
  headers: { "retry-after": "1" },
  body: { error: { message: "Slow down, please." } },
};
const DOWN: Answer = { status: 503, body: { error: { message: "We are down." } } };
const RESET: Answer = { ...GOOD, fault: { end: "reset", at: "after-headers" } };

describe.each(CLIENTS)("a client of $wire", (client) => {
  const LibraryError = client.wire === "anthropic-messages" ? AnthropicError : OpenAiError;

  test.each(WAYS)("does not see tries that failed before the first content, taken as %s", async (how) => {
    for (const wire of UPSTREAM_WIRES) {
      const scenario = { answers: [BUSY, DOWN, RESET, GOOD] };
      const { url, summary } = await startBridgedModel(wire, scenario, {
        mode: "salvage",
        clock: fastClock(1_000),
        timers: PATIENT,
      });
      const conversation = client.talk(url, TOOLS);
      conversation.say("Go on.");
      const { error, text, reasoning } = await conversation.ask(how);
      expect(error).toBeUndefined();
      expect({ text, reasoning }).toEqual({ text: GOOD.text, reasoning: GOOD.reasoning });
      expect(await summary(1)).toMatchObject({ end: "answered", retries: ["rate_limit", "overloaded", "network"] });
    }
  });

  test.each(WAYS)("is told in its own format why nothing came, taken as %s", async (how) => {
    const refusals = [
      { answer: { ...BUSY, headers: {} }, status: 429, words: "Slow down, please.", tries: 4 },
      { answer: DOWN, status: 503, words: "We are down.", tries: 4 },
      {
        answer: { status: 401, body: { error: { message: "That key is wrong." } } },
        status: 401,
        words: "That key is wrong.",
        tries: 1,
      },
      {
        answer: { status: 400, body: { error: { message: "This parameter is odd." } } },
        status: 400,
        words: "This parameter is odd.",
        tries: 1,
      },
    ];
    for (const { answer, status, words, tries } of refusals) {
      const scenario = { answers: [{ ...answer, repeat: "always" as const }] };
      const options = { mode: "salvage", clock: fastClock(10_000), timers: PATIENT } as const;
      const { url, summary, server } = await startBridgedModel("chat-completions", scenario, options);
      const conversation = client.talk(url, TOOLS);
      conversation.say("Go on.");
      const { error } = await conversation.ask(how);
      expect(error).toBeInstanceOf(LibraryError);
      expect(error?.message).toContain(words);
      // A stream that had to wait for its failure has begun already.
      expect([status, undefined]).toContain(Reflect.get(error ?? {}, "status"));
      expect(server.requests).toHaveLength(tries);
      expect(await summary(1)).toMatchObject({ end: "failed", failure: { message: expect.stringContaining(words) } });
    }
  });

  test("is told so behind what had come, where the answer broke off", async () => {
    const broken: Answer = {
      ...GOOD,
      fault: { end: "error", at: { character: 20 }, error: { error: { message: "The model ran out of memory." } } },
    };
    for (const wire of UPSTREAM_WIRES) {
      const anthropic = { type: "error", error: { type: "api_error", message: "The model ran out of memory." } };
      const answer = wire === "anthropic" ? { ...broken, fault: { ...broken.fault, error: anthropic } } : broken;
      const { url, summary, server } = await startBridgedModel(
        wire,
        { answers: [answer as Answer, answer as Answer, answer as Answer] },
        { mode: "salvage" },
      );
      for (const how of WAYS) {
        const conversation = client.talk(url, TOOLS);
        conversation.say("Go on.");
        const { error, text, finish } = await conversation.ask(how);
        expect(error, `${wire}, ${how}`).toBeInstanceOf(LibraryError);
        expect(error?.message).toContain("The model ran out of memory.");
        expect(GOOD.text).toContain(text);
        if (how === "events") expect(text).not.toBe("");
        expect(finish).toBeUndefined();
      }
      expect(await summary(3)).toMatchObject({ end: "failed" });
      // Behind content nothing is sent again.
      expect(server.requests).toHaveLength(3);
    }
  });
});

/** A busy machine is no silent server. */
const PATIENT = { "first-byte": 1e9, "first-content": 1e9, stream: 1e9, keepAlivesOnly: 1e9 };

test("a client is told not to try again what the bridge tried as often as makes sense", async () => {
  const { url } = await startBridgedModel(
    "chat-completions",
    { answers: [{ ...DOWN, repeat: "always" }] },
    { clock: fastClock(10_000), timers: PATIENT },
  );
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Go on." }] });
  const answer = await fetch(`${url}/v1/chat/completions`, { method: "POST", body });
  expect([answer.status, answer.headers.get("x-should-retry")]).toEqual([503, "false"]);
});
