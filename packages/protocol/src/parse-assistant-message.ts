import type { Block, Repair, Span } from "./block.js";
import { getDialect } from "./dialects/index.js";
import { ChannelReader } from "./message-reader.js";
import type { MessageReader, ParserOptions } from "./options.js";
import type { FinishReason } from "./stream-chunk.js";

/** What a whole message was read as. */
export interface ParsedMessage {
  blocks: readonly Block[];
  gaps: readonly Span[];
  truncated: boolean;
  notes: readonly Repair[];
}

/**
 * A reader for one message that arrives in pieces: text in, blocks out.
 *
 * @throws InvalidOptionError if an option is wrong; the reader itself never throws on input.
 *
 * @example
 * const reader = createParser({ tools, onEvent: (event) => screen.show(event) });
 * for await (const chunk of stream) reader.push(chunk);
 * reader.end("stop");
 * for (const block of reader.blocks) if (block.type === "tool-use" && !block.partial) await run(block);
 */
export function createParser(options: ParserOptions): MessageReader {
  return new ChannelReader(getDialect(options.dialect ?? "cline"), options);
}

/**
 * Reads a whole message.
 *
 * @param options `reason`: how the message ended. Absent: nothing is mended.
 * @throws InvalidOptionError if an option is wrong.
 *
 * @example
 * const { blocks } = parseAssistantMessage("<read_file><path>a.ts</path></read_file>", { tools, reason: "stop" });
 */
export function parseAssistantMessage(text: string, options: ParserOptions & { reason?: FinishReason }): ParsedMessage {
  const reader = createParser(options);
  reader.push({ type: "text-delta", text });
  reader.end(options.reason);
  const { blocks, gaps, truncated, notes } = reader;
  return { blocks, gaps, truncated, notes };
}
