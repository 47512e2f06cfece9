import type { Server as HttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

const HOST = "127.0.0.1";

/**
 * The ear of a server. Between {@link stop} and {@link start} connections to its port are refused, and the port stays its
 * own: a connection of ours goes out from it, so that the system gives it to nobody who asks for any free one.
 */
export class Listener {
  readonly #server: HttpServer;
  /** Where the connection that keeps the port goes to. */
  readonly #anchor: Server | undefined;
  #keeper: Socket | undefined;
  #port = 0;

  private constructor(server: HttpServer, anchor: Server | undefined) {
    this.#server = server;
    this.#anchor = anchor;
  }

  /** Listens on this port (0: any free one), ready to stop for a while if `stops`. Rejects with what the system says. */
  static async open(server: HttpServer, { port, stops }: { port: number; stops: boolean }): Promise<Listener> {
    // The keeper is reset in the end: that is no news.
    const anchor = stops ? createServer((socket) => socket.on("error", () => {})) : undefined;
    if (anchor !== undefined) await listen(anchor, 0);
    const listener = new Listener(server, anchor);
    try {
      await listen(server, port);
    } catch (error) {
      anchor?.close();
      throw error;
    }
    listener.#port = portOf(server);
    return listener;
  }

  get url(): string {
    return `http://${HOST}:${this.#port}`;
  }

  /** From here on connections are refused. Those that carry a request go on. */
  stop(): void {
    this.#server.close();
    if (this.#anchor === undefined) return;
    const way = { host: HOST, port: portOf(this.#anchor), localAddress: HOST, localPort: this.#port };
    // Should it fail, the port is free for others meanwhile, and start() says so if one took it.
    this.#keeper = connect(way).on("error", () => {});
  }

  /** Listens again on the same port. Rejects when another has taken it. */
  async start(): Promise<void> {
    this.#release();
    await listen(this.#server, this.#port);
  }

  /** Ends every connection. Nothing listens any more when it resolves. */
  close(): Promise<void> {
    this.#release();
    this.#anchor?.close();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #release(): void {
    this.#keeper?.resetAndDestroy();
    this.#keeper = undefined;
  }
}

function portOf(server: Server | HttpServer): number {
  return (server.address() as AddressInfo).port;
}

function listen(server: Server | HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
