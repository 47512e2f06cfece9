import { expect, it } from "vitest";
import type { Scenario } from "../src/index.js";
import { chat, ollama, post, serve } from "./client.js";

type Json = Record<string, unknown>;

const system = { role: "system", content: "You are a coding agent." };
const user = { role: "user", content: "Fix the test." };
const assistant = { role: "assistant", content: "Done." };
const call = (id: string, args: unknown = '{"path":"a.txt"}') => ({
  id,
  type: "function",
  function: { name: "read_file", arguments: args },
});
const calling = { role: "assistant", content: "", tool_calls: [call("aaaaaaaa1")] };
const result = { role: "tool", tool_call_id: "aaaaaaaa1", content: "one" };
const schema = {
  type: "object",
  properties: {
    path: { type: "string", description: "Where." },
    edits: {
      type: "array",
      items: { type: "object", properties: { search: { type: "string" } }, required: ["search"] },
    },
    depth: { type: "integer", minimum: 1, default: 1 },
    kind: { enum: ["a", "b"] },
    choice: { anyOf: [{ type: "string", pattern: "^a" }, { type: "null" }] },
  },
  required: ["path"],
  additionalProperties: false,
};
const tool = (parameters: unknown = schema, name = "read_file", more: Json = {}) => ({
  type: "function",
  function: { name, description: "Reads a file.", parameters, ...more },
});
const tools = [tool()];

/** The rules that a chat completions request breaks. */
async function rulesBroken(body: Json, scenario: Partial<Scenario> = {}): Promise<string[]> {
  const server = await serve({ answers: [{ text: "Hi." }], ...scenario });
  await (await post(`${server.url}/v1/chat/completions`, { model: "m", ...body })).text();
  return server.violations.map(({ rule }) => rule);
}

async function rulesBrokenOnOllama(body: Json): Promise<string[]> {
  const server = await serve({ answers: [{ text: "Hi." }] });
  await (await ollama(server, { model: "m", ...body })).text();
  return server.violations.map(({ rule }) => rule);
}

it.each<[string, Json]>([
  ["a text conversation", { messages: [system, user, assistant, user] }],
  ["a native conversation", { messages: [system, user, calling, result, assistant, user], tools }],
  [
    "two calls and their results in order",
    {
      messages: [
        user,
        { role: "assistant", content: "Two.", tool_calls: [call("aaaaaaaa1"), call("aaaaaaaa2", "{}")] },
        result,
        { ...result, tool_call_id: "aaaaaaaa2" },
      ],
      tools,
    },
  ],
  ["a note behind results", { messages: [user, calling, result, user], tools }],
  ["a running loop with its reasoning", { messages: [user, { ...calling, reasoning_content: "Hm." }, result], tools }],
  [
    "an image",
    {
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
          ],
        },
      ],
    },
  ],
  [
    "every usual parameter",
    {
      messages: [user],
      tools,
      tool_choice: "auto",
      parallel_tool_calls: true,
      temperature: 0,
      top_p: 1,
      max_tokens: 100,
      stop: ["a"],
      stream: true,
      stream_options: { include_usage: true },
    },
  ],
])("has nothing against %s", async (_, body) => {
  expect(await rulesBroken(body)).toEqual([]);
});

it.each<[rule: string, what: string, Json]>([
  ["required-field", "a model that is missing", { model: undefined, messages: [user] }],
  ["required-field", "messages that are missing", {}],
  ["parameter-type", "an empty list of messages", { messages: [] }],
  ["parameter-type", "a temperature that is a text", { messages: [user], temperature: "0" }],
  ["parameter-type", "a top_p over 1", { messages: [user], top_p: 2 }],
  ["parameter-type", "max_tokens of 0", { messages: [user], max_tokens: 0 }],
  ["parameter-type", "stop as a number", { messages: [user], stop: 1 }],
  ["parameter-type", "an empty list of tools", { messages: [user], tools: [] }],
  ["parameter-alone", "a tool choice without tools", { messages: [user], tool_choice: "auto" }],
  ["parameter-alone", "stream options without a stream", { messages: [user], stream_options: {} }],
  ["parameter-conflict", "a grammar beside tools", { messages: [user], grammar: "root ::= .", tools }],
  ["parameter-conflict", "a grammar beside a schema", { messages: [user], grammar: "root ::= .", response_format: {} }],
  ["parameter-type", "a grammar in vLLM's field as a text", { messages: [user], structured_outputs: "root ::= ." }],
  ["unknown-parameter", "a parameter nobody knows", { messages: [user], num_ctx: 1 }],
  ["message-shape", "a message that is a text", { messages: ["hi"] }],
  ["developer-role", "the role developer", { messages: [{ ...system, role: "developer" }, user] }],
  ["role", "a role nobody knows", { messages: [{ ...user, role: "function" }] }],
  ["system-first", "a system message in second place", { messages: [user, system] }],
  ["system-single", "two system messages", { messages: [system, system, user] }],
  ["alternation", "two user messages in a row", { messages: [user, user] }],
  ["alternation", "two assistant messages in a row", { messages: [user, assistant, assistant, user] }],
  ["alternation", "an assistant who begins", { messages: [system, assistant, user] }],
  ["alternation", "a user message between call and result", { messages: [user, calling, user, result], tools }],
  ["last-message", "an assistant who has the last word", { messages: [user, assistant] }],
  ["unknown-field", "a field nobody knows", { messages: [{ ...user, id: "m1" }] }],
  ["content-string", "text as parts", { messages: [{ role: "user", content: [{ type: "text", text: "Hi." }] }] }],
  ["content-string", "no content", { messages: [{ role: "user" }] }],
  ["content-string", "a result as parts", { messages: [user, calling, { ...result, content: [] }], tools }],
  ["content-beside-call", "null beside a call", { messages: [user, { ...calling, content: null }, result], tools }],
  [
    "content-beside-call",
    "nothing beside a call",
    { messages: [user, { ...calling, content: undefined }, result], tools },
  ],
  ["empty-assistant", "an assistant message of blanks", { messages: [user, { ...assistant, content: " \n" }, user] }],
  ["empty-content", "a user message of nothing", { messages: [{ ...user, content: "" }] }],
  ["empty-content", "a system message of nothing", { messages: [{ ...system, content: "" }, user] }],
  [
    "think-close",
    "a closing think tag in history",
    { messages: [user, { ...assistant, content: "a</think>b" }, user] },
  ],
  ["reasoning-field", "reasoning of a finished turn", { messages: [user, { ...assistant, reasoning: "Hm." }, user] }],
  ["call-shape", "an empty list of calls", { messages: [user, { ...calling, tool_calls: [] }, user], tools }],
  [
    "call-shape",
    "a call without function",
    { messages: [user, { ...calling, tool_calls: [{ id: "aaaaaaaa1" }] }, result], tools },
  ],
  [
    "call-shape",
    "a call without type",
    { messages: [user, { ...calling, tool_calls: [{ ...call("aaaaaaaa1"), type: undefined }] }, result], tools },
  ],
  [
    "call-id",
    "an id of another length",
    { messages: [user, { ...calling, tool_calls: [call("call_1")] }, { ...result, tool_call_id: "call_1" }], tools },
  ],
  [
    "call-id",
    "no id",
    {
      messages: [
        user,
        { ...calling, tool_calls: [{ ...call(""), id: undefined }] },
        { ...result, tool_call_id: undefined },
      ],
      tools,
    },
  ],
  ["call-id-twice", "an id in two turns", { messages: [user, calling, result, calling, result], tools }],
  [
    "tool-name",
    "a called name with a blank",
    {
      messages: [
        user,
        { ...calling, tool_calls: [{ ...call("aaaaaaaa1"), function: { name: "read file", arguments: "{}" } }] },
        result,
      ],
      tools,
    },
  ],
  [
    "arguments",
    "arguments that do not parse",
    { messages: [user, { ...calling, tool_calls: [call("aaaaaaaa1", '{"a')] }, result], tools },
  ],
  [
    "arguments",
    "arguments that are a list",
    { messages: [user, { ...calling, tool_calls: [call("aaaaaaaa1", "[]")] }, result], tools },
  ],
  [
    "arguments",
    "arguments as an object",
    { messages: [user, { ...calling, tool_calls: [call("aaaaaaaa1", {})] }, result], tools },
  ],
  [
    "call-unanswered",
    "a call without a result",
    { messages: [user, { ...calling, tool_calls: [call("aaaaaaaa1"), call("aaaaaaaa2")] }, result], tools },
  ],
  [
    "result-unknown",
    "a result for another call",
    {
      messages: [
        user,
        { ...calling, tool_calls: [call("aaaaaaaa1"), call("aaaaaaaa2")] },
        result,
        { ...result, tool_call_id: "aaaaaaaa9" },
      ],
      tools,
    },
  ],
  ["result-twice", "two results for a call", { messages: [user, calling, result, result], tools }],
  ["result-without-call", "a result without a call", { messages: [user, assistant, result], tools }],
  [
    "result-order",
    "results in another order",
    {
      messages: [
        user,
        { ...calling, tool_calls: [call("aaaaaaaa1"), call("aaaaaaaa2")] },
        { ...result, tool_call_id: "aaaaaaaa2" },
        result,
      ],
      tools,
    },
  ],
  ["result-name", "a result under another name", { messages: [user, calling, { ...result, name: "write" }], tools }],
  ["text-protocol", "native history without tools", { messages: [user, calling, result] }],
  ["tool-shape", "a tool without function", { messages: [user], tools: [{ name: "a" }] }],
  ["tool-shape", "a tool without description", { messages: [user], tools: [tool(schema, "a", { description: "" })] }],
  ["tool-name", "a tool with a dot in its name", { messages: [user], tools: [tool(schema, "fs.read")] }],
  ["tool-name", "a name of 65 letters", { messages: [user], tools: [tool(schema, "a".repeat(65))] }],
  ["tool-name", "two tools of one name", { messages: [user], tools: [tool(), tool()] }],
  ["tool-schema", "parameters that are no object", { messages: [user], tools: [tool({ type: "string" })] }],
  [
    "tool-schema",
    "a type nobody knows",
    { messages: [user], tools: [tool({ ...schema, properties: { path: { type: "str" } } })] },
  ],
  [
    "tool-schema",
    "a required property that is none",
    { messages: [user], tools: [tool({ ...schema, required: ["file"] })] },
  ],
  [
    "tool-schema",
    "a list of nothing",
    { messages: [user], tools: [tool({ ...schema, properties: { path: { type: "array" } } })] },
  ],
  [
    "tool-schema",
    "a keyword nobody knows",
    { messages: [user], tools: [tool({ ...schema, properties: { path: { type: "string", optional: true } } })] },
  ],
  [
    "tool-schema",
    "an empty choice",
    { messages: [user], tools: [tool({ ...schema, properties: { path: { anyOf: [] } } })] },
  ],
  [
    "tool-schema",
    "a pattern that does not compile",
    { messages: [user], tools: [tool({ ...schema, properties: { path: { type: "string", pattern: "(" } } })] },
  ],
  [
    "schema-extension",
    "a keyword of our own",
    { messages: [user], tools: [tool({ ...schema, properties: { path: { type: "string", "x-body": true } } })] },
  ],
])("reports %s: %s", async (rule, _, body) => {
  expect(new Set(await rulesBroken(body))).toContain(rule);
});

it("reports one fault once, with its request, its place and a sentence", async () => {
  const server = await serve({ answers: [{ text: "Hi." }] });
  await (
    await chat(server, {
      model: "m",
      messages: [system, user, { ...calling, tool_calls: [call("nope")] }, { ...result, tool_call_id: "nope" }],
      tools,
    })
  ).text();
  expect(server.violations).toEqual([
    {
      request: 1,
      rule: "call-id",
      path: "messages[2].tool_calls[0].id",
      message: 'A call\'s id must be nine letters or digits (Mistral refuses others); it is "nope".',
    },
  ]);
});

it.each(["{", "[]", ""])("reports a body that is no JSON object: %s", async (body) => {
  const server = await serve({ answers: [{ text: "Hi." }] });
  await post(`${server.url}/v1/chat/completions`, body);
  expect(server.violations.map(({ rule }) => rule)).toEqual(["json"]);
});

it("reports another content type than JSON", async () => {
  const server = await serve({ answers: [{ text: "Hi." }] });
  const headers = { "content-type": "text/plain" };
  await post(`${server.url}/v1/chat/completions`, { model: "m", messages: [user] }, { headers });
  expect(server.violations.map(({ rule }) => rule)).toEqual(["content-type"]);
});

it("judges Ollama's wire by Ollama's shapes", async () => {
  const ollamaCall = { function: { name: "read_file", arguments: { path: "a" } } };
  const ollamaCalling = { role: "assistant", content: "", tool_calls: [ollamaCall, ollamaCall] };
  const ollamaResult = { role: "tool", tool_name: "read_file", content: "one" };
  const good = { messages: [user, ollamaCalling, ollamaResult, ollamaResult], tools, options: { num_ctx: 8192 } };
  expect(await rulesBrokenOnOllama({ ...good, think: true, keep_alive: "5m" })).toEqual([]);
  expect(await rulesBrokenOnOllama({ ...good, options: { num_ctx: "8192" } })).toEqual(["parameter-type"]);
  expect(await rulesBrokenOnOllama({ ...good, options: { window: 1 } })).toEqual(["unknown-parameter"]);
  expect(await rulesBrokenOnOllama({ ...good, max_tokens: 1 })).toEqual(["unknown-parameter"]);
  expect(await rulesBrokenOnOllama({ ...good, messages: good.messages.slice(0, 3) })).toEqual(["call-unanswered"]);
  const asText = { ...ollamaCalling, tool_calls: [call("aaaaaaaa1")] };
  expect(await rulesBrokenOnOllama({ ...good, messages: [user, asText, result] })).toEqual(["arguments"]);
});

it("measures how much of a request was the beginning of the one before, and reports a history that changed", async () => {
  const server = await serve({ answers: [{ text: "Hi.", repeat: "always" }] });
  const ask = async (messages: Json[]) => (await chat(server, { model: "m", messages })).text();
  await ask([system, user]);
  await ask([system, user, assistant, user]);
  expect(server.requests.map(({ prefix }) => prefix.share)).toEqual([1, 1]);
  expect(server.violations).toEqual([]);

  await ask([system, { ...user, content: "Something else." }, assistant, user]);
  const [, , third] = server.requests;
  expect(third?.prefix.share).toBeGreaterThan(0.2);
  expect(third?.prefix.share).toBeLessThan(0.8);
  expect(server.violations).toMatchObject([{ request: 3, rule: "prefix", path: "messages" }]);
});

it("lets a history change where the scenario says so, and compares each conversation with itself", async () => {
  const scenario: Scenario = {
    answers: [
      { text: "a" },
      { text: "title", conversation: "titles" },
      { text: "b", prefix: "may-break" },
      { text: "c" },
    ],
  };
  const server = await serve(scenario);
  const ask = async (messages: Json[]) => (await chat(server, { model: "m", messages })).text();
  await ask([system, user]);
  await ask([{ role: "user", content: "Name this." }]);
  await ask([system, { role: "user", content: "Summary." }]);
  await ask([system, { role: "user", content: "Summary." }, assistant, user]);
  expect(server.violations).toEqual([]);
  expect(server.requests.map(({ prefix }) => prefix.share === 1)).toEqual([true, true, false, true]);
});

it("compares a request with the last one that was not refused", async () => {
  const server = await serve({ answers: [{ text: "a" }, { status: 400 }, { text: "b" }] });
  const ask = async (messages: Json[], more: Json = {}) =>
    (await chat(server, { model: "m", messages, ...more })).text();
  await ask([user]);
  await ask([user, assistant, user], { tools });
  await ask([user, assistant, user]);
  expect(server.requests.map(({ prefix }) => prefix.share === 1)).toEqual([true, false, true]);
});

it("reports nothing that the scenario allows, and nothing at all when the judge is off", async () => {
  const body = { messages: [{ ...user, content: "" }], seeds: 1 };
  expect(await rulesBroken(body)).toEqual(["unknown-parameter", "empty-content"]);
  expect(await rulesBroken(body, { allow: ["empty-content"] })).toEqual(["unknown-parameter"]);
  const off = await serve({ answers: [{ text: "Hi." }] }, { judge: "off" });
  await chat(off, { model: "m", ...body });
  expect(off.violations).toEqual([]);
});

it("answers 400 and uses no answer up when it is to refuse", async () => {
  const server = await serve({ answers: [{ text: "Hi." }] }, { judge: "refuse" });
  const refused = await chat(server, { model: "m", messages: [user, user] });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { code: "alternation", param: "messages[1]" } });
  expect(server.answersLeft).toBe(1);
  expect((await chat(server, { model: "m", messages: [user] })).status).toBe(200);
});
