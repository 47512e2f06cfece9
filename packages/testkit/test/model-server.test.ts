import { connect } from "node:net";
import { expect, it } from "vitest";
import { type Answer, startModelServer } from "../src/index.js";
import { chat, eventsOf, HELLO, linesOf, ollama, post, serve } from "./client.js";

const CALL = { name: "read_file", arguments: { path: "a.txt" } };

it("streams reasoning, text and calls as chat completion chunks, and usage when it was asked for", async () => {
  const server = await serve({ answers: [{ reasoning: "Hm.", text: "I look.", calls: [CALL], chunk: 4 }] });
  const response = await chat(server, { ...HELLO, stream_options: { include_usage: true } });
  expect(response.headers.get("content-type")).toContain("text/event-stream");

  const events = eventsOf(await response.text());
  const delta = (value: object, finish: string | null = null) =>
    expect.objectContaining({ choices: [{ index: 0, delta: value, finish_reason: finish }] });
  const fragment = (text: string) => delta({ tool_calls: [{ index: 0, function: { arguments: text } }] });
  expect(events).toEqual([
    delta({ role: "assistant", content: "" }),
    delta({ reasoning_content: "Hm." }),
    delta({ content: "I lo" }),
    delta({ content: "ok." }),
    delta({
      tool_calls: [{ index: 0, id: "call_1_1", type: "function", function: { name: "read_file", arguments: "" } }],
    }),
    fragment('{"pa'),
    fragment('th":'),
    fragment('"a.t'),
    fragment('xt"}'),
    delta({}, "tool_calls"),
    expect.objectContaining({
      choices: [],
      usage: { prompt_tokens: expect.any(Number), completion_tokens: 7, total_tokens: expect.any(Number) },
    }),
    "[DONE]",
  ]);
});

it("sends no usage that nobody asked for, and no finish or end mark where the scenario has none", async () => {
  const server = await serve({ answers: [{ text: "Hi.", finish: null, done: false }] });
  const events = eventsOf(await (await chat(server)).text());
  expect(events).toHaveLength(2);
  expect(JSON.stringify(events)).not.toContain("usage");
});

it("answers a request that does not stream with one chat completion", async () => {
  const server = await serve({ answers: [{ text: "Hi.", reasoning: "Hm.", calls: [{ ...CALL, id: null }] }] });
  const response = await post(`${server.url}/v1/chat/completions`, HELLO);
  expect(await response.json()).toMatchObject({
    object: "chat.completion",
    model: "m",
    choices: [
      {
        message: {
          role: "assistant",
          content: "Hi.",
          reasoning_content: "Hm.",
          tool_calls: [{ type: "function", function: { name: "read_file", arguments: '{"path":"a.txt"}' } }],
        },
        finish_reason: "tool_calls",
      },
    ],
    usage: { completion_tokens: 6 },
  });
});

it("streams Ollama's lines unless told not to, with arguments as an object", async () => {
  const server = await serve({ answers: [{ reasoning: "Hm.", text: "I look.", calls: [CALL], chunk: 4, repeat: 2 }] });
  const streamed = linesOf(await (await ollama(server)).text());
  const call = { id: "call_1_1", function: { index: 0, name: "read_file", arguments: { path: "a.txt" } } };
  expect(streamed).toMatchObject([
    { message: { thinking: "Hm." }, done: false },
    { message: { content: "I lo" }, done: false },
    { message: { content: "ok." }, done: false },
    { message: { content: "", tool_calls: [call] }, done: false },
    { message: { content: "" }, done: true, done_reason: "stop", eval_count: 7 },
  ]);
  const whole = await (await ollama(server, { ...HELLO, stream: false })).json();
  expect(whole).toMatchObject({ message: { content: "I look.", thinking: "Hm." }, done: true });
});

it("sends parts in their order, raw frames as they are, pieces as they are listed", async () => {
  const server = await serve({
    answers: [
      {
        parts: [
          { text: ["a", "bc"] },
          { keepAlive: { count: 2 } },
          { event: { error: "odd" } },
          { raw: "data: {oops\n\n" },
        ],
        finish: null,
        done: false,
        chunk: 1,
      },
    ],
  });
  const body = await (await chat(server)).text();
  const contents = [...body.matchAll(/"content":"(\w+)"/g)].map(([, content]) => content);
  expect(contents).toEqual(["a", "bc"]);
  expect(body).toContain(': keep-alive\n\n: keep-alive\n\ndata: {"error":"odd"}\n\ndata: {oops\n\n');
});

it("never cuts a character in two when it cuts text into pieces", async () => {
  const server = await serve({ answers: [{ text: "a😀b😀", chunk: 2 }] });
  const body = await (await chat(server)).text();
  expect([...body.matchAll(/"content":"([^"]+)"/g)].map(([, content]) => content)).toEqual(["a😀", "b😀"]);
});

it("gives an answer with a match to the request like it, the others in order", async () => {
  const server = await serve({
    answers: [
      { text: "first" },
      { text: "title", match: { tools: false, contains: "title" }, conversation: "titles" },
      { text: "results", match: { lastContains: "42" } },
      (request) => ({ text: `number ${request.number}` }),
    ],
    prefix: "report",
  });
  const ask = async (content: string) => {
    const response = await chat(server, { model: "m", messages: [{ role: "user", content }] });
    return (await response.text()).match(/"content":"(\w[^"]*)"/)?.[1];
  };
  expect(await ask("go")).toBe("first");
  expect(server.answersLeft).toBe(3);
  expect(await ask("make a title")).toBe("title");
  expect(await ask("hello")).toBe("number 3");
  expect(await ask("it is 42")).toBe("results");
  expect(server.answersLeft).toBe(0);
});

it("says so with status 500 and a violation when no answer is left", async () => {
  const server = await serve({ answers: [] });
  const response = await chat(server);
  expect(response.status).toBe(500);
  expect(await response.text()).toContain("no answer left for request 1");
  expect(server.violations).toMatchObject([{ request: 1, rule: "no-answer-left" }]);
});

it("turns the throw of an answer function into status 500 with its message", async () => {
  const server = await serve({
    answers: [
      () => {
        throw new Error("cannot make that");
      },
    ],
  });
  expect(await (await chat(server)).text()).toContain("cannot make that");
});

it("says so when it cannot send what the scenario wants", async () => {
  const server = await serve({ answers: [{ text: "Hi.", headers: { "bad name": "x" } }, { text: "Hi." }] });
  const response = await chat(server);
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("bad name")]);
  expect(server.violations).toMatchObject([{ request: 1, rule: "server-error" }]);
  expect((await chat(server)).status).toBe(200);
});

it("records what it was sent and how each exchange ended", async () => {
  const server = await serve({ answers: [{ text: "Hi." }, { text: "x", fault: { end: "stall", at: "end-of-body" } }] });
  const first = server.waitForRequest(1);
  await (await chat(server, HELLO, { headers: { "content-type": "application/json", "x-mark": "yes" } })).text();
  const request = await first;
  expect(request).toMatchObject({ number: 1, wire: "chat-completions", path: "/v1/chat/completions" });
  expect(request.headers["x-mark"]).toBe("yes");
  expect(request.json.model).toBe("m");
  expect(request.messages).toEqual(HELLO.messages);
  expect(await request.ended).toBe("answered");

  const hangUp = new AbortController();
  const response = await chat(server, HELLO, { signal: hangUp.signal });
  expect(response.status).toBe(200);
  hangUp.abort();
  expect(await (await server.waitForRequest(2)).ended).toBe("client-closed");
});

it("calls a stall ended by whoever left first", async () => {
  const stall: Answer = { text: "x", fault: { end: "stall", at: "end-of-body", afterMs: 0 } };
  const server = await serve({ answers: [stall, stall] });
  const hangUp = new AbortController();
  const { body } = await chat(server, HELLO, { signal: hangUp.signal });
  await body?.getReader().read();
  hangUp.abort();
  expect(await server.requests[0]?.ended).toBe("client-closed");
  await chat(server);
  await server.close();
  expect(await server.requests[1]?.ended).toBe("server-closed");
});

it("plays a megabyte in deltas of four characters whole, to a reader that takes its time", async () => {
  const text = "0123456789abcdef".repeat(65_536);
  const server = await serve({ answers: [{ text, chunk: 4 }] });
  let read = 0;
  let joined = "";
  for await (const piece of (await chat(server)).body ?? []) {
    read += piece.length;
    joined += Buffer.from(piece).toString();
  }
  expect(read).toBeGreaterThan(40_000_000);
  const deltas = [...joined.matchAll(/"content":"([0-9a-f]+)"/g)].map(([, content]) => content ?? "");
  expect(deltas).toHaveLength(text.length / 4);
  expect(deltas.join("")).toBe(text);
});

it("keeps of a long session only as many requests as it is told to, and numbers them on", async () => {
  const server = await startModelServer({ scenario: { answers: [{ text: "Hi.", repeat: 4 }] }, keepRequests: 2 });
  for (let at = 0; at < 4; at++) await (await chat(server)).text();
  expect(server.requests.map(({ number, prefix }) => [number, prefix.share])).toEqual([
    [3, 1],
    [4, 1],
  ]);
  expect((await server.waitForRequest(4)).number).toBe(4);
  await expect(server.waitForRequest(2)).rejects.toMatchObject({ code: "no_such_request" });
  await server.close();
});

it("closes at once in the middle of an answer, and nothing listens afterwards", async () => {
  const server = await startModelServer({ scenario: { answers: [{ text: "a b c", chunk: 1, paceMs: 3_600_000 }] } });
  const response = await chat(server);
  const never = expect(server.waitForRequest(2)).rejects.toMatchObject({ code: "no_such_request" });
  const request = await server.waitForRequest(1);
  await server.close();
  await expect(response.text()).rejects.toThrow();
  await never;
  expect(await request.ended).toBe("server-closed");
  await expect(chat(server)).rejects.toThrow("fetch failed");
});

it("listens on the loopback address only, on the port it was given", async () => {
  const first = await startModelServer({ scenario: { answers: [{ text: "Hi." }] } });
  expect(new URL(first.url).hostname).toBe("127.0.0.1");
  const port = Number(new URL(first.url).port);
  await expect(startModelServer({ scenario: { answers: [] }, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  await first.close();
  const again = await serve({ answers: [{ text: "Hi." }] }, { port });
  expect(again.url).toBe(first.url);
  const refused = await new Promise((resolve) => {
    connect({ host: "127.0.0.2", port }).on("error", (error) => resolve("code" in error ? error.code : error));
  });
  expect(refused).toBe("ECONNREFUSED");
});
