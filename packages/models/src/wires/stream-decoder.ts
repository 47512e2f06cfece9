import type { StreamChunk } from "@millrace/protocol";

/**
 * Reads the body of one answer: bytes in, chunks out, synchronously. A decoder is used for one body.
 *
 * The result does not depend on where the bytes are cut, but for this: pieces of one kind that came with one `push` are
 * one delta, and a `push` without content yields one `keep-alive`. Amortised O(1) per byte.
 *
 * Two things are in the wire's terms, as `neutralChunk` is to see them: `usage` has the numbers that were sent, and a
 * signature is the JSON text of what goes back.
 */
export interface StreamDecoder {
  /** Chunks that are complete now. Never throws; look at `failure` after each call. */
  push(bytes: Uint8Array): readonly StreamChunk[];
  /** The body ended. Without a `finish` chunk in any call the answer was cut off. */
  end(): readonly StreamChunk[];
  /** Set when the server reported an error or sent what is no answer. What `push` returned before still counts. */
  readonly failure: StreamFailure | undefined;
  /** Who answers, by the server's own word: set with the first piece that says it. Not every server does, or says the truth. */
  readonly model: string | undefined;
  /** True when the wire's own end mark came: nothing after it belongs to the answer. */
  readonly done: boolean;
}

/** Why a body is no whole answer. `classifyError` makes a `ModelError` of it. */
export interface StreamFailure {
  /** The error as it stood in the body: JSON text of the error object, a page of HTML, or what could not be read. */
  body: string;
  /** The server did not report it: the body itself is damaged. */
  malformed?: true;
  /** Nothing in it is of this wire: something else answers at that address. */
  foreign?: true;
}
