import { expect, it } from "vitest";
import type { Answer } from "../src/index.js";
import { chat, eventsOf, post, serve } from "./client.js";

type Json = Record<string, unknown>;

const user = { role: "user", content: "Fix the test." };
const tools = [
  {
    type: "function",
    function: { name: "read_file", description: "Reads.", parameters: { type: "object", properties: {} } },
  },
];
const details = [
  { type: "reasoning.text", text: "It is in a.", signature: "mark-1", format: "anthropic-claude-v1", index: 0 },
  { type: "reasoning.encrypted", data: "opaque", format: "google-gemini-v1", index: 1 },
];
const extraContent = { google: { thought_signature: "mark-2" } };
const ANSWER: Answer = {
  reasoningDetails: details,
  calls: [{ name: "read_file", arguments: { path: "a" }, extraContent }],
  chunk: 4,
};
const call = {
  id: "aaaaaaaa1",
  type: "function",
  function: { name: "read_file", arguments: '{"path": "a"}' },
  extra_content: extraContent,
};
const calling = { role: "assistant", content: "", tool_calls: [call], reasoning_details: details };
const result = { role: "tool", tool_call_id: "aaaaaaaa1", content: "one" };

async function rulesBrokenAfter(history: Json, rest: Json[] = [result]): Promise<string[]> {
  const server = await serve({ answers: [ANSWER, { text: "Hi." }] });
  await (await chat(server, { model: "m", messages: [user], tools })).text();
  await (await chat(server, { model: "m", messages: [user, history, ...rest], tools })).text();
  return server.violations.map(({ rule }) => rule);
}

/** The pieces of reasoning details in a stream, as they came. */
async function piecesSent(): Promise<Json[]> {
  const server = await serve({ answers: [ANSWER] });
  const events = eventsOf(await (await chat(server)).text());
  return events.flatMap((event) => {
    const delta = (event as { choices?: { delta: { reasoning_details?: Json[] } }[] }).choices?.[0]?.delta;
    return delta?.reasoning_details ?? [];
  });
}

it("streams reasoning details in pieces, signatures behind their text, and extra content with its call", async () => {
  expect(await piecesSent()).toEqual([
    { type: "reasoning.text", text: "It i", format: "anthropic-claude-v1", index: 0 },
    { type: "reasoning.text", text: "s in", format: "anthropic-claude-v1", index: 0 },
    { type: "reasoning.text", text: " a.", format: "anthropic-claude-v1", index: 0 },
    { type: "reasoning.text", signature: "mark-1", format: "anthropic-claude-v1", index: 0 },
    details[1],
  ]);
  const server = await serve({ answers: [ANSWER, ANSWER] });
  expect(await (await chat(server)).text()).toContain(`"extra_content":${JSON.stringify(extraContent)}`);
  const whole = await post(`${server.url}/v1/chat/completions`, { model: "m", messages: [user] });
  expect(await whole.json()).toMatchObject({
    choices: [{ message: { reasoning_details: details, tool_calls: [{ extra_content: extraContent }] } }],
  });
});

it("has nothing against what comes back as it was sent, in pieces or whole", async () => {
  expect(await rulesBrokenAfter(calling)).toEqual([]);
  expect(await rulesBrokenAfter({ ...calling, reasoning_details: await piecesSent() })).toEqual([]);
});

it.each<[rule: string, what: string, Json]>([
  ["signature-missing", "details left out", { ...calling, reasoning_details: undefined }],
  ["signature-missing", "extra content left out", { ...calling, tool_calls: [{ ...call, extra_content: undefined }] }],
  ["signature-altered", "a detail less", { ...calling, reasoning_details: details.slice(1) }],
  [
    "signature-altered",
    "another signature",
    { ...calling, reasoning_details: [{ ...details[0], signature: "x" }, details[1]] },
  ],
  ["signature-altered", "details in another order", { ...calling, reasoning_details: details.toReversed() }],
  ["signature-altered", "other extra content", { ...calling, tool_calls: [{ ...call, extra_content: {} }] }],
])("reports %s while the loop runs: %s", async (rule, _, history) => {
  expect(await rulesBrokenAfter(history)).toEqual([rule]);
});

it("lets both go when the loop is over, but not be altered", async () => {
  const over = [result, { role: "assistant", content: "Done." }, user];
  const bare = { ...calling, reasoning_details: undefined, tool_calls: [{ ...call, extra_content: undefined }] };
  expect(await rulesBrokenAfter(bare, over)).toEqual([]);
  const altered = { ...bare, tool_calls: [{ ...call, extra_content: {} }] };
  expect(await rulesBrokenAfter(altered, over)).toEqual(["signature-altered"]);
});

it("tells equal calls of two turns apart by their order, whatever ids they come back under", async () => {
  const marked = (mark: string) => [{ ...details[0], signature: mark }];
  const turn = (id: string, mark: string): Json[] => [
    { ...calling, tool_calls: [{ ...call, id }], reasoning_details: marked(mark) },
    { ...result, tool_call_id: id },
  ];
  const rulesBroken = async (...marks: string[]) => {
    const answers = ["one", "lost", "two"].map((mark): Answer => ({ ...ANSWER, reasoningDetails: marked(mark) }));
    const server = await serve({ answers: [...answers, { text: "Hi." }], prefix: "report" });
    for (const _ of answers) await (await chat(server, { model: "m", messages: [user], tools })).text();
    const history = marks.flatMap((mark, index) => turn(`aaaaaaaa${index}`, mark));
    await (await chat(server, { model: "m", messages: [user, ...history], tools })).text();
    return server.violations.map(({ rule }) => rule);
  };
  expect(await rulesBroken("one", "two")).toEqual([]);
  expect(await rulesBroken("two", "one")).toEqual(["signature-altered"]);
});
