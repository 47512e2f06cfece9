import type { FrameSteps } from "./frame.js";
import type { FrameRun } from "./frame-run.js";
import type { ValueReader } from "./read-json.js";

/** How a value ended that no mark can close. `half`: the message ended in it. */
export type ValueEnd = "whole" | "half" | "broken";

/** How a value is read. */
export interface ValueReading {
  /** A longer one is broken. */
  longest?: number;
  /** Hears of each piece as it is read. */
  onPiece?(piece: string): void;
}

/** Reads one value, to where its reader closes or breaks. O(1) per character. */
export function* readValue(
  run: FrameRun,
  reader: ValueReader,
  { longest = Number.POSITIVE_INFINITY, onPiece }: ValueReading = {},
): FrameSteps<ValueEnd> {
  while (!reader.closed && !reader.broken) {
    if (reader.consumed >= longest) return "broken";
    if (!(yield* run.more())) return "half";
    const rest = run.rest.slice(0, longest - reader.consumed);
    const read = reader.write(rest);
    run.at += read;
    onPiece?.(rest.slice(0, read));
  }
  return reader.closed ? "whole" : "broken";
}
