import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** The connections of a server, and what is under way on each. Ends those that nobody needs any more. */
export class Connections {
  readonly #exchanges = new Map<Socket, Set<Exchange>>();
  #isClosing = false;

  constructor(server: Server) {
    server.on("connection", (socket) => {
      this.#exchanges.set(socket, new Set());
      socket.once("close", () => this.#exchanges.delete(socket));
    });
    server.on("request", (incoming, outgoing) => this.#begin(incoming.socket, { incoming, outgoing }));
    // Nothing went either way for as long as the server's `timeout`, or an idle connection's time is up.
    server.on("timeout", (socket) => {
      if (!this.#waitsForAnswer(socket)) socket.destroy();
    });
  }

  /** Ends all that carry no whole request, and from now on each when its answers are over. */
  close(): void {
    this.#isClosing = true;
    for (const [socket, exchanges] of this.#exchanges) {
      if ([...exchanges].every(({ incoming }) => !incoming.complete)) socket.destroy();
    }
  }

  #begin(socket: Socket, exchange: Exchange): void {
    const exchanges = this.#exchanges.get(socket);
    exchanges?.add(exchange);
    exchange.outgoing.once("close", () => {
      exchanges?.delete(exchange);
      if (this.#isClosing && exchanges?.size === 0) socket.destroySoon();
    });
  }

  /** An answer is being made, and the client has taken what there is of it. */
  #waitsForAnswer(socket: Socket): boolean {
    const exchanges = [...(this.#exchanges.get(socket) ?? [])];
    return exchanges.length > 0 && exchanges.every(({ outgoing }) => !outgoing.writableNeedDrain);
  }
}
