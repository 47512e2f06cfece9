import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A connection on which a test writes what it likes. */
export interface RawClient {
  socket: Socket;
  send(text: string | Uint8Array): void;
  /** All that came so far as soon as it fits; rejects when the connection ends before. */
  until(fits: RegExp): Promise<string>;
  /** All that came, when the server has ended the connection. */
  ended: Promise<string>;
}

export function rawClient(url: string): RawClient {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  onTestFinished(() => void socket.destroy());
  let got = "";
  socket.setEncoding("latin1").on("data", (piece) => {
    got += piece;
  });
  // A reset is an end like any other to whoever sent garbage.
  socket.on("error", () => {});
  return {
    socket,
    send: (text) => void socket.write(text),
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!fits.test(got)) return;
          socket.off("data", look);
          resolve(got);
        };
        socket.on("data", look);
        socket.once("close", () => reject(new Error(`The connection ended with ${JSON.stringify(got)}`)));
        look();
      }),
    ended: new Promise((resolve) => socket.once("close", () => resolve(got))),
  };
}

/** The head of a request, its body to follow. */
export function head(path: string, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries({ host: "localhost", "content-type": "application/json", ...headers });
  return `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}
