import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers every request with the same bytes. */
export interface RecordedUpstream {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server whose answers are these pieces, each a write of its own. What is asked for models is not there. */
export async function startRecordedUpstream(
  contentType: string,
  pieces: readonly (Uint8Array | string)[],
): Promise<RecordedUpstream> {
  const server = createServer((request, response) => {
    request.resume();
    if (request.method !== "POST" || request.url?.endsWith("/api/show")) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": contentType });
    for (const piece of pieces) response.write(piece);
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
