import { type Scenario, startModelServer } from "@millrace/testkit";
import { OpenAI } from "openai";
import { expect, it, onTestFinished } from "vitest";
import { type BridgeOptions, createBridgeApp, type RequestSummary } from "../../src/index.js";

const TOOLS: OpenAI.ChatCompletionTool[] = [
  {
    type: "function",
    function: { name: "answer", parameters: { type: "object", properties: { text: { type: "string" } } } },
  },
];
const CALL = "<answer>\n<text>42</text>\n</answer>";

async function bridged(
  answers: Scenario["answers"],
  more: Partial<BridgeOptions> = {},
  server: Scenario["server"] = {},
) {
  const model = await startModelServer({ scenario: { answers, server } });
  onTestFinished(() => model.close());
  const summaries: RequestSummary[] = [];
  const app = createBridgeApp({
    upstream: `${model.url}/v1`,
    provider: "custom",
    mode: "text",
    dialect: "cline",
    env: {},
    onRequest: (summary) => summaries.push(summary),
    ...more,
  });
  const client = new OpenAI({
    baseURL: "http://bridge.invalid/v1",
    apiKey: "none",
    maxRetries: 0,
    fetch: async (input, init) => app.fetch(new Request(input, init)),
  });
  const ask = (toolChoice: OpenAI.ChatCompletionToolChoiceOption = "auto") =>
    client.chat.completions.create({
      model: "m",
      messages: [{ role: "user", content: "How much?" }],
      tools: TOOLS,
      tool_choice: toolChoice,
    });
  return { model, summaries, ask };
}

it("an answer that says nothing is asked for again, and the client sees only the one that says something", async () => {
  const { model, summaries, ask } = await bridged([{ text: "" }, { text: "" }, { text: "42." }]);
  const { choices } = await ask();
  expect(choices[0]?.message.content).toBe("42.");
  expect(model.requests).toHaveLength(3);
  expect(summaries).toMatchObject([{ end: "answered", retries: ["empty", "empty"] }]);
});

it("an upstream that never says anything is passed on as it is", async () => {
  const { model, ask } = await bridged([{ text: "", repeat: 9 }]);
  const { choices } = await ask();
  expect(choices[0]?.finish_reason).toBe("stop");
  expect(choices[0]?.message.content ?? "").toBe("");
  expect(model.requests).toHaveLength(3);
});

it("a model that must call and only talks is reminded once, and the client gets the call alone", async () => {
  const { model, summaries, ask } = await bridged([{ text: "It is 42." }, { text: CALL }]);
  const { choices } = await ask("required");
  expect(choices[0]?.message).toMatchObject({
    content: null,
    tool_calls: [{ function: { arguments: '{"text":"42"}' } }],
  });
  expect(model.requests[1]?.messages.slice(-2).map(({ role }) => role)).toEqual(["assistant", "user"]);
  expect(model.requests[1]?.body).toContain("That was no tool call");
  expect(model.violations).toEqual([]);
  expect(summaries).toMatchObject([{ calls: { whole: 1 }, retries: ["no-call"] }]);
});

it("what a model says a second time is told, though it is no call", async () => {
  const { model, ask } = await bridged([{ text: "It is 42." }, { text: "Really." }]);
  const { choices } = await ask({ type: "function", function: { name: "answer" } });
  expect(choices[0]?.message.content).toBe("Really.");
  expect(model.requests).toHaveLength(2);
});

it("a model that calls at once keeps the words before its call", async () => {
  const { model, ask } = await bridged([{ text: `Here.\n${CALL}` }]);
  const { choices } = await ask("required");
  expect(choices[0]?.message).toMatchObject({ content: "Here.\n", tool_calls: [{ type: "function" }] });
  expect(model.requests).toHaveLength(1);
});

it("a server that refuses tools is asked in text, once for all requests that found it out at the same time", async () => {
  const refuse = {
    status: 400,
    body: { error: { message: "m does not support tools" } },
    match: { tools: true },
  } as const;
  const { model, summaries, ask } = await bridged(
    [
      { ...refuse, repeat: 9 },
      { text: CALL, repeat: 9 },
    ],
    { mode: "auto" },
  );
  const answers = await Promise.all([ask(), ask()]);
  for (const { choices } of answers) expect(choices[0]?.finish_reason).toBe("tool_calls");
  await ask();
  expect(model.requests.map(({ json }) => Object.hasOwn(Object(json), "tools"))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(summaries.map(({ mode }) => mode)).toEqual(["text", "text", "text"]);
});

it.each([
  { words: "m does not support tools", more: { mode: "auto" } },
  { words: "failed to parse grammar", more: { provider: "llamacpp", dialect: "hermes", constrain: true } },
] as const)("an answer that broke off is not begun anew, whatever its server says: $words", async ({ words, more }) => {
  const broken = { parts: [{ text: "It is " }, { event: { error: { code: 400, message: words } } }] };
  const { model, summaries, ask } = await bridged([broken, { text: "It is 42." }], more);
  await expect(ask()).rejects.toThrow(words);
  expect(model.requests).toHaveLength(1);
  expect(summaries).toMatchObject([{ end: "failed" }]);
});

it("a call that a model writes into its text is none for a client that wants none, whatever the mode", async () => {
  for (const mode of ["text", "salvage"] as const) {
    const { ask } = await bridged([{ text: `Here.\n${CALL}` }], { mode });
    const { choices } = await ask("none");
    expect(choices).toMatchObject([{ message: { content: "Here.\n" }, finish_reason: "stop" }]);
    expect(choices[0]?.message.tool_calls).toBeUndefined();
  }
});

it("of two answers to one request all tokens are told, those written to a cache too", async () => {
  const usage = { inputTokens: 100, outputTokens: 5, cachedTokens: 10, cacheWriteTokens: 60 };
  const model = await startModelServer({ scenario: { answers: [{ text: "42.", usage, repeat: 2 }] } });
  onTestFinished(() => model.close());
  const summaries: RequestSummary[] = [];
  const app = createBridgeApp({
    upstream: model.url,
    provider: "anthropic",
    apiKey: "key",
    mode: "text",
    env: {},
    onRequest: (summary) => summaries.push(summary),
  });
  const body = { model: "m", messages: [{ role: "user", content: "Hi" }], tools: TOOLS, tool_choice: "required" };
  await app.request("/v1/chat/completions", { method: "POST", body: JSON.stringify(body) });
  expect(summaries[0]?.usage).toMatchObject({ inputTokens: 200, cacheReadTokens: 20, cacheWriteTokens: 120 });
});
