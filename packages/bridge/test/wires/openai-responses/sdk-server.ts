import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";

/** What the server answers: the body in the pieces in which it is sent. */
export interface Reply {
  status?: number;
  contentType?: string;
  pieces: readonly (string | Uint8Array)[];
}

/** Runs `use` with an openai client before a server that gives each request the reply. */
export async function withClient<T>(reply: Reply, use: (client: OpenAI) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(reply.status ?? 200, { "content-type": reply.contentType ?? "text/event-stream" });
    void (async () => {
      for (const piece of reply.pieces) {
        if (!response.write(piece)) await new Promise((resolve) => response.once("drain", resolve));
        // Each piece is to be a packet, as far as the system lets it.
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await use(new OpenAI({ apiKey: "none", baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 }));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A text as its bytes, one at a time: every cut there is. */
export function everyByte(text: string): Uint8Array[] {
  return Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));
}
