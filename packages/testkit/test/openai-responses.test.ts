import { expect, it } from "vitest";
import type { Answer } from "../src/index.js";
import { eventsOf, responses, serve } from "./client.js";

const CALL = { name: "read_file", arguments: { path: "a.txt" } };
const ASKED = { model: "m", input: "Hello." };
const ENCRYPTED = { ...ASKED, include: ["reasoning.encrypted_content"] };
/** Whatever else a response repeats of its request. */
const REST = { id: "resp_1", object: "response", created_at: expect.any(Number), model: "m" };

/** The type that each event's line names, behind a check that its data says the same. */
function namesOf(body: string): string[] {
  if (body === "") return [];
  return body
    .trimEnd()
    .split("\n\n")
    .map((event) => {
      const [, name = "", data = ""] = event.match(/^event: ([\w.]+)\ndata: (.*)$/) ?? [];
      expect(JSON.parse(data)).toMatchObject({ type: name });
      return name.replace(/^response\./, "");
    });
}

it("streams reasoning, text and calls as items, numbered, and says all of it once more at the end", async () => {
  const usage = { inputTokens: 100, outputTokens: 20, cachedTokens: 60 };
  const server = await serve({ answers: [{ reasoning: "Hm.", text: "I look.", calls: [CALL], chunk: 4, usage }] });
  const response = await responses(server, ENCRYPTED);
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events = eventsOf(await response.text());

  const reasoning = { id: "rs_1_1", type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] };
  const sealed = { ...reasoning, encrypted_content: expect.stringMatching(/^.{20,}$/) };
  const part = (text: string) => ({ type: "output_text", text, annotations: [] });
  const message = {
    id: "msg_1_2",
    type: "message",
    role: "assistant",
    status: "completed",
    content: [part("I look.")],
  };
  const call = { id: "fc_1_3", type: "function_call", call_id: "call_1_1", name: "read_file", status: "completed" };
  const called = { ...call, arguments: '{"path":"a.txt"}' };
  const of = (item_id: string, output_index: number, place: object) => (type: string, more: object) => ({
    type: `response.${type}`,
    item_id,
    output_index,
    ...place,
    ...more,
  });
  const thinks = of("rs_1_1", 0, { summary_index: 0 });
  const says = of("msg_1_2", 1, { content_index: 0 });
  const calls = of("fc_1_3", 2, {});
  const item = (when: string, output_index: number, value: object) => ({
    type: `response.output_item.${when}`,
    output_index,
    item: value,
  });
  const begun = { ...REST, status: "in_progress", error: null, incomplete_details: null, output: [], usage: null };
  const wanted = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    item("added", 0, { ...reasoning, summary: [] }),
    thinks("reasoning_summary_part.added", { part: { type: "summary_text", text: "" } }),
    thinks("reasoning_summary_text.delta", { delta: "Hm." }),
    thinks("reasoning_summary_text.done", { text: "Hm." }),
    thinks("reasoning_summary_part.done", { part: { type: "summary_text", text: "Hm." } }),
    item("done", 0, sealed),
    item("added", 1, { ...message, status: "in_progress", content: [] }),
    says("content_part.added", { part: part("") }),
    ...["I lo", "ok."].map((delta) => says("output_text.delta", { delta })),
    says("output_text.done", { text: "I look." }),
    says("content_part.done", { part: part("I look.") }),
    item("done", 1, message),
    item("added", 2, { ...call, status: "in_progress", arguments: "" }),
    ...['{"pa', 'th":', '"a.t', 'xt"}'].map((delta) => calls("function_call_arguments.delta", { delta })),
    calls("function_call_arguments.done", { arguments: '{"path":"a.txt"}' }),
    item("done", 2, called),
    {
      type: "response.completed",
      response: {
        ...REST,
        status: "completed",
        output: [sealed, message, called],
        usage: {
          input_tokens: 100,
          input_tokens_details: { cached_tokens: 60 },
          output_tokens: 20,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 120,
        },
      },
    },
  ];
  expect(events).toMatchObject(wanted.map((event, sequence_number) => ({ ...event, sequence_number })));
  expect(events).toHaveLength(wanted.length);
});

it("encrypts reasoning only where the request asks for that, as the scenario says", async () => {
  const parts = [{ reasoning: "a", signature: "mine" }, { reasoning: "b", signature: null }, { redacted: "opaque" }];
  const server = await serve({ answers: [{ parts, repeat: 2 }] });
  const secrets = (body: string) => [...body.matchAll(/"encrypted_content":"(\w+)"/g)].map(([, secret]) => secret);
  const asked = await (await responses(server, ENCRYPTED)).text();
  // Once with the item, once at the end.
  expect(secrets(asked)).toEqual(["mine", "opaque", "mine", "opaque"]);
  expect(secrets(await (await responses(server)).text())).toEqual([]);
});

it("answers a request that does not stream with one response", async () => {
  const usage = { inputTokens: 7, outputTokens: 2 };
  const server = await serve({
    answers: [
      { text: "Hi.", calls: [CALL], usage },
      { text: "Hi.", finish: "failed" },
    ],
  });
  expect(await (await responses(server, { ...ASKED, stream: false })).json()).toMatchObject({
    ...REST,
    status: "completed",
    output: [
      { type: "message", content: [{ type: "output_text", text: "Hi." }] },
      { type: "function_call", call_id: "call_1_1", arguments: '{"path":"a.txt"}' },
    ],
    usage: { input_tokens: 7, output_tokens: 2, total_tokens: 9 },
  });
  expect(await (await responses(server, { ...ASKED, stream: undefined })).json()).toMatchObject({
    status: "failed",
    error: { code: "server_error" },
  });
});

it("names each event in a line of its own, signs of life among them", async () => {
  const server = await serve({ answers: [{ parts: [{ keepAlive: { count: 2 } }, { redacted: "x" }] }] });
  expect(namesOf(await (await responses(server)).text())).toEqual([
    "created",
    "in_progress",
    "keepalive",
    "keepalive",
    "output_item.added",
    "output_item.done",
    "completed",
  ]);
});

it.each<[string, Answer, string[]]>([
  ["no end", { text: "Hi.", finish: null }, ["created", "output_item.added", "output_item.done"]],
  ["a failed response", { finish: "failed" }, ["created", "failed"]],
  ["nothing at all", { finish: null }, []],
  ["an empty response", {}, ["created", "completed"]],
  [
    "an answer cut in its text, the item left open",
    { text: "Hmmm.", fault: { end: "cut", at: { character: 2 } } },
    ["created", "output_item.added"],
  ],
  [
    "the error of a server that is overloaded",
    { text: "Hmmm.", fault: { end: "error", at: { character: 2 } } },
    ["created", "output_item.added", "error"],
  ],
])("can send %s", async (_, answer, names) => {
  const server = await serve({ answers: [answer] });
  const body = await (await responses(server)).text();
  const inner = /_part\.|_text\.|in_progress/;
  expect(namesOf(body).filter((name) => !inner.test(name))).toEqual(names);
});

it("sends raw bytes as they are, whatever they look like", async () => {
  const raw = 'event: response.output_text.delta\ndata: {"type": "response.output_te\n\n';
  const server = await serve({ answers: [{ parts: [{ raw }] }] });
  expect(await (await responses(server)).text()).toContain(raw);
});

it("says why an answer is incomplete, and that what it was cut in is", async () => {
  const answers: Answer[] = [
    { text: "Hi", finish: "max_output_tokens" },
    { text: "I look.", calls: [{ ...CALL, arguments: '{"path":' }], finish: "max_output_tokens" },
    { text: "I look.", calls: [CALL], finish: "content_filter" },
  ];
  const server = await serve({ answers });
  const lastOf = async () => {
    const last = eventsOf(await (await responses(server)).text()).at(-1) as { type: string; response: object };
    expect(last.type).toBe("response.incomplete");
    return last.response;
  };
  const incomplete = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  expect(await lastOf()).toMatchObject({ ...incomplete, output: [{ status: "incomplete" }] });
  expect(await lastOf()).toMatchObject({ ...incomplete, output: [{ status: "completed" }, { status: "incomplete" }] });
  expect(await lastOf()).toMatchObject({
    incomplete_details: { reason: "content_filter" },
    output: [{ status: "completed" }, { status: "completed" }],
  });
});

it("counts nothing where the scenario has no usage", async () => {
  const server = await serve({ answers: [{ text: "Hi.", usage: null, repeat: 2 }] });
  expect(await (await responses(server)).text()).not.toContain("input_tokens");
  expect(await (await responses(server, { ...ASKED, stream: false })).text()).not.toContain("input_tokens");
});

it("reads instructions and items as messages, so that requests match by their words and have a prefix", async () => {
  const call = { type: "function_call", call_id: "a", name: "read_file", arguments: "{}" };
  const result = { type: "function_call_output", call_id: "a", output: [{ type: "input_text", text: 'it is "42"' }] };
  const user = { type: "message", role: "user", content: "Hello." };
  const server = await serve(
    {
      answers: [
        { text: "result", match: { lastContains: 'it is "42"', wire: "openai-responses" } },
        { text: "system", match: { contains: "say brief" } },
        { text: "neither" },
      ],
    },
    { judge: "off" },
  );
  const ask = async (body: object) => (await responses(server, { model: "m", ...body })).text();
  expect(await ask({ input: "Hello." })).toContain("neither");
  expect(await ask({ instructions: "say brief", input: [user] })).toContain('"system"');
  expect(await ask({ instructions: "say brief", input: [user, call, result] })).toContain('"result"');
  expect(server.requests.map(({ messages }) => messages)).toEqual([
    [user],
    [{ role: "system", content: "say brief" }, user],
    [{ role: "system", content: "say brief" }, user, call, result],
  ]);
  expect(server.requests.map(({ prefix }) => prefix.share === 1)).toEqual([true, false, true]);
});

it("is there where the server speaks it, with the errors of OpenAI", async () => {
  const openAi = await serve({ server: { kind: "openai", apiKey: "k", models: [{ name: "m" }] }, answers: [] });
  const refused = async (body: object, authorization: string) => {
    const init = { headers: { "content-type": "application/json", authorization } };
    const response = await responses(openAi, body, init);
    return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
  };
  expect(await refused(ASKED, "Bearer x")).toEqual([401, "invalid_api_key"]);
  expect(await refused({ ...ASKED, model: "other" }, "Bearer k")).toEqual([404, "model_not_found"]);
  const other = await serve({ server: { kind: "anthropic" }, answers: [] });
  expect((await responses(other)).status).toBe(404);
});
