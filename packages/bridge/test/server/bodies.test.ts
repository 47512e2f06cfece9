import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { head, rawClient } from "./support/raw-client.js";
import { ask, PATHS, QUESTIONS, start } from "./support/start.js";

const QUESTION = JSON.stringify(QUESTIONS["/v1/chat/completions"]);

describe("a body that is too long", () => {
  test.each(PATHS)("is refused at once by its length, before any of it was sent to %s", async (path) => {
    const { bridge, summaries } = await start([]);
    const client = rawClient(bridge.url);
    client.send(head(path, { "content-length": 64 * 1024 * 1024 + 1 }));
    const answer = await client.until(/\}$/);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(path === "/v1/messages" ? '"type":"request_too_large"' : '"error":{"message"');
    expect(summaries).toMatchObject([{ status: 413, failure: { kind: "too_large" } }]);
    // The rest is not waited for.
    await client.ended;
  });

  test("is read away behind the answer: a client that is still sending would not see it on a closed connection", async () => {
    const { bridge } = await start([{ text: "Hello." }], { maxBodyBytes: 1024 });
    const client = rawClient(bridge.url);
    client.send(`${head("/v1/chat/completions", { "content-length": 2000 })}${"x".repeat(500)}`);
    expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 413 /);
    client.send("x".repeat(1500));
    client.send(`${head("/v1/chat/completions", { "content-length": QUESTION.length })}${QUESTION}`);
    expect(await client.until(/Hello\./)).toContain("HTTP/1.1 200 OK");
  });

  test("is not asked for where the client asks first", async () => {
    const { bridge } = await start([]);
    const client = rawClient(bridge.url);
    client.send(head("/v1/messages", { "content-length": 1e12, expect: "100-continue" }));
    expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("one that is short enough is asked for", async () => {
    const { bridge } = await start([{ text: "Hello." }]);
    const client = rawClient(bridge.url);
    client.send(head("/v1/chat/completions", { "content-length": QUESTION.length, expect: "100-continue" }));
    await client.until(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    client.send(QUESTION);
    expect(await client.until(/Hello\./)).toContain("HTTP/1.1 200 OK");
  });

  test("is refused when it has become too long, where its length was not said", async () => {
    const { bridge } = await start([], { maxBodyBytes: 128 * 1024 });
    const client = rawClient(bridge.url);
    client.send(head("/v1/responses", { "transfer-encoding": "chunked" }));
    const chunk = `${(50_000).toString(16)}\r\n${"x".repeat(50_000)}\r\n`;
    for (let sent = 0; sent < 3; sent++) client.send(chunk);
    expect(await client.until(/\}$/)).toMatch(/^HTTP\/1\.1 413 .*longer than 0\.125 MiB/s);
  });

  test("takes one that is exactly as long as it may be", async () => {
    const { bridge } = await start([{ text: "Hello.", repeat: 2 }], { maxBodyBytes: QUESTION.length });
    expect((await ask(bridge, "/v1/chat/completions", { body: QUESTION })).status).toBe(200);
    expect((await ask(bridge, "/v1/chat/completions", { body: `${QUESTION} ` })).status).toBe(413);
  });
});

describe("an encoded body", () => {
  test.each([
    ["gzip", gzipSync(QUESTION)],
    ["GZIP", gzipSync(QUESTION)],
    ["deflate", deflateSync(QUESTION)],
    ["br", brotliCompressSync(QUESTION)],
    ["identity", Buffer.from(QUESTION)],
  ])("is read: %s", async (encoding, body) => {
    const { bridge, upstream } = await start([{ text: "Hello." }]);
    const answer = await ask(bridge, "/v1/chat/completions", {
      body: new Uint8Array(body),
      headers: { "content-encoding": encoding },
    });
    expect(answer.status).toBe(200);
    expect(upstream.requests[0]?.body).toContain("Hi");
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(20_000_000, " "))],
    ["deflate", deflateSync(Buffer.alloc(20_000_000, " "))],
    ["br", brotliCompressSync(Buffer.alloc(20_000_000, " "))],
  ])("that is small, but too long when decoded, is refused: %s", async (encoding, body) => {
    const { bridge } = await start([], { maxBodyBytes: 1_000_000 });
    expect(body.length).toBeLessThan(100_000);
    const answer = await ask(bridge, "/v1/messages", {
      body: new Uint8Array(body),
      headers: { "content-encoding": encoding },
    });
    expect(answer.status).toBe(413);
  });

  test("that is not what it says it is gets a clear error", async () => {
    const { bridge } = await start([]);
    const answer = await ask(bridge, "/v1/messages", { body: QUESTION, headers: { "content-encoding": "gzip" } });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("not gzip");
  });

  test("of another kind is refused, and what is taken is named", async () => {
    const { bridge } = await start([]);
    const answer = await ask(bridge, "/v1/responses", { body: "anything", headers: { "content-encoding": "zstd" } });
    expect(answer.status).toBe(415);
    expect(answer.headers.get("accept-encoding")).toBe("gzip, deflate, br");
    expect(await answer.text()).toContain("zstd");
  });
});

describe("a body that is no JSON object", () => {
  test.each([
    ['{"model": "x",\n  "messages": [1 2]}', "line 2, column 18: comma expected"],
    ['{"model": xyz}', "line 1, column 11: invalid symbol"],
    ['{"model": "a', "line 1, column 11: unexpected end of string"],
    ['{"a":1', "close brace expected"],
    ["{'a':1}", "line 1, column 2"],
    ["// a comment\n{}", "line 1, column 1: invalid comment token"],
    ["[".repeat(200_000), "it nests too deeply"],
    ["", "is empty"],
    ["  \n", "is empty"],
    ["[]", "not an object"],
    ["null", "not an object"],
    ['"text"', "not an object"],
  ])("says where it is wrong: %#", async (body, words) => {
    const { bridge } = await start([]);
    for (const path of PATHS) {
      const answer = await ask(bridge, path, { body });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(words);
    }
  });

  test("is not quoted in the records", async () => {
    const { bridge, summaries } = await start([]);
    await ask(bridge, "/v1/messages", { body: '{"secret words": swordfish}' });
    expect(summaries).toHaveLength(1);
    expect(JSON.stringify(summaries)).not.toMatch(/secret words|swordfish/);
  });

  test.each([600, 500_000])("is refused where it is nested %i levels deep", async (levels) => {
    const { bridge } = await start([{ text: "Hello." }]);
    const deep = `{"model":"m","messages":[{"role":"user","content":"Hi"}],"x":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    const answer = await ask(bridge, "/v1/chat/completions", { body: deep });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("nested deeper than 512 levels");
    expect((await ask(bridge)).status).toBe(200);
  });
});
