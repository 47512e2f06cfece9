import type { FrameSteps } from "./frame.js";
import type { FrameMarks } from "./frame-marks.js";
import type { FrameRun } from "./frame-run.js";

/** A reader of a value that is fed as text comes: of JSON, of Python's literals, of Gemma's form. */
export interface ValueReader {
  /** Gives how many characters were read. */
  write(text: string): number;
  readonly closed: boolean;
  readonly broken: boolean;
  readonly consumed: number;
}

/** As {@link ValueReader}, for JSON, which a frame may close. */
export interface FramedValueReader extends ValueReader {
  readonly atFrameClose: boolean;
  /** The end of what was read, where the frame may begin to close: it is given back if the value breaks there. */
  readonly undecided: string;
  /** Only a quote matters. */
  readonly isInString: boolean;
  end(): void;
  closeMissing(): boolean;
}

/** How a value ended. `marked`: the frame's mark closed it, and was read · `half`: the message ended in it. */
export type JsonEnd = "whole" | "marked" | "half" | "broken";

const QUOTE = /["']/;

/** Reads one JSON value. `onPiece` hears of each piece as it is read, and says whether to go on. O(1) per character. */
export function* readJson(
  run: FrameRun,
  reader: FramedValueReader,
  marks: FrameMarks,
  onPiece: (piece: string) => boolean = () => true,
): FrameSteps<JsonEnd> {
  const from = run.place;
  // Most pieces are the inside of a long string: they need not go through all the steps.
  const takePlain = (piece: string): boolean => {
    if (!reader.isInString || QUOTE.test(piece)) return false;
    reader.write(piece);
    return onPiece(piece);
  };
  while (!reader.closed && !reader.broken && !reader.atFrameClose) {
    run.takePlain = takePlain;
    const isThere = yield* run.more();
    run.takePlain = undefined;
    if (!isThere) {
      reader.end();
      return reader.closed ? "whole" : "half";
    }
    const { undecided } = reader;
    const read = reader.write(run.rest);
    const piece = run.context.input.text.slice(run.at, run.at + read);
    run.at += read;
    const unread = run.place - from - reader.consumed;
    if (reader.broken && unread > 0) run.unread(undecided.slice(-unread));
    if (!onPiece(piece)) return "broken";
  }
  if (!reader.atFrameClose) return reader.closed ? "whole" : "broken";
  run.at = from + reader.consumed + marks.found.length - run.context.input.base;
  return reader.closeMissing() ? "marked" : "broken";
}
