import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Answer } from "@millrace/testkit";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startBridge } from "../../src/index.js";
import { head, rawClient } from "./support/raw-client.js";
import { ask, deferred, PATHS, QUESTIONS, start } from "./support/start.js";

/** What would have ended a process that does not look. */
const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);

beforeAll(() => {
  process.on("unhandledRejection", note);
  process.on("uncaughtException", note);
});
afterAll(() => {
  process.off("unhandledRejection", note);
  process.off("uncaughtException", note);
  expect(unhandled).toEqual([]);
});

const FOREVER = 600_000;

describe("a client that hangs up", () => {
  const STAGES: [string, Answer, RegExp | undefined][] = [
    ["before the upstream's headers", { text: "Hello.", headersAfterMs: FOREVER }, undefined],
    ["before its first byte", { text: "Hello.", firstByteAfterMs: FOREVER }, undefined],
    ["while it only shows life", { parts: [{ keepAlive: { count: 100_000, everyMs: 20 } }] }, undefined],
    ["in the middle of the answer", { parts: [{ text: "Hello, " }, { waitMs: FOREVER }] }, /Hello/],
    ["in the middle of a call", { parts: [{ text: "<read_file>\n<path>src/ma" }, { waitMs: FOREVER }] }, /src/],
  ];
  const TOOLS = {
    "/v1/chat/completions": [
      {
        type: "function",
        function: { name: "read_file", parameters: { type: "object", properties: { path: { type: "string" } } } },
      },
    ],
    "/v1/messages": [{ name: "read_file", input_schema: { type: "object", properties: { path: { type: "string" } } } }],
    "/v1/responses": [
      { type: "function", name: "read_file", parameters: { type: "object", properties: { path: { type: "string" } } } },
    ],
  };

  for (const path of PATHS) {
    test.each(STAGES)(`ends the upstream's request, too: ${path}, %s`, async (_, answer, shown) => {
      const { bridge, upstream, summary } = await start([answer], { mode: "text", dialect: "cline" });
      const client = rawClient(bridge.url);
      const body = JSON.stringify({ ...QUESTIONS[path], tools: TOOLS[path], stream: true });
      client.send(head(path, { "content-length": Buffer.byteLength(body) }) + body);
      const request = await upstream.waitForRequest(1);
      if (shown) await client.until(shown);
      client.socket.destroy();
      expect(await request.ended).toBe("client-closed");
      expect(await summary).toMatchObject({ end: "client-closed" });
      expect(upstream.requests).toHaveLength(1);
    });
  }

  test("while a whole answer is awaited ends the upstream's request, too", async () => {
    const { bridge, upstream, summary } = await start([{ parts: [{ text: "Hello, " }, { waitMs: FOREVER }] }]);
    const hangUp = new AbortController();
    const answer = ask(bridge, "/v1/messages", { signal: hangUp.signal });
    const request = await upstream.waitForRequest(1);
    hangUp.abort();
    await expect(answer).rejects.toThrow();
    expect(await request.ended).toBe("client-closed");
    expect(await summary).toMatchObject({ end: "client-closed", status: 499 });
  });

  test("before its request was whole has asked for nothing", async () => {
    const { bridge, upstream, summary } = await start([{ text: "Hello." }]);
    const client = rawClient(bridge.url);
    client.send(`${head("/v1/messages", { "content-length": 1_000 })}{"model": "m", "mess`);
    await once(client.socket, "connect");
    client.socket.end();
    expect(await summary).toMatchObject({ end: "failed", status: 400 });
    client.socket.destroy();
    expect((await ask(bridge)).status).toBe(200);
    expect(upstream.requests).toHaveLength(1);
  });
});

describe("a client that sends garbage", () => {
  test.each([
    ["no HTTP", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\r\n\r\n"],
    ["no path", "POST\r\n\r\n"],
    ["a length that is none", head("/v1/messages", { "content-length": "twelve" })],
    ["two lengths", `${head("/v1/messages", { "content-length": 4 }).slice(0, -2)}content-length: 5\r\n\r\n{}  `],
    [
      "a length and pieces",
      `${head("/v1/messages", { "content-length": 4, "transfer-encoding": "chunked" })}0\r\n\r\n`,
    ],
    ["pieces that are none", `${head("/v1/messages", { "transfer-encoding": "chunked" })}zz\r\n`],
    ["headers without end", `POST /v1/messages HTTP/1.1\r\nhost: localhost\r\n${"x-a: b\r\n".repeat(20_000)}`],
    ["a path of another kind", `GET /%ff%00/..\\..\\etc HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`],
    ["no host", "GET /v1/models HTTP/1.1\r\nconnection: close\r\n\r\n"],
    ["a host that is none", "GET /v1/models HTTP/1.1\r\nhost: a b@c:99999\r\nconnection: close\r\n\r\n"],
    ["an old version", "GET /v1/models HTTP/1.0\r\n\r\n"],
    [
      "an upgrade",
      "GET /v1/responses HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n",
    ],
    ["a tunnel", "CONNECT evil.example:443 HTTP/1.1\r\nhost: evil.example\r\n\r\n"],
  ])("is answered or cut off, and others are served: %s", async (_, garbage) => {
    const { bridge, upstream } = await start([{ text: "Hello." }]);
    const client = rawClient(bridge.url);
    client.send(garbage);
    await client.ended;
    expect(upstream.requests).toHaveLength(0);
    expect((await ask(bridge)).status).toBe(200);
  });

  test("behind a good request gets that answered, and is cut off", async () => {
    const { bridge } = await start([{ text: "Hello.", repeat: 2 }]);
    const client = rawClient(bridge.url);
    const body = JSON.stringify(QUESTIONS["/v1/chat/completions"]);
    client.send(`${head("/v1/chat/completions", { "content-length": body.length })}${body}GARBAGE \r\n\r\n`);
    await client.ended;
    expect((await ask(bridge)).status).toBe(200);
  });

  test("that names a model at length is told so, and its name is not kept", async () => {
    const { bridge, upstream, summary } = await start([{ text: "Hello." }]);
    const body = JSON.stringify({ ...QUESTIONS["/v1/chat/completions"], model: "m".repeat(5_000) });
    const answer = await ask(bridge, "/v1/chat/completions", { body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { param: "model" } });
    expect(await summary).toMatchObject({ model: "", status: 400 });
    expect(upstream.requests).toHaveLength(0);
  });

  test("several requests at once on one connection are answered in order", async () => {
    const { bridge } = await start([{ text: "First." }, { text: "Second." }]);
    const client = rawClient(bridge.url);
    const body = JSON.stringify(QUESTIONS["/v1/chat/completions"]);
    const request = `${head("/v1/chat/completions", { "content-length": body.length })}${body}`;
    client.send(request + request);
    const got = await client.until(/Second/);
    expect(got.indexOf("First.")).toBeGreaterThan(0);
    expect(got.indexOf("First.")).toBeLessThan(got.indexOf("Second."));
  });
});

describe("a client that does not read", () => {
  test("holds the upstream up: little piles up on the way, and nothing is lost", async () => {
    const total = 768;
    const text = "x".repeat(65_536);
    let taken = 0;
    const isHeld = deferred<void>();
    const upstream = createServer((incoming, response) => {
      incoming.resume();
      // What the model is like, nobody knows here.
      if (incoming.method !== "POST") {
        response.writeHead(404).end();
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      // The other client's request.
      if (taken > 0) {
        for (let piece = 0; piece < 16; piece++) response.write(delta(text));
        response.end(delta("", "stop"));
        return;
      }
      const go = () => {
        while (taken < total) {
          taken++;
          if (!response.write(delta(text))) {
            response.once("drain", go);
            isHeld.resolve();
            return;
          }
        }
        response.end(delta("", "stop"));
      };
      go();
    }).listen(0, "127.0.0.1");
    await once(upstream, "listening");
    const { port } = upstream.address() as AddressInfo;
    const bridge = await startBridge({ upstream: `http://127.0.0.1:${port}/v1` });
    onTestFinished(async () => {
      upstream.closeAllConnections();
      upstream.close();
      await bridge.close({ graceMs: 0 });
    });

    const slow = await ask(bridge, "/v1/chat/completions", { stream: true });
    const reader = slow.body?.getReader();
    await reader?.read();
    await isHeld.promise;
    // A megabyte for somebody else passes meanwhile: whatever could move on has moved on by then.
    const quick = await ask(bridge, "/v1/messages", { stream: true });
    expect((await quick.text()).length).toBeGreaterThan(16 * text.length);
    expect(taken).toBeLessThan(total / 2);

    let length = 0;
    for (let step = await reader?.read(); step?.value; step = await reader?.read()) length += step.value.length;
    expect(length).toBeGreaterThan((total - 2) * text.length);
    expect(taken).toBe(total);
  });
});

function delta(content: string, finish: string | null = null): string {
  return `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`;
}
