import type { IncomingHttpHeaders, RequestListener } from "node:http";
import { createServer } from "node:https";
import { createServer as createSocketServer, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  CERTIFICATES,
  type ProxyOptions,
  SERVER_TLS,
  startProxy,
  type TestProxy,
} from "../../../../test/support/proxy.js";
import { type ConnectedModel, createModelClient, findLocalServers, type ModelChoice } from "../../src/index.js";
import { EVENTS, errorOf, listen, STOP, said, textOf } from "../support/listen.js";
import { foldChunks } from "../support/read-answer.js";
import { deadAddress, serve, signalled } from "../support/serve.js";

const answer: RequestListener = (_, response) => response.writeHead(200, EVENTS).end(said("Hi") + STOP);
const overTls = (handler: RequestListener = answer) => serve(handler, createServer(SERVER_TLS));

async function proxyTo(to: string, more: Omit<ProxyOptions, "to"> = {}): Promise<TestProxy> {
  const proxy = await startProxy({ to, ...more });
  onTestFinished(() => proxy.close());
  return proxy;
}

/** A model that only a proxy can reach: nothing knows its name. */
const open = (proxy: string, scheme: "http" | "https", more: Partial<ModelChoice> = {}): ConnectedModel =>
  createModelClient({
    model: "m",
    baseUrl: `${scheme}://models.example/v1`,
    caFile: CERTIFICATES.authority,
    env: { ALL_PROXY: proxy },
    ...more,
  });

const withCredentials = (proxy: string) => proxy.replace("//", "//me:hush%20hush%20hush@");
const credentialsOf = (headers: IncomingHttpHeaders | undefined) =>
  Buffer.from(headers?.["proxy-authorization"]?.replace("Basic ", "") ?? "", "base64").toString();

describe.each([
  ["an http proxy", {}],
  ["an https proxy", { secure: true as const }],
])("through %s", (_, kind) => {
  test("an https server is reached by a tunnel, which is kept", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const proxy = await proxyTo(
      await overTls((incoming, response) => {
        seen.push(incoming.headers);
        answer(incoming, response);
      }),
      kind,
    );
    const model = open(withCredentials(proxy.url), "https", { apiKey: "the-key-1" });
    // Until a connection was free in time to be used again.
    for (let times = 0; times < 20 && proxy.asked.length === seen.length; times++) {
      expect(await textOf(model)).toBe("Hi");
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(new Set(["CONNECT models.example:443"]));
    expect(proxy.asked.length).toBeLessThan(seen.length);
    expect(credentialsOf(proxy.asked[0]?.headers)).toBe("me:hush hush hush");
    // Neither sees what is the other's.
    expect(proxy.asked[0]?.headers.authorization).toBeUndefined();
    expect(seen[0]).toMatchObject({ host: "models.example", authorization: "Bearer the-key-1" });
    expect(seen[0]?.["proxy-authorization"]).toBeUndefined();
  });

  test("an http server is reached by its whole address", async () => {
    const proxy = await proxyTo(await serve(answer), kind);
    expect(await textOf(open(withCredentials(proxy.url), "http"))).toBe("Hi");
    expect(proxy.asked.map(({ line }) => line)).toEqual(["POST http://models.example/v1/chat/completions"]);
    expect(proxy.asked[0]?.headers.host).toBe("models.example");
    expect(credentialsOf(proxy.asked[0]?.headers)).toBe("me:hush hush hush");
  });

  test.each(["http", "https"] as const)("an answer over %s arrives as it is sent", async (scheme) => {
    const more = signalled();
    const handler: RequestListener = async (_, response) => {
      response.writeHead(200, EVENTS).write(said("one"));
      await more.promise;
      response.end(said("two") + STOP);
    };
    const proxy = await proxyTo(await (scheme === "http" ? serve(handler) : overTls(handler)), kind);
    const heard: unknown[] = [];
    for await (const chunk of open(proxy.url, scheme).client.stream(
      { system: "", messages: [], tools: [] },
      { signal: new AbortController().signal },
    )) {
      heard.push(chunk);
      more.resolve();
    }
    expect(heard.slice(0, 2)).toEqual([
      { type: "text-delta", text: "one" },
      { type: "text-delta", text: "two" },
    ]);
  });

  test.each(["http", "https"] as const)("leaving an answer over %s early closes the connection", async (scheme) => {
    const gone = signalled();
    const handler: RequestListener = (_, response) => {
      response.once("close", gone.resolve);
      response.writeHead(200, EVENTS).write(said("one"));
    };
    const proxy = await proxyTo(await (scheme === "http" ? serve(handler) : overTls(handler)), kind);
    const request = { system: "", messages: [], tools: [] };
    for await (const _ of open(proxy.url, scheme).client.stream(request, { signal: new AbortController().signal }))
      break;
    await gone.promise;
  });

  test("an abort closes the connection at once, also before the proxy answered", async () => {
    const reached = signalled();
    const proxy = await proxyTo("http://127.0.0.1:9", { ...kind, refuse: reached.resolve });
    const stop = new AbortController();
    const heard = listen(open(proxy.url, "https"), stop.signal);
    await reached.promise;
    const closed = proxy.nextClose();
    const reason = new Error("The user stopped.");
    stop.abort(reason);
    expect((await heard).error).toBe(reason);
    await closed;
  });

  test("an abort closes the connection during the handshake with the server, too", async () => {
    const reached = signalled();
    const silent = createSocketServer((socket) => socket.on("error", () => {}).once("data", reached.resolve));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void silent.close());
    const proxy = await proxyTo(`http://127.0.0.1:${(silent.address() as { port: number }).port}`, kind);
    const stop = new AbortController();
    const heard = listen(open(proxy.url, "https"), stop.signal);
    await reached.promise;
    const closed = proxy.nextClose();
    stop.abort(new Error("The user stopped."));
    expect((await heard).error).toBe(stop.signal.reason);
    await closed;
  });

  test("a request on a tunnel that the server had closed is sent again through a new one", async () => {
    const used = new Set<unknown>();
    let stale = 0;
    const proxy = await proxyTo(
      await overTls((incoming, response) => {
        const { socket } = incoming;
        if (!used.has(socket)) answer(incoming, response);
        else {
          stale++;
          socket.destroy();
        }
        used.add(socket);
      }),
      kind,
    );
    const model = open(proxy.url, "https");
    // Until a connection was free in time to be used again.
    for (let times = 0; times < 20 && stale === 0; times++) {
      expect(await textOf(model)).toBe("Hi");
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(stale).toBe(1);
  });
});

describe("an answer that breaks off in a tunnel", () => {
  test("gives what came before, wherever it is cut", { timeout: 120_000 }, async () => {
    const to = await overTls(async (_, response) => {
      response.writeHead(200, EVENTS);
      for (const piece of [said("one "), said("two "), said("three")]) {
        await new Promise((sent) => response.write(piece, sent));
      }
      response.end(STOP);
    });
    const seen = new Set<string>();
    // How many bytes a handshake takes differs from one Node to the next.
    for (let cutAfter = 0; !seen.has("whole") && cutAfter < 20_000; cutAfter += 97) {
      const proxy = await startProxy({ to, cutAfter });
      const { chunks, error } = await listen(open(proxy.url, "https"));
      await proxy.close();
      const { text = "", finish } = foldChunks(chunks);
      if (error === undefined) {
        expect([text, finish]).toEqual(["one two three", "stop"]);
        seen.add("whole");
      } else {
        const { phase } = error as { phase: string };
        expect(["", "one ", "one two ", "one two three"]).toContain(text);
        expect(text !== "").toBe(phase === "stream");
        expect(error).toMatchObject({ kind: "network", retryable: true });
        seen.add(phase);
      }
    }
    for (const phase of ["connect", "first-byte", "stream", "whole"]) expect(seen).toContain(phase);
  });
});

describe("what goes wrong at a proxy", () => {
  const refusing = (head: string, page = "") =>
    proxyTo("http://127.0.0.1:9", { refuse: (socket) => socket.end(`HTTP/1.1 ${head}\r\n\r\n${page}`) });
  /** An error through a proxy with credentials, which it must not show. */
  const failure = async (proxy: string, scheme: "http" | "https" = "https") => {
    const error = await errorOf(open(withCredentials(proxy), scheme));
    expect(error.provider).toBe("custom");
    expect(error.phase).toBe("connect");
    expect(error.remedy).toMatch(/^[A-Z].*\.$/);
    for (const shown of [error.message, error.remedy]) expect(shown).not.toMatch(/hush|\/\/me|bWU6/);
    expect(`${error.message} ${error.remedy}`).toContain(proxy);
    expect(`${error.message} ${error.remedy}`).toContain("ALL_PROXY");
    return error;
  };

  test.each(["http", "https"] as const)(
    "nothing listens there: over %s the proxy is named, not the server",
    async (scheme) => {
      const error = await failure(await deadAddress(), scheme);
      expect(error).toMatchObject({ kind: "network", retryable: true });
      expect(error.message).toContain("No connection to the proxy");
      expect(error.remedy).toContain("Nothing listens at the proxy");
    },
  );

  test("its host is not found", async () => {
    const error = await failure("http://no-such-proxy.invalid:3128");
    expect(error).toMatchObject({ kind: "network", retryable: true });
    expect(error.remedy).toContain("host of the proxy");
  });

  test.each(["http", "https"] as const)("it wants a login, for %s", async (scheme) => {
    const head = { "proxy-authenticate": 'Basic realm="corp"' };
    const proxy = await proxyTo("http://127.0.0.1:9", {
      refuse: (socket) => socket.end('HTTP/1.1 407 Auth\r\nProxy-Authenticate: Basic realm="corp"\r\n\r\n'),
      answer: (_, response) => response.writeHead(407, head).end(),
    });
    const error = await failure(proxy.url, scheme);
    expect(error).toMatchObject({ kind: "auth", retryable: false, status: 407 });
    expect(error.message).toContain('it asks for Basic realm="corp"');
    expect(error.remedy).toContain("http://USER:PASSWORD@HOST:PORT");
  });

  test("it wants a login that is not spoken here", async () => {
    const proxy = await refusing("407 Auth\r\nProxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM");
    const error = await failure(proxy.url);
    expect(error).toMatchObject({ kind: "auth", retryable: false });
    expect(error.remedy).toContain("local proxy that logs in");
  });

  const PAGE = "<html><head><title>Blocked: AI services</title></head><body>no</body></html>";
  test.each([
    ["with its length", `403 Forbidden\r\nContent-Length: ${PAGE.length}`, PAGE],
    ["in chunks", "403 Forbidden\r\nTransfer-Encoding: chunked", `${PAGE.length.toString(16)}\r\n${PAGE}\r\n0\r\n\r\n`],
    ["until the connection ends", "403 Forbidden", PAGE],
  ])("it lets nothing through to the server, in a page sent %s", async (_, head, page) => {
    const error = await failure((await refusing(head, page)).url);
    expect(error).toMatchObject({ kind: "network", retryable: false, status: 403 });
    expect(error.message).toContain('answered 403: a page titled "Blocked: AI services"');
    expect(error.remedy).toContain("models.example");
    expect(error.remedy).toContain("NO_PROXY");
  });

  test("its page comes without an end, or is larger than anyone reads", async () => {
    let open: Socket | undefined;
    const endless = await proxyTo("http://127.0.0.1:9", {
      refuse: (socket) => {
        open = socket;
        socket.write(`HTTP/1.1 403 Forbidden\r\n\r\n${PAGE}`);
      },
    });
    const error = await failure(endless.url);
    expect(error.message).toContain("Blocked: AI services");
    expect(open?.destroyed || (await new Promise((resolve) => open?.once("close", () => resolve(true))))).toBe(true);
    const large = await refusing("502 Bad Gateway", PAGE + "x".repeat(10_000_000));
    expect((await failure(large.url)).message).toContain("Blocked: AI services");
  });

  test("it echoes the credentials it was sent", async () => {
    const sent = Buffer.from("me:hush hush hush").toString("base64");
    const { url } = await refusing("403 Forbidden", `${sent} is not allowed, nor is hush hush hush`);
    const error = await errorOf(open(withCredentials(url), "https"));
    expect(error.message).toContain("[redacted] is not allowed, nor is [redacted]");
  });

  test("it cannot reach the server", async () => {
    const error = await failure((await refusing("502 Bad Gateway")).url);
    expect(error).toMatchObject({ kind: "network", retryable: true, status: 502 });
    expect(error.remedy).toContain("could not reach models.example");
    expect(await failure((await refusing("504 Gateway Timeout")).url)).toMatchObject({
      kind: "timeout",
      retryable: true,
    });
  });

  test("it closes the connection without a word", async () => {
    const proxy = await proxyTo("http://127.0.0.1:9", { refuse: (socket) => socket.destroy() });
    expect(await failure(proxy.url)).toMatchObject({ kind: "network", retryable: true });
  });

  test("it is no proxy", async () => {
    const ssh = createSocketServer((socket) => socket.on("error", () => {}).end("SSH-2.0-OpenSSH\r\n"));
    await new Promise<void>((resolve) => ssh.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void ssh.close());
    const { port } = ssh.address() as { port: number };
    const error = await failure(`http://127.0.0.1:${port}`);
    expect(error).toMatchObject({ kind: "network", retryable: false });
    expect(error.remedy).toContain("speaks another protocol");
    expect((await failure((await refusing("405 Method Not Allowed")).url)).retryable).toBe(false);
  });

  test("it speaks TLS where none is expected, or the other way round", async () => {
    const plain = await proxyTo("http://127.0.0.1:9");
    const error = await failure(plain.url.replace("http:", "https:"));
    expect(error).toMatchObject({ kind: "network", retryable: false });
    expect(error.remedy).toContain("try http:// in place of https://");
  });

  test("its own certificate is not trusted", async () => {
    const proxy = await proxyTo(await overTls(), { secure: true });
    const error = await errorOf(open(proxy.url, "https", { caFile: CERTIFICATES.stranger }));
    expect(error).toMatchObject({ kind: "network", phase: "connect", retryable: false });
    expect(error.remedy).toContain(`certificate of the proxy ${proxy.url}`);
  });

  test("it signs for the server itself: the company's root certificate is missing", async () => {
    const proxy = await proxyTo(await overTls());
    const error = await errorOf(open(proxy.url, "https", { caFile: CERTIFICATES.stranger }));
    expect(error).toMatchObject({ kind: "network", phase: "connect", retryable: false });
    expect(error.remedy).toContain("certificate of https://models.example/v1 is not trusted");
    expect(error.remedy).toContain("NODE_EXTRA_CA_CERTS");
  });
});

describe("this machine's servers", () => {
  test("are asked directly, for answers, for what they know of a model, and in the search for them", async () => {
    const asked: (string | undefined)[] = [];
    const url = await serve((incoming, response) => {
      asked.push(incoming.url);
      if (incoming.method === "POST" && incoming.url === "/api/chat") {
        response.end('{"message":{"content":"Hi"},"done":true,"done_reason":"stop"}\n');
      } else response.end('{"models":[{"name":"m"}]}');
    });
    const proxy = await proxyTo(url);
    const env = { HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url, OLLAMA_HOST: url };
    const model = createModelClient({ model: "ollama/m", env });
    expect(await textOf(model)).toBe("Hi");
    await model.probe();
    await findLocalServers({ env });
    // Once for what the model weighs, once in the search.
    expect(asked.sort()).toEqual(["/api/chat", "/api/ps", "/api/show", "/api/tags", "/api/tags"]);
    expect(proxy.asked).toEqual([]);
  });

  test("elsewhere in the network are asked through it, also for what they know of a model", async () => {
    const proxy = await proxyTo(
      await serve((_, response) => response.end('{"data":[{"id":"m","max_model_len":9000}]}')),
    );
    const env = { HTTP_PROXY: proxy.url };
    const model = createModelClient({ model: "m", baseUrl: "http://10.0.0.7:8000/v1", env });
    expect((await model.probe()).window?.value).toBe(9000);
    expect(proxy.asked.map(({ line }) => line).sort()).toEqual([
      "GET http://10.0.0.7:8000/props",
      "GET http://10.0.0.7:8000/slots",
      "GET http://10.0.0.7:8000/v1/models",
    ]);
  });
});
