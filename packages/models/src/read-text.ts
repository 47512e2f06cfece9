import type { HttpAnswer } from "./fetch-seam.js";

/** The body of an answer as text, at most `maxBytes` of it. Throws what the body throws. */
export async function readText(answer: HttpAnswer, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const bytes of answer.body) {
    pieces.push(bytes);
    size += bytes.length;
    if (size >= maxBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maxBytes).toString("utf8");
}
