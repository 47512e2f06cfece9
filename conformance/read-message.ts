import {
  type Block,
  createParser,
  type FinishReason,
  type MessageReader,
  type ParserOptions,
  type StreamChunk,
} from "@millrace/protocol";
import { cutsOf } from "./cuts.js";

/** A message that was read to its end. */
export interface ReadMessage {
  readonly blocks: readonly Block[];
  readonly truncated: boolean;
  /** All there is to compare between two ways of cutting, as JSON. */
  readonly whole: string;
}

/**
 * Reads a message from chunks through the public reader.
 *
 * @param afterEach Called after each chunk and after the end, with what stands there then.
 */
export function readChunks(
  chunks: readonly StreamChunk[],
  options: ParserOptions,
  reason?: FinishReason,
  afterEach: (reader: MessageReader) => void = () => {},
): ReadMessage {
  const reader = createParser(options);
  for (const chunk of chunks) {
    reader.push(chunk);
    afterEach(reader);
  }
  reader.end(reason);
  afterEach(reader);
  const { blocks, gaps, truncated, notes } = reader;
  return { blocks, truncated, whole: JSON.stringify({ blocks, gaps, truncated, notes }) };
}

/** Pieces of text as the chunks a model client gives. */
export function textChunks(pieces: readonly string[]): StreamChunk[] {
  return pieces.map((text) => ({ type: "text-delta", text }));
}

/** What a text reads as: the same however it is cut, else the difference in words. */
export function readInEveryCut(
  text: string,
  seed: string,
  options: ParserOptions,
): { message: ReadMessage; difference?: string } {
  const [whole, ...others] = cutsOf(text, seed).map(({ name, pieces }) => ({
    name,
    message: readChunks(textChunks(pieces), options),
  }));
  if (whole === undefined) throw new Error("A text has no cuts.");
  const different = others.find(({ message }) => message.whole !== whole.message.whole);
  if (different === undefined) return { message: whole.message };
  const { name, message } = different;
  return {
    message: whole.message,
    difference: `${name} reads as ${whereDifferent(message.whole, whole.message.whole)}, whole as ${whereDifferent(whole.message.whole, message.whole)}`,
  };
}

/** A stretch of `text` around the first place where it differs from `other`. */
function whereDifferent(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return `… ${text.slice(Math.max(0, at - 100), at + 100)} …`;
}
