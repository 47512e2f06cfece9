import { expect, test } from "vitest";
import { ask, start } from "./support/start.js";

const HALF = "cut \ud83d";
const CALL = { id: "c1", type: "function", function: { name: HALF, arguments: JSON.stringify({ path: HALF }) } };
const ASKED = {
  model: "any",
  messages: [
    { role: "user", content: HALF },
    { role: "assistant", content: HALF, tool_calls: [CALL] },
    { role: "tool", tool_call_id: "c1", content: HALF },
  ],
};

test.each([
  ["text", "openai-chat"],
  ["salvage", "openai-chat"],
  ["salvage", "openai-responses"],
  ["native", "openai-chat"],
] as const)("halves of characters that a client left do not reach a server: mode %s, %s", async (mode, wire) => {
  const { bridge, upstream } = await start([{ text: "Hello." }], { mode, wire });
  expect((await ask(bridge, "/v1/chat/completions", { body: JSON.stringify(ASKED) })).status).toBe(200);
  const [sent] = upstream.requests;
  expect(sent?.body).toContain("cut \ufffd");
  const texts = [sent?.body ?? "", ...argumentsIn(sent?.json)];
  for (const text of mode === "native" ? texts.slice(0, 1) : texts) expect(text).not.toMatch(/(?<!\\)\\ud83d/);
});

/** Texts that servers read as JSON themselves. */
function argumentsIn(json: unknown): string[] {
  const found: string[] = [];
  JSON.stringify(json, (key, value: unknown) => {
    if (key === "arguments" && typeof value === "string") found.push(value);
    return value;
  });
  return found;
}
