import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { onTestFinished } from "vitest";

/**
 * The official client, of a server that gives this answer to every request, in pieces of so many bytes: each piece is
 * a chunk of HTTP, so a character may come in two of them.
 */
export async function clientOf(
  body: string,
  { status = 200, type = "text/event-stream", sizes = [1] }: { status?: number; type?: string; sizes?: number[] } = {},
): Promise<OpenAI> {
  const bytes = Buffer.from(body);
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": type });
    for (let at = 0, piece = 0; at < bytes.length; piece++) {
      const size = sizes[piece % sizes.length] ?? 1;
      response.write(bytes.subarray(at, at + size));
      at += size;
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return new OpenAI({ apiKey: "none", baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });
}
