import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createModelClient } from "../src/index.js";
import { listen, STOP, said } from "./support/listen.js";
import { foldChunks } from "./support/read-answer.js";
import { request } from "./support/requests.js";
import { signalled } from "./support/serve.js";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
/** What no chunk begins with. */
const GARBLED = "no chunk\r\n";

/** A model behind a server that does this with each connection once a request came. */
async function modelAt(answer: (socket: Socket) => void) {
  const server = createServer((socket) => socket.on("error", () => {}).once("data", () => answer(socket)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return createModelClient({ model: "m", baseUrl: `http://127.0.0.1:${port}`, env: {} });
}

test("an answer is whole though its connection is damaged right behind its last byte", async () => {
  const model = await modelAt((socket) =>
    socket.end(HEAD + chunk(said("Hi") + STOP.replace(/data: \[DONE.*/s, "")) + GARBLED),
  );
  const { chunks, error } = await listen(model);
  expect(error).toBeUndefined();
  expect(foldChunks(chunks)).toMatchObject({ text: "Hi", finish: "stop" });
});

test("what came before a connection was damaged is given out before the error, which says what it was", async () => {
  const model = await modelAt((socket) => socket.end(HEAD + chunk(said("Hi")) + GARBLED));
  const { chunks, error } = await listen(model);
  expect(foldChunks(chunks)).toMatchObject({ text: "Hi" });
  expect(error).toMatchObject({
    kind: "network",
    phase: "stream",
    retryable: true,
    message: expect.stringContaining("Parse Error"),
  });
});

test.each([
  ["is closed", (socket: Socket) => socket.destroy()],
  ["is damaged", (socket: Socket) => socket.end(GARBLED)],
])("nothing that arrived is lost where a connection %s while its reader is busy", async (_, end) => {
  const more = signalled();
  const gone = signalled();
  const model = await modelAt(async (socket) => {
    socket.once("close", gone.resolve).write(HEAD + chunk(said("one ")));
    await more.promise;
    socket.write(chunk(said("two ") + said("x".repeat(50_000)) + said(" three") + STOP), () => end(socket));
  });
  let text = "";
  let finish: string | undefined;
  for await (const piece of model.client.stream(request(), { signal: new AbortController().signal })) {
    if (piece.type === "text-delta" && text === "") {
      more.resolve();
      await gone.promise;
      // What the server sent is there; the end of the connection is heard of meanwhile.
      for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setImmediate(resolve));
    }
    if (piece.type === "text-delta") text += piece.text;
    if (piece.type === "finish") finish = piece.reason;
  }
  expect(text.replace(/x+/, "…")).toBe("one two … three");
  expect(finish).toBe("stop");
});
