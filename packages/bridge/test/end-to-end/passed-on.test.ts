import type { Wire } from "@millrace/testkit";
import { expect, test } from "vitest";
import { startBridgedModel } from "./bridged-model.js";
import { CLIENTS } from "./clients/index.js";
import { TOOLS } from "./tools.js";

const SAME_WIRE: Readonly<Record<string, Wire>> = {
  "openai-chat": "chat-completions",
  "openai-responses": "openai-responses",
  "anthropic-messages": "anthropic",
};

test.each(CLIENTS)(
  "a request of $wire that goes up as it came is streamed all the same: a silent server looks like a dead one",
  async (client) => {
    const { url, server, summary } = await startBridgedModel(
      SAME_WIRE[client.wire] ?? "ollama",
      { answers: [{ text: "Yes.", usage: { inputTokens: 12, outputTokens: 3 } }] },
      { mode: "native" },
    );
    const conversation = client.talk(url, TOOLS);
    conversation.say("Well?");
    const { text, usage, error } = await conversation.ask("whole");
    expect(error).toBeUndefined();
    expect({ text, usage }).toEqual({ text: "Yes.", usage: { input: 12, output: 3 } });
    expect(server.requests[0]?.json.stream).toBe(true);
    expect(await summary(1)).toMatchObject({ stream: false, usage: { inputTokens: 12, outputTokens: 3 } });
  },
);

test("a request that goes up as it came keeps every field of the client's, but for its model and the number of choices", async () => {
  const { url, server } = await startBridgedModel(
    "chat-completions",
    { answers: [{ text: "Yes." }] },
    { mode: "native", model: "scripted" },
  );
  const asked = {
    messages: [{ role: "user", content: [{ type: "text", text: "Well?" }], odd: { deep: [1, null] } }],
    tools: [{ type: "function", function: { name: "a", parameters: { $ref: "#/$defs/a", $defs: { a: {} } } } }],
    temperature: 0.5,
    store: true,
    cache_prompt: false,
  };
  const body = JSON.stringify({ ...asked, model: "any", n: 3 });
  expect(await (await fetch(`${url}/v1/chat/completions`, { method: "POST", body })).json()).toMatchObject({
    choices: [{ message: { content: "Yes." } }],
  });
  expect(server.requests[0]?.json).toEqual({
    ...asked,
    model: "scripted",
    stream: true,
    stream_options: { include_usage: true },
  });
});
