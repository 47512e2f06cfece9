import { createBridgeApp, type RequestSummary } from "@millrace/bridge";
import { type Answer, startModelServer } from "@millrace/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { startBridgedModel, UPSTREAM_WIRES } from "./bridged-model.js";
import { CLIENTS } from "./clients/index.js";
import { TOOLS } from "./tools.js";

const GOOD: Answer = { reasoning: "Let me see.", text: "I begin, and then I stop.", chunk: 2 };

/** Where the upstream stops, for ever. */
const STOPS = {
  "before its headers": "before-headers",
  "behind its headers": "after-headers",
  "in the middle of its text": { character: 25 },
} as const;

describe.each(UPSTREAM_WIRES)("a client that hangs up cancels an upstream that speaks %s", (wire) => {
  test.each(Object.entries(STOPS))("and stopped %s", async (_, at) => {
    const held: Answer = { ...GOOD, fault: { end: "stall", at }, repeat: "always" };
    const { url, server, summary } = await startBridgedModel(wire, { answers: [held] }, { mode: "salvage" });
    let number = 0;
    for (const client of CLIENTS) {
      for (const how of ["helper", "whole"] as const) {
        number++;
        const conversation = client.talk(url, TOOLS);
        conversation.say("Go on.");
        const hangUp = new AbortController();
        const asked = conversation.ask(how, { signal: hangUp.signal });
        const request = await server.waitForRequest(number);
        hangUp.abort();
        expect((await asked).error?.message).toMatch(/aborted/);
        await expect(request.ended, `${client.wire}, ${how}`).resolves.toBe("client-closed");
        expect(await summary(number)).toMatchObject({ end: "client-closed", wire: client.wire });
      }
    }
  });
});

test("a client that hangs up while a failed try is waited out is not answered by another", async () => {
  const busy: Answer = { status: 429, headers: { "retry-after": "30" }, body: { error: { message: "slow down" } } };
  const { url, server, summary } = await startBridgedModel("chat-completions", { answers: [busy, GOOD] });
  const [client] = CLIENTS;
  const conversation = client?.talk(url, TOOLS);
  conversation?.say("Go on.");
  const hangUp = new AbortController();
  const asked = conversation?.ask("whole", { signal: hangUp.signal });
  await (await server.waitForRequest(1)).ended;
  hangUp.abort();
  await asked;
  expect(await summary(1)).toMatchObject({ end: "client-closed" });
  expect(server.requests).toHaveLength(1);
});

test("a client that hung up is no failure of the bridge, whoever serves the application", async () => {
  const held: Answer = { ...GOOD, fault: { end: "stall", at: { character: 25 } } };
  const server = await startModelServer({ scenario: { answers: [held] } });
  onTestFinished(() => server.close());
  const summaries: RequestSummary[] = [];
  const app = createBridgeApp({ upstream: `${server.url}/v1`, env: {}, onRequest: (one) => summaries.push(one) });
  const hangUp = new AbortController();
  const body = JSON.stringify({ model: "m", stream: true, messages: [{ role: "user", content: "Go on." }] });
  const answer = await app.request("/v1/chat/completions", { method: "POST", body, signal: hangUp.signal });
  const text = answer.text();
  const request = await server.waitForRequest(1);
  hangUp.abort();
  await text;
  await expect(request.ended).resolves.toBe("client-closed");
  expect(summaries).toMatchObject([{ end: "client-closed" }]);
});
