import { createServer, Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startProxy } from "../../../../test/support/proxy.js";
import { createModelClient } from "../../src/index.js";
import { EVENTS, STOP, said, textOf } from "../support/listen.js";
import { serve } from "../support/serve.js";

const BODY = said("Hi") + STOP;
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** Answers once on each connection; what comes later is never answered, as from behind a connection that died. */
async function answersOnce(): Promise<{ url: string; connections: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let answered = false;
    socket
      .on("error", () => {})
      .on("data", (data) => {
        if (answered || !data.includes("POST")) return;
        answered = true;
        socket.write(ANSWER);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    connections: () => sockets.size,
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("a connection that was idle", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["while the computer slept", 3_600_000],
    ["and then the clock was set back", -3_600_000],
  ])("%s is not trusted any more: a request on it might wait for ever", async (_, passed) => {
    const { url, connections } = await answersOnce();
    const model = createModelClient({ model: "m", baseUrl: url, env: {} });
    expect(await textOf(model)).toBe("Hi");
    await settle();
    vi.setSystemTime(Date.now() + passed);
    expect(await textOf(model)).toBe("Hi");
    expect(connections()).toBe(2);
  });

  test("through a proxy is not trusted any more either", async () => {
    const { url } = await answersOnce();
    const proxy = await startProxy({ to: url });
    onTestFinished(() => proxy.close());
    const model = createModelClient({ model: "m", baseUrl: "http://models.example", env: { HTTP_PROXY: proxy.url } });
    expect(await textOf(model)).toBe("Hi");
    await settle();
    const closed = proxy.nextClose();
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await textOf(model)).toBe("Hi");
    await closed;
  });

  test("for the time a tool takes is used again", async () => {
    const sockets = new Set<unknown>();
    const url = await serve((incoming, response) => {
      sockets.add(incoming.socket);
      incoming.resume();
      response.writeHead(200, EVENTS).end(BODY);
    });
    const model = createModelClient({ model: "m", baseUrl: url, env: {} });
    for (let times = 0; times < 3; times++) {
      expect(await textOf(model)).toBe("Hi");
      await settle();
      vi.setSystemTime(Date.now() + 20_000);
    }
    expect(sockets.size).toBe(1);
  });
});

describe("a silent connection", () => {
  test("is asked for a sign of life every 30 s, so that nobody on the way forgets it, and not every second", async () => {
    const asked = vi.spyOn(Socket.prototype, "setKeepAlive");
    onTestFinished(() => asked.mockRestore());
    const url = await serve((_, response) => response.writeHead(200, EVENTS).end(BODY));
    expect(await textOf(createModelClient({ model: "m", baseUrl: url, env: {} }))).toBe("Hi");
    await settle();
    // Two sides of this process: the server's asks for none.
    const delays = asked.mock.calls.filter(([on]) => on).map(([, delay]) => delay);
    expect(new Set(delays)).toEqual(new Set([30_000]));
  });
});
