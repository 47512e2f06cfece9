import {
  type Block,
  type BlockEvent,
  createParser,
  type FinishReason,
  type MessageReader,
  type ParsedMessage,
  type ParserOptions,
  type StreamChunk,
} from "../../src/index.js";
import { foldEvents, type ToldBlock } from "./fold-events.js";

/** How a message ends in a test. `none`: an end without a reason. */
export const ends = ["none", "stop", "tool-calls", "length", "content-filter", "error", "unknown"] as const;
export type End = (typeof ends)[number];

/** The ends that mend nothing. */
export const nonMendingEnds: readonly End[] = ["none", "length", "content-filter", "error", "unknown"];

export interface ReadResult extends ParsedMessage {
  told: readonly ToldBlock[];
}

export function textChunks(pieces: readonly string[]): StreamChunk[] {
  return pieces.map((text) => ({ type: "text-delta", text }));
}

export function reasonOf(end: End): FinishReason | undefined {
  return end === "none" ? undefined : end;
}

/** Reads chunks to an end. `told` is what the events said, folded; the fold throws where they break their contract. */
export function readChunks(chunks: readonly StreamChunk[], options: ParserOptions, end: End): ReadResult {
  const events: BlockEvent[] = [];
  const reader = createParser({ ...options, onEvent: (event) => events.push(event) });
  for (const chunk of chunks) reader.push(chunk);
  reader.end(reasonOf(end));
  return { ...resultOf(reader), told: foldEvents(events) };
}

/** What the events have told of a message that goes on. */
export function seeChunks(chunks: readonly StreamChunk[], options: ParserOptions): readonly ToldBlock[] {
  const events: BlockEvent[] = [];
  const reader = createParser({ ...options, onEvent: (event) => events.push(event) });
  for (const chunk of chunks) reader.push(chunk);
  return foldEvents(events);
}

export function readPieces(pieces: readonly string[], options: ParserOptions, end: End): ReadResult {
  return readChunks(textChunks(pieces), options, end);
}

function resultOf({ blocks, gaps, truncated, notes }: MessageReader): ParsedMessage {
  return { blocks: [...blocks], gaps, truncated, notes };
}

/** What blocks show, open or ended, in the form in which the events tell it. */
export function shown(blocks: readonly (Block | ToldBlock)[]) {
  return blocks.map((block) =>
    block.type === "tool-use"
      ? { type: block.type, id: block.id, name: block.name, params: block.params.map(([param, text]) => [param, text]) }
      : { type: block.type, text: block.text },
  );
}
