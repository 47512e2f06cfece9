import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { connect, createServer as createSocketServer } from "node:net";
import { gzipSync } from "node:zlib";
import type { StreamChunk } from "@millrace/protocol";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ConnectedModel, createModelClient, type ModelChoice } from "../src/index.js";
import { EVENTS, errorOf, event, listen, STOP, said } from "./support/listen.js";
import { foldChunks } from "./support/read-answer.js";
import { request } from "./support/requests.js";
import { bodyOf, closed, deadAddress, serve, serveAnswer, signalled } from "./support/serve.js";

const open = (baseUrl: string, more: Partial<ModelChoice> = {}): ConnectedModel =>
  createModelClient({ model: "m", baseUrl, env: {}, ...more });

/** Asks one after the other, until it is enough or 20 times, and expects an answer each time. Returns how often. */
async function repeat(model: ConnectedModel, enough: () => boolean): Promise<number> {
  let requests = 0;
  while (requests < 20 && !enough()) {
    const { chunks, error } = await listen(model);
    expect(error).toBeUndefined();
    expect(chunks.at(-1)).toMatchObject({ type: "finish" });
    requests++;
    // Lets the connection settle.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return requests;
}

describe("an answer over HTTP", () => {
  test("arrives as it is sent, piece by piece", async () => {
    let next: ServerResponse | undefined;
    const url = await serve((_, response) => {
      response.writeHead(200, EVENTS).write(said("one"));
      next = response;
    });
    const stream = open(url).client.stream(request(), { signal: new AbortController().signal })[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual({ type: "text-delta", text: "one" });
    next?.write(said("two"));
    expect((await stream.next()).value).toEqual({ type: "text-delta", text: "two" });
    next?.end(STOP);
    expect((await stream.next()).value).toEqual({ type: "finish", reason: "stop", raw: "stop" });
    expect(await stream.next()).toEqual({ value: undefined, done: true });
  });

  test("is asked for with a body and headers of a gateway's client where they are given, and never without our key", async () => {
    const sent: { body: string; headers: IncomingHttpHeaders }[] = [];
    const url = await serve(async (asked, response) => {
      sent.push({ body: await bodyOf(asked), headers: asked.headers });
      response.writeHead(200, EVENTS).end(said("Hi") + STOP);
    });
    const verbatim = '{ "model": "m", "odd": [1.0] }';
    const headers = { "x-beta": "one", authorization: "Bearer theirs" };
    await listen(open(url, { apiKey: "ours" }), new AbortController().signal, request({ verbatim, headers }));
    expect(sent).toMatchObject([{ body: verbatim, headers: { "x-beta": "one", authorization: "Bearer ours" } }]);
  });

  test("may come again from a local server that was there before, and not from one that never was", async () => {
    const server = createServer((_, response) => response.writeHead(200, EVENTS).end(said("Hi") + STOP));
    const url = await serve(() => {}, server);
    const model = open(url);
    expect((await listen(model)).error).toBeUndefined();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    expect((await listen(model)).error).toMatchObject({
      kind: "network",
      retryable: true,
      remedy: expect.stringMatching(/gone now/),
    });
    expect((await listen(open(url))).error).toMatchObject({
      retryable: false,
      remedy: expect.stringMatching(/is not running/),
    });
  });

  test("is asked for with the query of the base URL, which nobody is shown", async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((incoming, response) => {
      asked.push(incoming.url);
      response.writeHead(401).end();
    });
    const model = open(`${url}/openai?api-version=1&key=hush`);
    const { error } = await listen(model);
    expect(asked).toEqual(["/openai/chat/completions?api-version=1&key=hush"]);
    expect(error).toMatchObject({ kind: "auth" });
    expect(JSON.stringify([model.address, error, String(error)])).not.toContain("hush");
  });

  test("is the same when every byte comes alone", async () => {
    const bytes = new TextEncoder().encode(said("修复 🚀") + STOP);
    const url = await serve(async (_, response) => {
      response.writeHead(200, EVENTS);
      for (const byte of bytes) await new Promise((sent) => response.write(Uint8Array.of(byte), sent));
      response.end();
    });
    const { chunks } = await listen(open(url));
    expect(foldChunks(chunks)).toMatchObject({ text: "修复 🚀", finish: "stop" });
  });

  test("may come as one JSON object, or compressed though nobody asked for it", async () => {
    const whole = JSON.stringify({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] });
    const json = await serveAnswer(200, { "content-type": "application/json" }, whole);
    expect(foldChunks((await listen(open(json))).chunks)).toMatchObject({ text: "Hi", finish: "stop" });
    const zipped = await serveAnswer(200, { ...EVENTS, "content-encoding": "gzip" }, gzipSync(said("Hi") + STOP));
    expect(foldChunks((await listen(open(zipped))).chunks)).toMatchObject({ text: "Hi", finish: "stop" });
  });

  test("of Ollama is read from its own address and wire", async () => {
    const asked: unknown[] = [];
    const url = await serve(async (incoming, response) => {
      asked.push(incoming.url, JSON.parse(await bodyOf(incoming)));
      response.end('{"message":{"content":"Hi"},"done":false}\n{"done":true,"done_reason":"stop"}\n');
    });
    const model = open(url, { model: "ollama/qwen3" });
    const { chunks } = await listen(model, undefined, request({ contextTokens: 9000 }));
    expect(foldChunks(chunks)).toMatchObject({ text: "Hi", finish: "stop" });
    expect(asked).toMatchObject(["/api/chat", { model: "qwen3", options: { num_ctx: 16_384 } }]);
  });

  test("is asked for with the key that was given, and with none otherwise", async () => {
    const keys: unknown[] = [];
    const url = await serve((incoming, response) => {
      keys.push(incoming.headers.authorization);
      response.writeHead(200, EVENTS).end(STOP);
    });
    await listen(open(url, { apiKey: "secret-key-1" }));
    await listen(open(url, { env: { OPENAI_API_KEY: "other" } }));
    expect(keys).toEqual(["Bearer secret-key-1", undefined]);
  });

  test("leaves the connection for later requests, also where the body ends after its end mark", async () => {
    const sockets = new Set<unknown>();
    const url = await serve((incoming, response) => {
      sockets.add(incoming.socket);
      response.writeHead(200, EVENTS).write(said("a") + STOP);
      setImmediate(() => response.end());
    });
    const requests = await repeat(open(url), () => false);
    expect(sockets.size).toBeLessThan(requests);
  });

  test("is asked for again on a new connection where the kept one was closed meanwhile", async () => {
    let stale = 0;
    const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ${STOP.length}\r\n\r\n${STOP}`;
    const server = createSocketServer((socket) => {
      let served = false;
      socket.on("error", () => {});
      socket.on("data", (data) => {
        if (!data.includes("POST")) return;
        if (served) {
          stale++;
          socket.destroy();
        } else socket.write(answer);
        served = true;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    await repeat(open(`http://127.0.0.1:${port}`), () => stale > 0);
    expect(stale).toBeGreaterThan(0);
  });

  test("that ends without a reason has no finish, and is no error", async () => {
    const url = await serveAnswer(200, EVENTS, said("half"));
    const { chunks, error } = await listen(open(url));
    expect(error).toBeUndefined();
    expect(chunks).toEqual([{ type: "text-delta", text: "half" }]);
  });
});

describe("a failure", () => {
  test("to connect to a local server says how to start it", async () => {
    const url = await deadAddress();
    const error = await errorOf(open(url, { model: "ollama/qwen3" }));
    expect(error).toMatchObject({ kind: "network", phase: "connect", retryable: false, provider: "ollama" });
    expect(error.remedy).toContain("ollama serve");
    expect(error.message).toContain(url);
  });

  test("to find the host names the address", async () => {
    const error = await errorOf(open("http://no-such-host.invalid/v1"));
    expect(error).toMatchObject({ kind: "network", phase: "connect" });
    expect(error.remedy).toContain("no-such-host.invalid");
    expect(error.remedy).not.toContain("prox");
  });

  test("with a page of HTML names the base URL and shows no markup", async () => {
    const url = await serveAnswer(
      200,
      { "content-type": "text/html" },
      "<html><title>Open WebUI</title><body>x</body></html>",
    );
    const error = await errorOf(open(url));
    expect(error).toMatchObject({ kind: "network", phase: "first-content", retryable: false });
    expect(error.message).toBe('The server answered 200 with a page titled "Open WebUI" instead of JSON');
    expect(error.remedy).toContain(`${url}/v1`);
  });

  test.each([
    ["plain words", "It works!", "It works!"],
    ["bytes without a meaning", new Uint8Array([7, 250, 3, 10, 200, 13, 10, 10]), ""],
    ["JSON of something else", '{"status":"ok","message":"Hello from nginx"}', "Hello from nginx"],
    ["JSON over several lines", '{\n  "service": "grafana"\n}\n', ""],
  ])("with %s asks for the base URL, and is not tried again", async (_, body, shown) => {
    const url = await serveAnswer(200, {}, body);
    for (const model of ["custom/m", "ollama/m"]) {
      const error = await errorOf(open(url, { model }));
      expect(error).toMatchObject({ kind: "network", phase: "first-content", retryable: false });
      expect(error.message).toContain("no answer of a model");
      expect(error.message).toContain(shown);
      expect(error.remedy).toContain(url);
      expect(error.remedy).toContain("base URL");
    }
  });

  test("with the answer of another wire asks for the base URL, too", async () => {
    const url = await serveAnswer(200, EVENTS, said("Hi"));
    expect((await errorOf(open(url, { model: "ollama/m" }))).remedy).toContain("base URL");
    const ollama = await serveAnswer(200, {}, '{"message":{"role":"assistant","content":"Hi"},"done":true}');
    expect((await errorOf(open(ollama))).remedy).toContain("base URL");
  });

  test("is no empty body: that is an answer that says nothing", async () => {
    const url = await serveAnswer(200, EVENTS, "");
    for (const model of ["custom/m", "ollama/m"]) {
      expect(await listen(open(url, { model }))).toEqual({ chunks: [{ type: "finish", reason: "unknown" }] });
    }
  });

  test("is not what a stream cut in its first line is: that is an answer without an end", async () => {
    for (const cut of ["d", "data", "data: {", "event: message\n", ": PING", '{"choi']) {
      expect((await listen(open(await serveAnswer(200, EVENTS, cut)))).error).toBeUndefined();
    }
  });

  test("with 401 is about the key, and does not show it", async () => {
    const url = await serveAnswer(401, {}, '{"error":{"message":"Incorrect API key provided: hush-hush-123"}}');
    const error = await errorOf(open(url, { apiKey: "hush-hush-123" }));
    expect(error).toMatchObject({ kind: "auth", phase: "first-byte", status: 401, retryable: false });
    expect(JSON.stringify([error.message, error.remedy, error.stack])).not.toContain("hush-hush-123");
    expect(error.remedy).toContain("--api-key-env");
  });

  test("with 429 names the wait the server asked for", async () => {
    const url = await serveAnswer(429, { "retry-after": "7" }, '{"error":{"message":"slow down"}}');
    expect(await errorOf(open(url))).toMatchObject({ kind: "rate_limit", retryable: true, retryAfterMs: 7000 });
  });

  test("with a quota used up names when it is renewed, and is not tried again", async () => {
    const body = {
      error: { type: "usage_limit_reached", message: "The usage limit has been reached", resets_in_seconds: 900 },
    };
    const error = await errorOf(open(await serveAnswer(429, {}, JSON.stringify(body))));
    expect(error).toMatchObject({ kind: "quota", retryable: false, resetMs: 900_000 });
    expect(error.remedy).toContain("It is renewed in 15 min.");
  });

  test("for want of the model says how to pull it", async () => {
    const url = await serveAnswer(404, {}, '{"error":"model \'qwen3:4b\' not found"}');
    const error = await errorOf(open(url, { model: "ollama/qwen3:4b" }));
    expect(error).toMatchObject({ kind: "invalid_request", retryable: false });
    expect(error.remedy).toContain("ollama pull qwen3:4b");
  });

  test("for want of tools is marked, so that calls in text can be tried", async () => {
    const url = await serveAnswer(400, {}, '{"error":"registry.ollama.ai/library/gemma3 does not support tools"}');
    expect(await errorOf(open(url, { model: "ollama/gemma3" }))).toMatchObject({
      kind: "invalid_request",
      toolsUnsupported: true,
    });
  });

  test("for a window that is too small names it", async () => {
    const body = { error: { type: "exceed_context_size_error", message: "too long", n_prompt_tokens: 9, n_ctx: 8 } };
    const url = await serveAnswer(400, {}, JSON.stringify(body));
    expect(await errorOf(open(url))).toMatchObject({ kind: "context_overflow", limitTokens: 8, usedTokens: 9 });
  });

  test("for a wrong path speaks of /v1, for a redirect of where it leads", async () => {
    expect((await errorOf(open(await serveAnswer(404, {}, "404 page not found")))).remedy).toContain("/v1");
    const moved = await errorOf(open(await serveAnswer(308, { location: "https://elsewhere/v1" }, "")));
    expect(moved.message).toContain("https://elsewhere/v1");
  });

  test("with an empty body still says what came", async () => {
    const error = await errorOf(open(await serveAnswer(400, {}, "")));
    expect(error).toMatchObject({ kind: "unknown", retryable: false, status: 400 });
    expect(error.message).toContain("400");
  });

  test("inside a stream comes after what was said before it", async () => {
    const url = await serveAnswer(
      200,
      EVENTS,
      said("half") + event({ error: { message: "upstream closed", code: 502 } }),
    );
    const { chunks, error } = await listen(open(url));
    expect(chunks).toEqual([{ type: "text-delta", text: "half" }]);
    expect(error).toMatchObject({ kind: "overloaded", phase: "stream", retryable: true, status: 502 });
  });

  test("of the connection before content, or after it, is told apart", async () => {
    const cut = (before: string) =>
      serve((_, response) => {
        response.writeHead(200, EVENTS).write(before, () => response.destroy());
      });
    const early = await listen(open(await cut(": hello\n\n")));
    expect(early.error).toMatchObject({ kind: "network", phase: "first-content", retryable: true });
    const late = await listen(open(await cut(said("half"))));
    expect(late.chunks).toEqual([{ type: "text-delta", text: "half" }]);
    expect(late.error).toMatchObject({ kind: "network", phase: "stream", retryable: true });
  });

  test("of the connection before any answer is a failure before the first byte", async () => {
    const url = await serve((incoming) => incoming.socket.destroy());
    expect(await errorOf(open(url))).toMatchObject({ kind: "network", phase: "first-byte", retryable: true });
  });

  test("of the connection behind the reason of the end has lost nothing", async () => {
    const url = await serve((_, response) => {
      response
        .writeHead(200, EVENTS)
        .write(said("all") + STOP.replace("data: [DONE]\n\n", ""), () => response.destroy());
    });
    const { chunks, error } = await listen(open(url));
    expect(error).toBeUndefined();
    expect(foldChunks(chunks)).toMatchObject({ text: "all", finish: "stop" });
  });

  test("to speak HTTP is told as that", async () => {
    const server = createSocketServer((socket) => socket.on("error", () => {}).end("SSH-2.0-OpenSSH\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const error = await errorOf(open(`http://127.0.0.1:${port}`));
    expect(error).toMatchObject({ kind: "network", retryable: false });
    expect(error.remedy).toContain("https://");
  });
});

describe("an abort", () => {
  const reason = new Error("the user pressed a key");

  test("before the request sends nothing", async () => {
    let asked = 0;
    const url = await serve((_, response) => {
      asked++;
      response.end();
    });
    expect(await listen(open(url), AbortSignal.abort(reason))).toEqual({ chunks: [], error: reason });
    expect(asked).toBe(0);
  });

  test("while waiting for the first byte throws its reason and closes the socket", async () => {
    const controller = new AbortController();
    const gone = signalled();
    const url = await serve(async (_, response) => {
      controller.abort(reason);
      await closed(response);
      gone.resolve();
    });
    expect((await listen(open(url), controller.signal)).error).toBe(reason);
    await gone.promise;
  });

  test.each([
    ["before content", ": wait\n\n"],
    ["in the middle of the stream", said("half")],
  ])("%s throws its reason, closes the socket, and nothing follows", async (_, before) => {
    const controller = new AbortController();
    const gone = signalled();
    const url = await serve(async (_incoming, response) => {
      response.writeHead(200, EVENTS).write(before);
      await closed(response);
      gone.resolve();
    });
    const chunks: StreamChunk[] = [];
    const reading = async () => {
      for await (const chunk of open(url).client.stream(request(), { signal: controller.signal })) {
        chunks.push(chunk);
        controller.abort(reason);
      }
    };
    await expect(reading()).rejects.toBe(reason);
    expect(chunks).toHaveLength(1);
    await gone.promise;
  });

  test("while the body of an error is read throws its reason", async () => {
    const controller = new AbortController();
    const url = await serve((_, response) => {
      response.writeHead(500).write("a");
      setImmediate(() => controller.abort(reason));
    });
    expect((await listen(open(url), controller.signal)).error).toBe(reason);
  });

  test("leaves no listener behind on a signal that outlives many requests", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...listener: Parameters<typeof add>) => {
      listeners++;
      add(...listener);
    };
    signal.removeEventListener = (...listener: Parameters<typeof remove>) => {
      listeners--;
      remove(...listener);
    };
    const url = await serveAnswer(200, EVENTS, STOP);
    for (let times = 0; times < 3; times++) await listen(open(url), signal);
    expect(listeners).toBe(0);
  });

  test("by leaving the stream closes the socket, so that the server stops generating", async () => {
    const gone = signalled();
    const url = await serve(async (_, response) => {
      response.writeHead(200, EVENTS).write(said("a"));
      await closed(response);
      gone.resolve();
    });
    for await (const chunk of open(url).client.stream(request(), { signal: new AbortController().signal })) {
      expect(chunk.type).toBe("text-delta");
      break;
    }
    await gone.promise;
  });

  test("while connecting throws its reason", async () => {
    // A queue of one that is full: further connections wait.
    const server = createServer();
    await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, resolve));
    const { port } = server.address() as { port: number };
    const held = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => {
      held.destroy();
      server.closeAllConnections();
      server.close();
    });
    const controller = new AbortController();
    const listening = listen(open(`http://127.0.0.1:${port}`), controller.signal);
    controller.abort(reason);
    expect((await listening).error).toBe(reason);
  });
});

test("a new connection is told when it is begun and when it stands, a kept one is not", async () => {
  const url = await serveAnswer(200, EVENTS, STOP);
  const phases = async () => {
    const told: string[] = [];
    const { signal } = new AbortController();
    const stream = open(url).client.stream(request(), { signal, onPhase: (phase) => told.push(phase) });
    for await (const chunk of stream) told.push(chunk.type);
    return told;
  };
  expect(await phases()).toEqual(["connect", "first-byte", "finish"]);
  // Lets the connection settle.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await phases()).toEqual(["finish"]);
});

describe("a connected model", () => {
  test.each([
    ["m", "openai-chat"],
    ["openai/m", "openai-responses"],
    ["ollama/m", "ollama-chat"],
    ["anthropic/m", "anthropic-messages"],
  ])("named %s says that it speaks %s", (model, wire) => {
    expect(open("http://127.0.0.1:9", { model }).wire).toBe(wire);
  });
});
