import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on loopback for one test that answers these paths with JSON, queries left out, and others with 404. */
export async function answerPaths(paths: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const answer = paths[(request.url ?? "").replace(/\?.*/, "")];
    response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? { error: "not found" }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
