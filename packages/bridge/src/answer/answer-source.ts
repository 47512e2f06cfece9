import type { FinishReason, StreamChunk, Usage } from "@millrace/protocol";
import type { AnswerEvent } from "./answer-event.js";

/** Makes the answer for a client of what the upstream says. One for each message. */
export interface AnswerSource {
  /** Takes the next chunk; `usage` and `finish` are not for it. */
  push(chunk: StreamChunk): void;
  /** The message ended for this reason: all blocks are ended, `finish` is told. */
  end(reason: FinishReason, usage: Usage): void;
  /** What can be told since the last time, in order; its texts may end inside a character. */
  take(): readonly AnswerEvent[];
  /** Nothing more of the message is wanted. */
  readonly isEnough: boolean;
  /** What was seen of calls, for the records. */
  readonly calls: CallCounts;
}

/** How many calls an answer held. */
export interface CallCounts {
  whole: number;
  cut: number;
  /** Of the whole ones: mended by the reader. */
  mended: number;
  /** Of the whole ones: read from text although tools had been offered natively. */
  salvaged: number;
}
