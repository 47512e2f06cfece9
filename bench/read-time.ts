import { createParser, type ParserOptions } from "@millrace/protocol";

/** Characters of one delta: about what a model server sends. */
const DELTA = 4;

/** A text in deltas. */
export function cut(text: string): string[] {
  const deltas: string[] = [];
  for (let at = 0; at < text.length; at += DELTA) deltas.push(text.slice(at, at + DELTA));
  return deltas;
}

let sink = 0;

/** Reads a message with somebody listening, and looks at what came out, so that nothing can be left out. */
export function readAll(deltas: readonly string[], options: ParserOptions): void {
  const reader = createParser({ ...options, onEvent: () => sink++ });
  for (const text of deltas) reader.push({ type: "text-delta", text });
  reader.end("stop");
  sink += reader.blocks.length;
}

/** Nanoseconds a character takes to read in deltas, the best of three runs of so many repeats. */
export function nsPerCharacter(text: string, options: ParserOptions, repeats = 32): number {
  return nsPerCharacterOf(cut(text), options, repeats);
}

/** The same of a message that comes in these pieces. */
export function nsPerCharacterOf(pieces: readonly string[], options: ParserOptions, repeats: number): number {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3; run++)
    best = Math.min(
      best,
      time(() => readAll(pieces, options), repeats),
    );
  return (best * 1e6) / length;
}

/** Milliseconds for one of `repeats` runs. */
export function time(run: () => void, repeats: number): number {
  const start = performance.now();
  for (let at = 0; at < repeats; at++) run();
  return (performance.now() - start) / repeats;
}
