import { request } from "node:http";
import { InvalidOptionError } from "@millrace/protocol";
import { describe, expect, test } from "vitest";
import { startBridge } from "../../src/index.js";
import { ask, PATHS, start } from "./support/start.js";

/** The status of a request that names the bridge so; fetch would write the header itself. */
function askedAs(url: string, host: string, path = "/v1/models"): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers: { host } }, (response) => resolve(response.resume().statusCode))
      .on("error", reject)
      .end();
  });
}

describe("a bridge with a token", () => {
  test.each([
    ["authorization: Bearer", { authorization: "Bearer mill-wheel-42" }],
    ["x-api-key", { "x-api-key": "mill-wheel-42" }],
  ])("answers whoever sends it as %s", async (_, headers) => {
    const { bridge } = await start([{ text: "Hello.", repeat: 3 }], { token: "mill-wheel-42" });
    for (const path of PATHS) expect((await ask(bridge, path, { headers })).status).toBe(200);
  });

  test.each([
    ["none", {}],
    ["a wrong one", { authorization: "Bearer mill-wheel-43" }],
    ["only its beginning", { "x-api-key": "mill-wheel" }],
    ["the token without the word Bearer", { authorization: "mill-wheel-42" }],
  ])("turns whoever has %s down, in the format of each client, and asks nobody", async (_, headers) => {
    const { bridge, upstream, summaries } = await start([{ text: "Hello." }], { token: "mill-wheel-42" });
    const chat = await ask(bridge, "/v1/chat/completions", { headers });
    expect(chat.status).toBe(401);
    expect(chat.headers.get("www-authenticate")).toBe("Bearer");
    expect(await chat.json()).toMatchObject({ error: { message: expect.stringContaining("token") } });
    const messages = await ask(bridge, "/v1/messages", { headers });
    expect(messages.status).toBe(401);
    expect(await messages.json()).toMatchObject({ type: "error", error: { type: "authentication_error" } });
    const responses = await ask(bridge, "/v1/responses", { headers });
    expect(responses.status).toBe(401);
    expect(await responses.json()).toMatchObject({ error: { message: expect.stringContaining("token") } });
    for (const path of ["/v1/models", "/metrics", "/healthz?upstream=1"]) {
      expect((await fetch(`${bridge.url}${path}`, { headers })).status).toBe(401);
    }
    expect(upstream.requests).toHaveLength(0);
    expect(JSON.stringify(summaries)).not.toContain("mill-wheel");
  });

  test("says to anybody that it runs, and only to those with the token what is behind it", async () => {
    const { bridge } = await start([], { token: "mill-wheel-42", version: "1.2.3" });
    const health = `${bridge.url}/healthz`;
    expect(await (await fetch(health)).json()).toEqual({ status: "ok", version: "1.2.3" });
    const known = await fetch(health, { headers: { "x-api-key": "mill-wheel-42" } });
    expect(await known.json()).toMatchObject({ upstream: { provider: "custom" } });
  });

  test("may be asked by any name", async () => {
    const { bridge } = await start([], { token: "mill-wheel-42" });
    expect(await askedAs(bridge.url, "mill.example", "/healthz")).toBe(200);
  });
});

describe("a bridge without a token", () => {
  test("refuses to listen for other machines, and names what to give", async () => {
    const options = { upstream: "http://127.0.0.1:9/v1", host: "0.0.0.0" };
    await expect(startBridge(options)).rejects.toThrow(InvalidOptionError);
    await expect(startBridge(options)).rejects.toThrow(/`token`.*`insecure`/);
  });

  test("listens for other machines where it was told that this is meant", async () => {
    const { bridge } = await start([{ text: "Hello." }], { host: "0.0.0.0", insecure: true });
    const url = bridge.url.replace("0.0.0.0", "127.0.0.1");
    expect(await askedAs(url, "mill.example")).toBe(200);
  });

  test.each(["localhost", "127.0.0.1", "127.8.8.8", "[::1]", "LOCALHOST", "mill.localhost"])(
    "answers to the name %s",
    async (name) => {
      const { bridge } = await start([]);
      expect(await askedAs(bridge.url, `${name}:${new URL(bridge.url).port}`)).toBe(200);
    },
  );

  test.each(["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.0.7", "0.0.0.0"])(
    "turns a request down that was made to the name %s: a page pointed its own name at this machine",
    async (name) => {
      const { bridge, summaries } = await start([]);
      expect(await askedAs(bridge.url, name)).toBe(403);
      expect(summaries).toMatchObject([
        { end: "failed", status: 403, failure: { message: expect.stringContaining(name) } },
      ]);
    },
  );
});

describe("web pages", () => {
  test.each([
    "https://evil.example",
    "null",
    "http://localhost.evil.example",
    "file://",
    "http://127.0.0.1.evil.example",
  ])("those of %s are turned down, and may not even read why", async (origin) => {
    const { bridge, upstream } = await start([{ text: "Hello." }]);
    for (const path of PATHS) {
      const answer = await ask(bridge, path, { headers: { origin } });
      expect(answer.status).toBe(403);
      expect(answer.headers.has("access-control-allow-origin")).toBe(false);
    }
    const preflight = await fetch(`${bridge.url}/v1/messages`, { method: "OPTIONS", headers: { origin } });
    expect(preflight.status).toBe(403);
    expect(upstream.requests).toHaveLength(0);
  });

  test.each([
    ["of this machine", "http://localhost:3000", []],
    ["that are allowed", "https://chat.example", ["https://chat.example/"]],
    ["that are allowed, their usual port said", "https://chat.example", ["https://Chat.example:443"]],
    ["of applications that are allowed", "app://obsidian.md", ["app://obsidian.md"]],
    ["of any kind where all are allowed", "null", ["*"]],
  ])("those %s may ask, without a token in the preflight, and read the answer", async (_, origin, allowOrigins) => {
    const { bridge } = await start([{ text: "Hello." }], { allowOrigins, token: "mill-wheel-42" });
    const preflight = await fetch(`${bridge.url}/v1/chat/completions`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,x-odd",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization,x-odd");
    const headers = { origin, authorization: "Bearer mill-wheel-42" };
    const answer = await ask(bridge, "/v1/chat/completions", { headers, stream: true });
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(await answer.text()).toContain("Hello.");
    // Errors, too: a page that may ask may read why not.
    const refused = await ask(bridge, "/v1/chat/completions", { headers: { origin } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, origin]);
  });

  test("a client that is no page gets no headers for pages", async () => {
    const { bridge } = await start([{ text: "Hello." }]);
    const answer = await ask(bridge);
    expect(answer.headers.has("access-control-allow-origin")).toBe(false);
  });
});

test.each(["", "  ", "schl\u00fcssel", "two\nlines", "\u{1F511}"])(
  "a token that is as good as none, or that no client can send, is no token: %j",
  async (token) => {
    await expect(startBridge({ upstream: "http://127.0.0.1:9", env: {}, token })).rejects.toThrow(
      "The token of clients",
    );
  },
);
