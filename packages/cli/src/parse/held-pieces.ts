import { type BlockEvent, createParser, type FinishReason, type ParserOptions } from "@millrace/protocol";

/** A stretch of the text that the reader kept back until what followed decided what it is. Positions in UTF-16 units. */
export interface HeldPiece {
  start: number;
  end: number;
  /** Where it was decided; `undefined`: only by the end of the message. */
  decidedAt?: number;
  /** What it turned out to be, e.g. `tool-start`. */
  became: BlockEvent["type"];
}

/**
 * Feeds a message one character at a time and finds where the reader had to wait: where characters went in and nothing
 * came out, until something did. O(length).
 */
export function findHeldPieces(text: string, options: ParserOptions, reason: FinishReason | undefined): HeldPiece[] {
  const held: HeldPiece[] = [];
  let settled = 0;
  let came: BlockEvent["type"] | undefined;
  const reader = createParser({
    ...options,
    onEvent: (event) => {
      // What began says more than what ended.
      if (came === undefined || came.endsWith("-end")) came = event.type;
    },
  });
  for (let at = 0; at < text.length; at++) {
    reader.push({ type: "text-delta", text: text.charAt(at) });
    if (came === undefined) continue;
    if (at > settled) held.push({ start: settled, end: at, decidedAt: at, became: came });
    settled = at + 1;
    came = undefined;
  }
  reader.end(reason);
  if (came !== undefined && settled < text.length) held.push({ start: settled, end: text.length, became: came });
  return held;
}
