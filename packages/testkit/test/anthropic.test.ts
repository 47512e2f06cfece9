import { expect, it } from "vitest";
import type { Answer, Persona } from "../src/index.js";
import { anthropic, eventsOf, HELLO, post, serve } from "./client.js";

const CALL = { name: "read_file", arguments: { path: "a.txt" } };

/** The type that each event's line names, behind a check that its data says the same. */
function namesOf(body: string): string[] {
  return body
    .trimEnd()
    .split("\n\n")
    .map((event) => {
      const [, name = "", data = ""] = event.match(/^event: (\w+)\ndata: (.*)$/) ?? [];
      expect(JSON.parse(data)).toMatchObject({ type: name });
      return name;
    });
}

it("streams thinking with its signature, text and calls as blocks, with usage at both ends", async () => {
  const usage = { inputTokens: 100, outputTokens: 20, cachedTokens: 60, cacheWriteTokens: 30 };
  const server = await serve({ answers: [{ reasoning: "Hm.", text: "I look.", calls: [CALL], chunk: 4, usage }] });
  const response = await anthropic(server);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events = eventsOf(await response.text());
  const start = (index: number, block: object) => ({ type: "content_block_start", index, content_block: block });
  const delta = (index: number, value: object) => ({ type: "content_block_delta", index, delta: value });
  const stop = (index: number) => ({ type: "content_block_stop", index });
  const json = (partial: string) => delta(2, { type: "input_json_delta", partial_json: partial });
  const counted = { input_tokens: 10, cache_creation_input_tokens: 30, cache_read_input_tokens: 60 };
  expect(events).toEqual([
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...counted, output_tokens: 1 },
      },
    },
    start(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, { type: "thinking_delta", thinking: "Hm." }),
    delta(0, { type: "signature_delta", signature: expect.stringMatching(/^.{20,}$/) }),
    stop(0),
    start(1, { type: "text", text: "" }),
    delta(1, { type: "text_delta", text: "I lo" }),
    delta(1, { type: "text_delta", text: "ok." }),
    stop(1),
    start(2, { type: "tool_use", id: "call_1_1", name: "read_file", input: {} }),
    ...["", '{"pa', 'th":', '"a.t', 'xt"}'].map(json),
    stop(2),
    {
      type: "message_delta",
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: { ...counted, output_tokens: 20 },
    },
    { type: "message_stop" },
  ]);
});

it("names each event in a line of its own, pings among them", async () => {
  const server = await serve({ answers: [{ parts: [{ keepAlive: { count: 2 } }, { text: "Hi." }] }] });
  expect(namesOf(await (await anthropic(server)).text())).toEqual([
    "message_start",
    "ping",
    "ping",
    "content_block_start",
    "content_block_delta",
    "content_block_stop",
    "message_delta",
    "message_stop",
  ]);
});

it("sends what the scenario gives as signature, redacted thinking, events and raw bytes", async () => {
  const server = await serve({
    answers: [
      {
        parts: [
          { reasoning: "a", signature: "mine" },
          { reasoning: "b", signature: null },
          { redacted: "opaque" },
          { event: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } } },
          { event: { odd: true } },
          { raw: "data: {oops\n\n" },
        ],
      },
    ],
  });
  const body = await (await anthropic(server)).text();
  expect([...body.matchAll(/"signature_delta","signature":"(\w+)"/g)].map(([, mark]) => mark)).toEqual(["mine"]);
  expect(body).toContain('"content_block":{"type":"redacted_thinking","data":"opaque"}');
  expect(body).toContain('\n\nevent: error\ndata: {"type":"error","error":{"type":"overloaded_error"');
  expect(body).toContain('\n\ndata: {"odd":true}\n\ndata: {oops\n\n');
});

it("answers a request that does not stream with one message", async () => {
  const parts = [{ redacted: "opaque" }, { reasoning: "Hm." }, { text: "Hi." }, { call: CALL }];
  const server = await serve({ answers: [{ parts, usage: { inputTokens: 7, outputTokens: 2 } }, { text: "Hi." }] });
  expect(await (await anthropic(server, { ...HELLO, stream: false })).json()).toEqual({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [
      { type: "redacted_thinking", data: "opaque" },
      { type: "thinking", thinking: "Hm.", signature: expect.stringMatching(/^.{20,}$/) },
      { type: "text", text: "Hi." },
      { type: "tool_use", id: "call_1_1", name: "read_file", input: { path: "a.txt" } },
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 2 },
  });
  expect(await (await anthropic(server, { ...HELLO, stream: undefined })).json()).toMatchObject({
    stop_reason: "end_turn",
  });
});

it.each<[string, Answer, string[]]>([
  ["no end mark", { text: "Hi.", done: false }, ["message_start", "content_block_start", "message_delta"]],
  [
    "no reason",
    { text: "Hi.", finish: null },
    ["message_start", "content_block_start", "message_delta", "message_stop"],
  ],
  ["nothing but pings", { parts: [{ keepAlive: { count: 2 } }], finish: null, done: false }, ["ping", "ping"]],
  ["nothing at all", { finish: null, done: false }, []],
  ["an empty message", {}, ["message_start", "message_delta", "message_stop"]],
  [
    "a message cut in its thinking, unsigned",
    { reasoning: "Hmmm.", text: "Hi.", fault: { end: "cut", at: { character: 2 } } },
    ["message_start", "content_block_start"],
  ],
])("can send %s", async (what, answer, names) => {
  const server = await serve({ answers: [answer] });
  const body = await (await anthropic(server)).text();
  const inner = ["content_block_delta", "content_block_stop"];
  expect(body === "" ? [] : namesOf(body).filter((name) => !inner.includes(name))).toEqual(names);
  expect(body.includes("signature_delta")).toBe(false);
  expect(/"stop_reason":"/.test(body)).toBe(what === "no end mark" || what === "an empty message");
});

it("counts nothing where the scenario has no usage", async () => {
  const server = await serve({ answers: [{ text: "Hi.", usage: null, repeat: 2 }] });
  expect(await (await anthropic(server)).text()).not.toContain("usage");
  expect(await (await anthropic(server, { ...HELLO, stream: false })).text()).not.toContain("usage");
});

it("normalises what it was sent, so that a moved cache mark changes nothing", async () => {
  const server = await serve({ answers: [{ text: "Hi.", repeat: 2 }], allow: ["alternation"] });
  const mark = { cache_control: { type: "ephemeral" } };
  const tool = { name: "a", description: "A.", input_schema: { type: "object", properties: {} } };
  await anthropic(server, {
    model: "m",
    system: [{ type: "text", text: "Be brief.", ...mark }],
    tools: [{ ...tool, ...mark }],
    messages: [{ role: "user", content: [{ type: "text", text: "One.", ...mark }] }],
  });
  await anthropic(server, {
    model: "m",
    system: "Be brief.",
    tools: [tool],
    messages: [
      { role: "user", content: "One." },
      { role: "assistant", content: "Hi." },
      { role: "user", content: [{ type: "text", text: "Two.", ...mark }] },
    ],
  });
  expect(server.requests[1]?.messages).toEqual([
    { role: "system", content: [{ type: "text", text: "Be brief." }] },
    { role: "user", content: [{ type: "text", text: "One." }] },
    { role: "assistant", content: [{ type: "text", text: "Hi." }] },
    { role: "user", content: [{ type: "text", text: "Two." }] },
  ]);
  expect(server.requests.map(({ prefix }) => prefix.share)).toEqual([1, 1]);
  expect(server.violations).toEqual([]);
});

it("finds the words of a block and of a result where an answer is matched by them", async () => {
  const server = await serve(
    {
      answers: [
        { text: "system", match: { contains: 'say "brief"' } },
        { text: "result", match: { lastContains: 'it is "42"', wire: "anthropic" } },
        { text: "neither" },
      ],
      prefix: "report",
    },
    { judge: "off" },
  );
  const ask = async (body: object) => {
    const text = await (await anthropic(server, { model: "m", ...body, stream: false })).json();
    return (text as { content: { text: string }[] }).content[0]?.text;
  };
  const result = { type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: 'it is "42"' }] };
  expect(await ask({ messages: [{ role: "user", content: [result] }] })).toBe("result");
  expect(await ask({ messages: [{ role: "user", content: "Hello." }] })).toBe("neither");
  expect(await ask({ system: 'say "brief"', messages: [{ role: "user", content: "Hello." }] })).toBe("system");
});

it("is an Anthropic: its models, its headers, its errors, and no other wire", async () => {
  const persona: Persona = { kind: "anthropic", apiKey: "sk-test", models: [{ name: "m", window: 200_000 }] };
  const server = await serve({ server: persona, answers: [{ text: "Hi." }] });
  expect(await (await fetch(`${server.url}/v1/models`)).json()).toMatchObject({
    data: [{ type: "model", id: "m", max_input_tokens: 200_000 }],
    has_more: false,
    first_id: "m",
  });
  const refused = async (body: object, headers: Record<string, string>) => {
    const init = { headers: { "content-type": "application/json", ...headers } };
    const response = await anthropic(server, body, init);
    return [response.status, await response.json()];
  };
  const error = (type: string, message: string) => ({ type: "error", error: { type, message } });
  const key = { "x-api-key": "sk-test" };
  const version = { "anthropic-version": "2023-06-01" };
  expect(await refused(HELLO, version)).toEqual([401, error("authentication_error", "invalid x-api-key")]);
  expect(await refused(HELLO, key)).toEqual([
    400,
    error("invalid_request_error", "anthropic-version: header is required"),
  ]);
  expect(await refused({ ...HELLO, model: "x" }, { ...key, ...version })).toEqual([
    404,
    error("not_found_error", "model: x"),
  ]);
  const other = await post(`${server.url}/v1/chat/completions`, HELLO);
  expect([other.status, await other.json()]).toMatchObject([404, { type: "error" }]);
  expect((await anthropic(server)).status).toBe(200);
});

it("answers an error of the scenario with the body it is given, and its own refusals in its own shape", async () => {
  const body = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  const server = await serve({ answers: [{ status: 529, body }] }, { judge: "refuse" });
  const response = await anthropic(server);
  expect([response.status, await response.json()]).toEqual([529, body]);
  const refused = await anthropic(server, { ...HELLO, max_tokens: 0 });
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { type: "invalid_request_error" } }]);
  const none = await anthropic(server);
  expect([none.status, await none.json()]).toMatchObject([500, { type: "error" }]);
});
