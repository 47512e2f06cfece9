import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import type { Answer } from "../src/index.js";
import {
  anthropic,
  chat,
  codeOf,
  drain,
  eventsOf,
  HELLO,
  linesOf,
  ollama,
  outageClock,
  receive,
  serve,
} from "./client.js";

const WIRES = [
  ["chat completions", chat],
  ["ollama", ollama],
  ["anthropic", anthropic],
] as const;
const TEXT = "Grüße, 修复方法 😀.";
const RESETS = 20;

it("refuses the connection once it is closed", async () => {
  const server = await serve({ answers: [] });
  await server.close();
  await expect(chat(server)).rejects.toSatisfy((error) => codeOf(error) === "ECONNREFUSED");
});

it("resets before the headers", async () => {
  const server = await serve({ answers: [{ fault: { end: "reset", at: "before-headers" } }] });
  expect(await receive(server, "chat-completions").end).toBe("reset");
  expect(await server.requests[0]?.ended).toBe("fault");
});

it("closes before the headers without a word", async () => {
  const server = await serve({ answers: [{ fault: { end: "close", at: "before-headers" } }] });
  expect(await receive(server, "chat-completions").end).toBe("closed");
});

it.each([
  ["behind the headers", "after-headers", 0],
  ["in the middle of the body, after the bytes that were asked for", { byte: 1234 }, 1234],
] as const)("resets %s", async (_, at, length) => {
  const answer: Answer = { text: TEXT.repeat(100), chunk: 5, fault: { end: "reset", at }, repeat: "always" };
  const server = await serve({ answers: [answer] });
  const ends: string[] = [];
  // Only who has read all before sees the reset: a busy machine may have to look again.
  while (!ends.includes("reset") && ends.length < RESETS) {
    const { end, pieces } = receive(server, "chat-completions");
    ends.push(await end);
    expect(Buffer.concat(pieces)).toHaveLength(length);
  }
  expect(ends.join(" ")).toMatch(/^(closed )*reset$/);
});

it.each(WIRES)("cuts the body at any byte with a proper end (%s)", async (_, ask) => {
  const answer: Answer = { text: TEXT, chunk: 3, calls: [{ name: "a", arguments: {} }] };
  const whole = Buffer.from(await (await ask(await serve({ answers: [answer] }))).arrayBuffer());
  const cuts = Array.from({ length: 60 }, (_, index) => Math.floor((index * whole.length) / 60));
  const server = await serve({
    answers: cuts.map((byte) => ({ ...answer, fault: { end: "cut", at: { byte }, afterMs: 0 } })),
  });
  for (const byte of cuts) {
    const { pieces, error } = await drain(await ask(server));
    expect(error).toBeUndefined();
    // Only the number of the request, in ids, differs.
    expect(Buffer.concat(pieces)).toHaveLength(byte);
  }
});

it("closes where the body would end, without its end", async () => {
  const server = await serve({ answers: [{ text: "Hi.", fault: { end: "close", at: "end-of-body" } }] });
  const { end, pieces } = receive(server, "chat-completions");
  expect(await end).toBe("closed");
  expect(Buffer.concat(pieces).toString()).toMatch(/\[DONE\]\n\n$/);
});

it.each(WIRES.filter(([wire]) => wire !== "ollama"))(
  "stops after so many characters of content, counted over reasoning, text and arguments (%s)",
  async (_, ask) => {
    const answer: Answer = { reasoning: "abc", text: "defg", calls: [{ name: "t", arguments: { a: 1 } }], chunk: 2 };
    const contents = async (character: number) => {
      const server = await serve({ answers: [{ ...answer, fault: { end: "cut", at: { character } } }] });
      const body = await (await ask(server)).text();
      expect(body).not.toMatch(/\[DONE\]|message_stop|"finish_reason":"|"stop_reason":"/);
      const deltas = [
        ...body.matchAll(/"(?:reasoning_content|content|arguments|thinking|text|partial_json)":"((?:[^"\\]|\\.)*)"/g),
      ];
      return deltas.map(([, text]) => text).join("");
    };
    expect(await contents(0)).toBe("");
    expect(await contents(2)).toBe("ab");
    expect(await contents(5)).toBe("abcde");
    expect(await contents(10)).toBe('abcdefg{\\"a');
  },
);

it("sends what stands before the content when it stops at its first character", async () => {
  const answer: Answer = { parts: [{ keepAlive: {} }, { text: "Hi." }] };
  const server = await serve({ answers: [{ ...answer, fault: { end: "cut", at: { character: 0 } }, repeat: 3 }] });
  expect(await (await chat(server)).text()).toBe(": keep-alive\n\n");
  expect(linesOf(await (await ollama(server)).text())).toHaveLength(1);
  expect(await (await anthropic(server)).text()).toMatch(/^event: message_start\n.*\n\nevent: ping\n.*\n\n$/);
});

it("stalls with the socket open until the client hangs up", async () => {
  const server = await serve({ answers: [{ text: "Hi.", fault: { end: "stall", at: { character: 2 } } }] });
  const hangUp = new AbortController();
  const response = await chat(server, undefined, { signal: hangUp.signal });
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(Buffer.from(first?.value ?? []).toString()).toContain('"content":"Hi"');
  const next = reader?.read();
  hangUp.abort();
  await expect(next).rejects.toThrow("abort");
  expect(await server.requests[0]?.ended).not.toBe("answered");
});

it.each<[string, (typeof WIRES)[number][1], RegExp]>([
  ["chat completions", chat, /^(: keep-alive\n\n){3,}/],
  ["ollama", ollama, /^(\{[^\n]*"content":""\},"done":false\}\n){3,}/],
  ["anthropic", anthropic, /^(event: ping\ndata: \{"type": "ping"\}\n\n){3,}/],
])("keeps a client alive with nothing else for ever (%s)", async (_, ask, signs) => {
  const fault = { end: "keep-alives", at: "after-headers", everyMs: 1 } as const;
  const server = await serve({ answers: [{ text: "Hi.", fault }] });
  const hangUp = new AbortController();
  const response = await ask(server, HELLO, { signal: hangUp.signal });
  let body = "";
  for await (const piece of response.body ?? []) {
    body += Buffer.from(piece).toString();
    if (signs.test(body)) break;
  }
  hangUp.abort();
  expect(body).not.toContain("Hi.");
  expect(await server.requests[0]?.ended).toBe("client-closed");
});

it("sends an error in the stream after so many characters, its own or the scenario's, and ends properly", async () => {
  const fault = { end: "error", at: { character: 2 } } as const;
  const own: Answer = { text: "Hi there.", fault };
  const given: Answer = { text: "Hi there.", fault: { ...fault, error: { type: "error", error: "odd" } } };
  const server = await serve({ answers: [own, own, own, given] });
  const overloaded = { message: "Overloaded", type: "overloaded_error" };
  const onChat = eventsOf(await (await chat(server)).text());
  expect(onChat.slice(1)).toMatchObject([{ choices: [{ delta: { content: "Hi" } }] }, { error: overloaded }]);
  const onOllama = linesOf(await (await ollama(server)).text());
  expect(onOllama).toMatchObject([{ message: { content: "Hi" } }, { error: "Overloaded" }]);
  const body = await (await anthropic(server)).text();
  expect(body).not.toContain("content_block_stop");
  expect(body).toMatch(/\n\nevent: error\n[^\n]*\n\n$/);
  expect(eventsOf(body).at(-1)).toEqual({ type: "error", error: overloaded });
  expect(eventsOf(await (await anthropic(server)).text()).at(-1)).toEqual({ type: "error", error: "odd" });
});

it("sends bytes that are no HTTP in place of the status line, or of the next chunk", async () => {
  const server = await serve({
    answers: [
      { fault: { end: "garble", at: "before-headers" } },
      { text: "Hi.", fault: { end: "garble", at: { byte: 40 } } },
    ],
  });
  expect(await receive(server, "chat-completions").end).toMatch(/^HPE_/);
  const { end, pieces } = receive(server, "chat-completions");
  expect(await end).toMatch(/^HPE_/);
  expect(Buffer.concat(pieces)).toHaveLength(40);
});

it("refuses connections between two answers for as long as it is asked to, at one address", async () => {
  const pass = outageClock();
  const server = await serve({
    answers: [{ text: "one" }, { fault: { end: "refuse", forMs: 100 }, repeat: 2 }, { text: "two" }],
  });
  expect(server.answersLeft).toBe(2);
  expect(await (await chat(server)).text()).toContain("one");
  await server.requests[0]?.ended;
  await expect(chat(server)).rejects.toSatisfy((error) => codeOf(error) === "ECONNREFUSED");
  pass(199);
  await expect(fetch(`${server.url}/v1/models`)).rejects.toSatisfy((error) => codeOf(error) === "ECONNREFUSED");
  pass(1);
  await expect.poll(() => chat(server).then(({ status }) => status), { timeout: 10_000 }).toBe(200);
  expect(server.requests).toHaveLength(2);
  expect(server.answersLeft).toBe(0);
  expect(server.violations).toEqual([]);
});

it.skipIf(process.platform !== "linux")(
  "keeps its port while it is down, by a connection that comes from it",
  async () => {
    const server = await serve({ answers: [{ fault: { end: "refuse", forMs: 3_600_000 } }] });
    const port = Number(new URL(server.url).port).toString(16).toUpperCase().padStart(4, "0");
    // Local address, remote address, state: 01 is established. The system gives the port of such a one to nobody.
    const kept = new RegExp(`: 0100007F:${port} 0100007F:[0-9A-F]{4} 01 `);
    await expect.poll(() => readFile("/proc/net/tcp", "utf8"), { timeout: 10_000 }).toMatch(kept);
    await server.close();
    expect(await readFile("/proc/net/tcp", "utf8")).not.toMatch(kept);
  },
);

it("can be down from its start, and closed while it is down", async () => {
  const server = await serve({ answers: [{ fault: { end: "refuse", forMs: 3_600_000 } }, { text: "Hi." }] });
  await expect(chat(server)).rejects.toSatisfy((error) => codeOf(error) === "ECONNREFUSED");
  await server.close();
  const never = await serve({ answers: [{ fault: { end: "refuse", forMs: 1 }, repeat: "always" }] });
  await expect(chat(never)).rejects.toSatisfy((error) => codeOf(error) === "ECONNREFUSED");
});

// Elsewhere an address with a connection from it cannot be taken at all.
it.skipIf(process.platform !== "linux")("says so when its address was taken while it was down", async () => {
  const pass = outageClock();
  const server = await serve({ answers: [{ fault: { end: "refuse", forMs: 100 } }] });
  await serve({ answers: [] }, { port: Number(new URL(server.url).port) });
  pass(100);
  await expect.poll(() => server.violations, { timeout: 10_000 }).toMatchObject([{ rule: "server-error", request: 0 }]);
});

it("says so when a function wants to refuse the connection that is there", async () => {
  const late = await serve({ answers: [() => ({ fault: { end: "refuse", forMs: 1 } })] });
  const response = await chat(late);
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining("cannot refuse")]);
});

it.each(["gzip", "br"] as const)("compresses a body that a reader still sees piece by piece (%s)", async (encoding) => {
  const fault = { end: "stall", at: { character: 2 } } as const;
  const server = await serve({
    answers: [
      { text: TEXT, encoding },
      { text: "Hi.", encoding, fault },
    ],
  });
  const response = await chat(server);
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(await response.text()).toContain(TEXT);
  const hangUp = new AbortController();
  const stalled = await chat(server, HELLO, { signal: hangUp.signal });
  let body = "";
  for await (const piece of stalled.body ?? []) {
    body += Buffer.from(piece).toString();
    if (body.includes('"content":"Hi"')) break;
  }
  hangUp.abort();
  expect(body).toContain('"content":"Hi"');
});

it("gives a date in a header, so far from now, never too early", async () => {
  const server = await serve({ answers: [{ status: 429, headers: { "retry-after": { dateInMs: 5_000 } } }] });
  const askedAt = Date.now();
  const date = (await chat(server)).headers.get("retry-after") ?? "";
  expect(date).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/);
  expect(Date.parse(date)).toBeGreaterThanOrEqual(askedAt + 5_000);
});

it("limits by a script: so many refusals, and then it is well", async () => {
  const limited: Answer = { status: 429, headers: { "retry-after-ms": "20" }, body: { error: "slow down" }, repeat: 2 };
  const server = await serve({ answers: [limited, { text: "Hi." }] });
  const statuses: number[] = [];
  for (let i = 0; i < 3; i++) statuses.push((await chat(server)).status);
  expect(statuses).toEqual([429, 429, 200]);
});

it("sends nothing but keep-alives for as long as it is asked to", async () => {
  const answer: Answer = { parts: [{ keepAlive: { count: 3, everyMs: 1 } }], finish: null, done: false };
  const server = await serve({ answers: [answer, answer] });
  expect(await (await chat(server)).text()).toBe(": keep-alive\n\n".repeat(3));
  const lines = linesOf(await (await ollama(server)).text());
  expect(lines).toHaveLength(3);
  expect(lines).toEqual(
    Array(3).fill(expect.objectContaining({ message: { role: "assistant", content: "" }, done: false })),
  );
});

it("answers with any status, headers and body", async () => {
  const server = await serve({
    answers: [
      { status: 429, headers: { "retry-after": "20" }, body: { error: { message: "slow down" } } },
      { status: 502, headers: { "content-type": "text/html" }, body: "<html><h1>Bad gateway</h1></html>" },
      { status: 529 },
      { body: "" },
      { text: "Hi.", headers: { "content-type": "text/html; charset=utf-8" } },
    ],
  });
  const limited = await chat(server);
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "20"]);
  expect(limited.headers.get("content-type")).toBe("application/json");
  expect(await limited.json()).toEqual({ error: { message: "slow down" } });
  const page = await chat(server);
  expect([page.status, page.headers.get("content-type")]).toEqual([502, "text/html"]);
  expect(await page.text()).toBe("<html><h1>Bad gateway</h1></html>");
  const overloaded = await chat(server);
  expect([overloaded.status, await overloaded.text()]).toEqual([529, ""]);
  const empty = await chat(server);
  expect([empty.status, await empty.text()]).toEqual([200, ""]);
  const wrongType = await chat(server);
  expect(wrongType.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(eventsOf(await wrongType.text())).toContain("[DONE]");
});

it("waits before the headers, before the first byte and between pieces", async () => {
  const server = await serve({
    answers: [{ text: "abc", chunk: 1, headersAfterMs: 20, firstByteAfterMs: 20, paceMs: 20 }],
  });
  const startedAt = performance.now();
  const response = await chat(server);
  const headersAt = performance.now() - startedAt;
  const { pieces } = await drain(response);
  // Lower bounds only: a busy machine may take longer, never shorter. Timers may fire a millisecond early.
  expect(headersAt).toBeGreaterThan(18);
  expect(performance.now() - startedAt).toBeGreaterThan(95);
  expect(pieces.length).toBeGreaterThan(3);
});

it.each([1, 7, "inside-characters"] as const)("splits the body into writes (%s) that a reader sees", async (bytes) => {
  const server = await serve({ answers: [{ text: TEXT, bytes }] });
  const { pieces } = await drain(await chat(server));
  const body = Buffer.concat(pieces).toString();
  expect(body).toContain(TEXT);
  const brokenOff = pieces.filter((piece) => piece.toString().includes("\uFFFD"));
  expect(brokenOff.length).toBeGreaterThan(2);
});

it("reports no usage at all where the scenario has none", async () => {
  const server = await serve({ answers: [{ text: "Hi.", usage: null, repeat: 2 }] });
  const asked = { model: "m", messages: [{ role: "user", content: "Hi." }], stream_options: { include_usage: true } };
  expect(await (await chat(server, asked)).text()).not.toContain("usage");
  expect(await (await ollama(server)).text()).not.toContain("eval_count");
});
