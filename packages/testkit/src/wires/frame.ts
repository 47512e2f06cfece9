/** What is to be sent next: bytes of the body, or nothing for a while. `piece` marks bytes after which the pace waits. */
export type Frame = { data: string; piece: boolean } | { waitMs: number };

/** One way of writing an answer onto the wire. Frames are made as they are asked for: a long answer is never whole in memory. */
export interface WireWriter {
  contentType: string;
  frames(): Iterable<Frame>;
}
