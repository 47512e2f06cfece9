import type { Answer } from "./scenario.js";

/** The bytes again, in the pieces that `split` asks for. */
export function* splitBytes(bytes: Buffer, split: NonNullable<Answer["bytes"]>): Generator<Buffer> {
  if (split === "inside-characters") yield* splitInsideCharacters(bytes);
  else for (let start = 0; start < bytes.length; start += split) yield bytes.subarray(start, start + split);
}

function* splitInsideCharacters(bytes: Buffer): Generator<Buffer> {
  let start = 0;
  for (let i = 0; i < bytes.length; i++) {
    // A byte from 0xC0 up leads a character of several bytes: the cut is right behind it.
    if ((bytes[i] ?? 0) < 0xc0) continue;
    yield bytes.subarray(start, i + 1);
    start = i + 1;
  }
  if (start < bytes.length) yield bytes.subarray(start);
}
