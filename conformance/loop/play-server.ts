import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers one request. */
export type Play = (response: ServerResponse) => void | Promise<void>;

/** A request as the server saw it. */
export interface PlayedRequest {
  /** By the clock that the server was given. */
  readonly atMs: number;
  readonly body: string;
  /** Resolves when its answer is over: whether the client left before the server was done. */
  readonly left: Promise<boolean>;
}

/** How long a client may take to close a connection that it has done with, real milliseconds. */
const LEAVE_MS = 10_000;

/** Whether the client leaves a request, or has left it. */
export async function leaves(request: PlayedRequest | undefined): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const stays = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), LEAVE_MS);
  });
  const left = await Promise.race([request?.left ?? false, stays]);
  clearTimeout(timer);
  return left;
}

/** A running server. See {@link startPlayServer}. */
export interface PlayServer {
  readonly url: string;
  readonly requests: readonly PlayedRequest[];
  close(): Promise<void>;
}

/** Starts a server on 127.0.0.1 that answers each request, counted from 0, with what `playFor` gives. */
export async function startPlayServer(playFor: (request: number) => Play, now: () => number): Promise<PlayServer> {
  const requests: PlayedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    const left = new Promise<boolean>((resolve) => response.once("close", () => resolve(!response.writableFinished)));
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const play = playFor(requests.length);
      requests.push({ atMs: now(), body: Buffer.concat(chunks).toString(), left });
      void play(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers with these pieces, each written for itself, and ends. */
export function playPieces(
  status: number,
  headers: Readonly<Record<string, string>>,
  pieces: readonly (string | Buffer)[],
): Play {
  return async (response) => {
    response.writeHead(status, headers);
    response.flushHeaders();
    for (const piece of pieces) {
      response.write(piece);
      // Each goes out as a packet of its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  };
}
