import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerText, type Order } from "./order.js";

// The model of bench/bridge.ts, in a process of its own. What is asked of it stands in the last message as JSON.

const chunk = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const END = `${chunk({}, "stop")}data: [DONE]\n\n`;

function deltasOf(order: Order): string[] {
  const text = answerText(order);
  const deltas: string[] = [];
  for (let at = 0; at < text.length; at += order.size) deltas.push(chunk({ content: text.slice(at, at + order.size) }));
  return deltas;
}

/** As fast as the reader takes it. */
function rush(response: ServerResponse, deltas: readonly string[]): void {
  const AT_ONCE = 64;
  let at = 0;
  const send = () => {
    while (at < deltas.length) {
      const more = response.write(deltas.slice(at, at + AT_ONCE).join(""));
      at += AT_ONCE;
      if (!more) {
        response.once("drain", send);
        return;
      }
    }
    response.end(END);
  };
  send();
}

/** One delta a write, so many milliseconds apart. */
function pace(response: ServerResponse, deltas: readonly string[], everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    const delta = deltas[at++];
    if (delta !== undefined) response.write(delta);
    else {
      clearInterval(timer);
      response.end(END);
    }
  }, everyMs);
  response.once("close", () => clearInterval(timer));
}

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => {
    if (request.method !== "POST") {
      response.writeHead(404).end();
      return;
    }
    const { messages } = JSON.parse(Buffer.concat(pieces).toString());
    const order: Order = JSON.parse(messages.at(-1).content);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const deltas = deltasOf(order);
    if (order.everyMs === 0) rush(response, deltas);
    else pace(response, deltas, order.everyMs);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once("disconnect", () => process.exit());
