/** What is to be sent next: bytes of the body, or nothing for a while. `piece` marks bytes after which the pace waits. */
export type Frame = { data: string; piece: boolean } | { waitMs: number };

/** How this wire writes what is not the answer itself. */
export interface Asides {
  /** The bytes of any JSON as a frame. */
  event(value: unknown): string;
  /** A sign of life. */
  keepAlive: string;
}

/** How a body that is not streamed writes them. Gateways send blanks while they wait. */
export const UNFRAMED: Asides = { event: JSON.stringify, keepAlive: "\n" };

/** One way of writing an answer onto the wire. Frames are made as they are asked for: a long answer is never whole in memory. */
export interface WireWriter extends Asides {
  contentType: string;
  frames(): Iterable<Frame>;
}

/** An answer that is not streamed: one JSON value, made when it is sent. */
export function wholeAnswer(contentType: string, make: () => object): WireWriter {
  return { ...UNFRAMED, contentType, frames: () => [{ data: JSON.stringify(make()), piece: true }] };
}
