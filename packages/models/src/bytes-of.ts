import type { Readable } from "node:stream";

/**
 * The bytes of a stream as they come, what came in many small pieces joined; read no faster than they are taken. Throws
 * the stream's error once all that came before it was handed out: Node's own iterator drops what it still holds then,
 * which of an answer may be the end, and its reason. Leaving early does not destroy the stream.
 */
export async function* bytesOf(stream: Readable): AsyncGenerator<Uint8Array, void, void> {
  let wake = () => {};
  const look = () => wake();
  for (const event of EVENTS) stream.on(event, look);
  try {
    for (;;) {
      const bytes: Uint8Array | null = stream.read();
      if (bytes !== null) yield bytes;
      else if (stream.readableEnded) return;
      else if (stream.destroyed) throw stream.errored ?? aborted();
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    for (const event of EVENTS) stream.off(event, look);
  }
}

const EVENTS = ["readable", "end", "error", "close"] as const;

/** As Node says it to whoever listens in time. */
function aborted(): Error {
  return Object.assign(new Error("aborted"), { code: "ECONNRESET" });
}
