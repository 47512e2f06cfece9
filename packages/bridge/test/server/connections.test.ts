import { once } from "node:events";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { Connections } from "../../src/server/connections.js";
import { rawClient } from "./support/raw-client.js";

/** A server whose connections are looked after, and one connection to it. */
async function connected(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  const connections = new Connections(server);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const socket = once(server, "connection").then(([one]: Socket[]) => one);
  const client = rawClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { server, connections, client, socket: await socket };
}

/** What Node does when nothing went either way on a connection for as long as it may be silent. */
function timeOut(server: Server, socket: Socket | undefined): void {
  server.emit("timeout", socket);
}

const REQUEST = "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n";

describe("a connection that is silent for too long", () => {
  test("is ended where it is idle", async () => {
    const { server, client, socket } = await connected((_, response) => response.end("done"));
    client.send(REQUEST);
    await client.until(/done/);
    timeOut(server, socket);
    expect(await client.ended).toContain("done");
  });

  test("is kept while its answer is being made", async () => {
    let answer: ServerResponse | undefined;
    const { server, client, socket } = await connected((_, response) => {
      answer = response;
      response.write("begun ");
    });
    client.send(REQUEST);
    await client.until(/begun/);
    timeOut(server, socket);
    answer?.end("and done");
    expect(await client.until(/and done/)).toContain("begun");
  });

  test("is ended where the client does not take what is there", async () => {
    let answer: ServerResponse | undefined;
    const { server, client, socket } = await connected((_, response) => {
      answer = response;
      // More than the system takes off a server for a client that does not read.
      response.write(Buffer.alloc(64 * 1024 * 1024));
    });
    client.socket.pause();
    client.send(REQUEST);
    await once(server, "request");
    expect(answer?.writableNeedDrain).toBe(true);
    const closed = once(answer ?? server, "close");
    timeOut(server, socket);
    await closed;
    expect(socket?.destroyed).toBe(true);
  });
});
