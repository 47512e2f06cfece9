import type { BlockEvent } from "./block-event.js";
import type { ParserOptions } from "./options.js";
import { createParser } from "./parse-assistant-message.js";
import type { FinishReason, StreamChunk } from "./stream-chunk.js";

/**
 * A reader for one message as a web stream: text or chunks of a model client in, block events out. When what is written
 * ends, the message ends with the reason of the last `finish` chunk, or without one. It has the stream's back-pressure:
 * nothing more is read from the source than was asked for. A source that fails fails the events, and the message is not
 * ended: what was open stays open.
 *
 * @throws InvalidOptionError if an option is wrong; reading itself never fails.
 *
 * @example
 * const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(createBlockStream({ tools }));
 * for await (const event of events) {
 *   if (event.type === "text-delta") show(event.text);
 *   if (event.type === "tool-end" && !event.value.partial) await run(event.value);
 * }
 */
export function createBlockStream(
  options: Omit<ParserOptions, "onEvent">,
): TransformStream<string | StreamChunk, BlockEvent> {
  let emit = (_event: BlockEvent): void => {};
  let reason: FinishReason | undefined;
  // Made here and not when the stream starts, so that a bad option throws to whoever gave it.
  const reader = createParser({ ...options, onEvent: (event) => emit(event) });
  return new TransformStream<string | StreamChunk, BlockEvent>({
    start(controller) {
      emit = (event) => controller.enqueue(event);
    },
    transform(chunk) {
      if (typeof chunk !== "string" && chunk.type === "finish") reason = chunk.reason;
      reader.push(typeof chunk === "string" ? { type: "text-delta", text: chunk } : chunk);
    },
    flush() {
      reader.end(reason);
    },
  });
}
