import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Anthropic from "@anthropic-ai/sdk";

/** What the next request is answered with. */
interface Answer {
  status?: number;
  body: string;
  /** Where the body is cut on its way to the client: sizes in bytes, taken in turn. */
  cuts?: readonly number[];
}

/** A server that answers with what a test gives it, and the official client that asks it. */
export interface AnsweringServer {
  client: Anthropic;
  answer: Answer;
  close(): Promise<void>;
}

export async function startServer(): Promise<AnsweringServer> {
  const server = createServer((request, response) => {
    const { status = 200, body } = running.answer;
    const type = body.startsWith("event:") ? "text/event-stream; charset=utf-8" : "application/json";
    request.resume().on("end", () => response.writeHead(status, { "content-type": type }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const running: AnsweringServer = {
    client: new Anthropic({
      apiKey: "key",
      baseURL: `http://127.0.0.1:${port}`,
      maxRetries: 0,
      fetch: async (url, init) => recut(await fetch(url, init), running.answer.cuts),
    }),
    answer: { body: "" },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return running;
}

/** The network joins pieces as it likes: the body is cut where it arrives. */
function recut(response: Response, cuts: readonly number[] | undefined): Response {
  if (cuts === undefined || response.body === null) return response;
  let turn = 0;
  const cutter = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      for (let at = 0; at < bytes.length; ) {
        const size = cuts[turn++ % cuts.length] ?? 1;
        controller.enqueue(bytes.slice(at, at + size));
        at += size;
      }
    },
  });
  return new Response(response.body.pipeThrough(cutter), response);
}
