import type { StreamChunk } from "@millrace/protocol";
import type { StreamDecoder } from "./stream-decoder.js";

/**
 * Runs a decoder over the pieces of a body and yields what each holds. Stops reading at the wire's own end mark.
 * Throws what `fail` makes of the failure, after all chunks that came before it; rethrows what the body throws.
 */
export async function* readBody(
  body: AsyncIterable<Uint8Array>,
  decoder: StreamDecoder,
  fail: (failure: NonNullable<StreamDecoder["failure"]>) => Error,
): AsyncGenerator<StreamChunk, void, void> {
  for await (const bytes of body) {
    yield* decoder.push(bytes);
    if (decoder.failure) throw fail(decoder.failure);
    if (decoder.done) return;
  }
  yield* decoder.end();
  if (decoder.failure) throw fail(decoder.failure);
}
