import type { Block, Repair, Span } from "./block.js";
import type { BlockEvent } from "./block-event.js";
import type { FinishReason, StreamChunk } from "./stream-chunk.js";
import type { ToolDefinition } from "./tool-definition.js";

/** How one assistant message is read. Frozen for the message; a bad option throws InvalidOptionError and names itself. */
export interface ParserOptions {
  /** The tools of this turn. Names must be unique and non-empty. */
  tools: readonly ToolDefinition[];
  /** Name of a dialect, see `dialectNames`. Default `"cline"`. */
  dialect?: string;
  /** Prefix of call ids. Default `"message"`. */
  messageId?: string;
  /** The prompt already opened a reasoning block: the message begins inside it. */
  start?: "in-reasoning";
  /** Native tools were offered in the request: calls read from text are then doubtful. */
  nativeOffered?: boolean;
  /**
   * Called for each event, synchronously, inside `push` or `end`. If it throws, the error passes through `push`, the
   * event counts as delivered and the reader stays usable.
   */
  onEvent?: (event: BlockEvent) => void;
}

/**
 * Reads one message as it arrives. For every text and every way of cutting it: the same blocks, ids, spans and gaps.
 * Never throws on any input. Time is amortised O(1) per character; memory beyond the result is O(open block).
 */
export interface MessageReader {
  /** Takes the next piece. `finish`, `usage` and `keep-alive` chunks change nothing: call `end` when the stream ended. */
  push(chunk: StreamChunk): void;
  /** The stream ended. Decides what is still open; further calls change nothing. Absent reason: nothing is mended. */
  end(reason?: FinishReason): void;
  /** The blocks so far. Open blocks are live views; ended ones are plain values. */
  readonly blocks: readonly Block[];
  /** Raw stretches that belong to no block, per channel in order. Complete after `end`. */
  readonly gaps: readonly Span[];
  /** The message stopped inside a call or inside the tag that would have opened one. Set by `end`. */
  readonly truncated: boolean;
  /** What was noticed outside of calls, e.g. an orphan close behind a call. */
  readonly notes: readonly Repair[];
}
