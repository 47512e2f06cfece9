import { expect, it } from "vitest";
import type { Answer } from "../src/index.js";
import { chat, codeOf, drain, eventsOf, linesOf, ollama, serve } from "./client.js";

const TEXT = "Grüße, 修复方法 😀.";

it("refuses the connection once it is closed", async () => {
  const server = await serve({ answers: [] });
  await server.close();
  await expect(chat(server)).rejects.toSatisfy((error) => codeOf(error) === "ECONNREFUSED");
});

it("resets before the headers", async () => {
  const server = await serve({ answers: [{ fault: { end: "reset", at: "before-headers" } }] });
  await expect(chat(server)).rejects.toSatisfy((error) => codeOf(error) === "ECONNRESET");
  expect(await server.requests[0]?.ended).toBe("fault");
});

it("closes before the headers without a word", async () => {
  const server = await serve({ answers: [{ fault: { end: "close", at: "before-headers" } }] });
  await expect(chat(server)).rejects.toSatisfy((error) => codeOf(error) === "UND_ERR_SOCKET");
});

it("resets behind the headers and in the middle of the body, after the bytes that were asked for", async () => {
  const answer: Answer = { text: TEXT.repeat(100), chunk: 5 };
  const server = await serve({
    answers: [
      { ...answer, fault: { end: "reset", at: "after-headers" } },
      { ...answer, fault: { end: "reset", at: { byte: 1234 } } },
    ],
  });
  const early = await drain(await chat(server));
  expect(early.pieces).toEqual([]);
  expect(codeOf(early.error)).toBe("ECONNRESET");
  const late = await drain(await chat(server));
  expect(Buffer.concat(late.pieces)).toHaveLength(1234);
  expect(codeOf(late.error)).toBe("ECONNRESET");
});

it.each(["chat", "ollama"] as const)("cuts the body at any byte with a proper end (%s)", async (wire) => {
  const ask = wire === "chat" ? chat : ollama;
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
  const { pieces, error } = await drain(await chat(server));
  expect(Buffer.concat(pieces).toString()).toMatch(/\[DONE\]\n\n$/);
  expect(codeOf(error)).toBe("UND_ERR_SOCKET");
});

it("stops after so many characters of content, counted over reasoning, text and arguments", async () => {
  const answer: Answer = { reasoning: "abc", text: "defg", calls: [{ name: "t", arguments: { a: 1 } }], chunk: 2 };
  const contents = async (character: number) => {
    const server = await serve({ answers: [{ ...answer, fault: { end: "cut", at: { character } } }] });
    const body = await (await chat(server)).text();
    expect(body).not.toContain("[DONE]");
    expect(body).not.toMatch(/"finish_reason":"/);
    const deltas = [...body.matchAll(/"(?:reasoning_content|content|arguments)":"((?:[^"\\]|\\.)*)"/g)];
    return deltas.map(([, text]) => text).join("");
  };
  expect(await contents(0)).toBe("");
  expect(await contents(2)).toBe("ab");
  expect(await contents(5)).toBe("abcde");
  expect(await contents(10)).toBe('abcdefg{\\"a');
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
