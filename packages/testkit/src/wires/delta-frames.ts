import { piecesOf } from "./answer-parts.js";
import type { Frame } from "./frame.js";

const MARK = "\u0001piece\u0001";

/**
 * A frame for each piece of `text`, as `write` puts it on the wire. `write` is asked once, with a mark in the text's
 * place, and each delta is cut from what it gave: the server is not to be what a quick client waits for.
 */
export function* deltaFrames(
  write: (mark: string) => string,
  text: string | readonly string[],
  chunk: number | undefined,
): Generator<Frame> {
  const [before, after] = write(MARK).split(JSON.stringify(MARK)) as [string, string];
  for (const piece of piecesOf(text, chunk)) {
    yield { data: before + JSON.stringify(piece) + after, piece: true };
  }
}
