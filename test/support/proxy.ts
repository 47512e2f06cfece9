import { readFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { fileURLToPath } from "node:url";

/** Files of the test certificates; see certificates/make.sh. */
export const CERTIFICATES = {
  /** Signs those of servers and proxies. */
  authority: certificate("authority.pem"),
  /** Signs nothing. */
  stranger: certificate("stranger.pem"),
};

/** For servers that speak TLS as models.example or 127.0.0.1. */
export const SERVER_TLS = {
  cert: readFileSync(certificate("server.pem")),
  key: readFileSync(certificate("server.key")),
};

/** For proxies that speak TLS themselves: as proxy.example or 127.0.0.1, never as a server behind them. */
const PROXY_TLS = {
  cert: readFileSync(certificate("proxy.pem")),
  key: readFileSync(certificate("proxy.key")),
};

function certificate(name: string): string {
  return fileURLToPath(new URL(`certificates/${name}`, import.meta.url));
}

export interface ProxyOptions {
  /** Whoever is asked for, this server of 127.0.0.1 is reached: no test looks a name up. */
  to: string;
  /** It speaks TLS itself. */
  secure?: true;
  /** Answers CONNECT in its place; the socket is the client's. */
  refuse?: (socket: Socket) => void;
  /** Answers requests by whole addresses in its place. */
  answer?: (request: IncomingMessage, response: ServerResponse) => void;
  /** After so many bytes of what comes from the server it closes the connection. */
  cutAfter?: number;
}

/** A proxy on loopback: tunnels and whole addresses. */
export interface TestProxy {
  url: string;
  /** What was asked, in order: `CONNECT models.example:443`, `POST http://models.example/v1`. */
  readonly asked: readonly { line: string; headers: IncomingHttpHeaders }[];
  /** Resolves when the next connection of a client closes; call it while there is one. */
  nextClose(): Promise<void>;
  close(): Promise<void>;
}

export async function startProxy(options: ProxyOptions): Promise<TestProxy> {
  const { hostname, port } = new URL(options.to);
  const asked: { line: string; headers: IncomingHttpHeaders }[] = [];
  const sockets = new Set<Socket>();
  const note = ({ method, url, headers }: IncomingMessage) => asked.push({ line: `${method} ${url}`, headers });
  const server = options.secure ? createSecureServer(PROXY_TLS) : createServer();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  server.on("connect", (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    note(incoming);
    client.on("error", () => {});
    if (options.refuse) {
      // Read on, to notice when the client goes.
      client.on("end", () => client.end()).resume();
      return options.refuse(client);
    }
    const upstream = connect(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.write(head);
      client.pipe(upstream);
    });
    let left = options.cutAfter ?? Number.POSITIVE_INFINITY;
    upstream.on("data", (bytes: Buffer) => {
      const passed = bytes.subarray(0, left);
      left -= passed.length;
      client.write(passed, () => left === 0 && client.destroy());
    });
    upstream.on("error", () => client.destroy()).once("close", () => client.end());
    client.once("close", () => upstream.destroy());
  });
  server.on("request", (incoming: IncomingMessage, response: ServerResponse) => {
    note(incoming);
    if (options.answer) return options.answer(incoming, response);
    const { pathname } = new URL(incoming.url ?? "");
    const { method, headers } = incoming;
    const onward = request({ hostname, port, path: pathname, method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.once("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${options.secure ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    nextClose: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.once("close", () => resolve());
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** TLS before a server that speaks none. Resolves with its address and what ends it. */
export async function startTls(to: string): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  const server = createTlsServer(SERVER_TLS, (client) => {
    const upstream = connect(Number(port), hostname);
    sockets.add(client);
    client.on("error", () => upstream.destroy()).pipe(upstream);
    upstream.on("error", () => client.destroy()).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
