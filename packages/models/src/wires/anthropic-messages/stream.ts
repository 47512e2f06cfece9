import type { FinishReason, StreamChunk, Usage } from "@millrace/protocol";
import { ChunkWriter } from "../chunk-writer.js";
import { EventBody } from "../event-body.js";
import type { StreamDecoder, StreamFailure } from "../stream-decoder.js";
import { Blocks } from "./blocks.js";
import type { MessageBody, MessagesEvent } from "./types.js";
import { readUsage } from "./usage.js";

const DONE = "[DONE]";

/**
 * Reads an answer of Anthropic's messages wire: a stream of events, or one JSON message that was not streamed.
 *
 * `usage` comes with the start of the message, so that what a request cost is known when it is left, and again before
 * `finish`. A stream without `message_stop` is whole where a stop reason came. Pings, citations and what the server runs
 * itself are no content. A second `message_start` (a relay that tried again) fails the answer, as nothing that was said
 * can be taken back; where there were only thoughts and calls that did not close it is read on. Each rule is in
 * streams/quirks.md.
 */
export class AnthropicMessagesDecoder implements StreamDecoder {
  failure: StreamFailure | undefined;
  done = false;
  readonly #body = new EventBody((data, event) => this.#event(data, event));
  readonly #out = new ChunkWriter();
  readonly #blocks = new Blocks(this.#out);
  readonly #usage: Usage = {};
  #raw: string | undefined;
  #started = false;
  #atEnd = false;

  push(bytes: Uint8Array): readonly StreamChunk[] {
    if (this.done || this.failure) return [];
    this.#body.push(bytes);
    return this.#take() ?? [{ type: "keep-alive" }];
  }

  end(): readonly StreamChunk[] {
    if (this.done || this.failure) return [];
    this.#atEnd = true;
    this.#body.end();
    if (!this.done) this.#close(this.#raw !== undefined);
    return this.#take() ?? [];
  }

  #take(): readonly StreamChunk[] | undefined {
    this.failure ??= this.#body.failure;
    if (this.failure) this.#close(false);
    const chunks = this.#out.take();
    return chunks.length > 0 ? chunks : undefined;
  }

  /** Hands out what was held: once, whatever the end. */
  #close(whole: boolean): void {
    if (this.done) return;
    this.done = true;
    const reason = finishReason(this.#raw);
    this.#blocks.end(whole && reason !== "length");
    this.#tellUsage();
    if (whole) this.#out.add({ type: "finish", reason, ...(this.#raw !== undefined && { raw: this.#raw }) });
  }

  #event(data: string, event: string | undefined): void {
    if (this.done || this.failure) return;
    if (data.trim() === DONE) {
      this.#close(true);
      return;
    }
    let value: MessagesEvent;
    try {
      value = JSON.parse(data);
    } catch {
      // The last event of a body that was cut is no fault of the server: the answer has no finish, that says it.
      if (!this.#atEnd) this.failure = { body: data, malformed: true };
      return;
    }
    if (value === null || typeof value !== "object") {
      if (event === "error") this.failure = { body: data };
      return;
    }
    const type = typeof value.type === "string" ? value.type : event;
    if (type === "error" || event === "error" || value.error) this.failure = { body: data };
    else if (this.#body.isWhole && !Array.isArray(value.content)) this.failure = { body: data, foreign: true };
    else if (this.#body.isWhole) this.#wholeMessage(value);
    else this.#streamed(type, value);
  }

  #streamed(type: string | undefined, value: MessagesEvent): void {
    const index = typeof value.index === "number" ? value.index : undefined;
    switch (type) {
      case "message_start":
        this.#start(value.message ?? {});
        break;
      case "content_block_start":
        if (value.content_block) this.#blocks.start(index, value.content_block);
        break;
      case "content_block_delta":
        if (value.delta) this.#blocks.delta(index, value.delta);
        break;
      case "content_block_stop":
        this.#blocks.stop(index);
        break;
      case "message_delta":
        this.#takeReason(value.delta?.stop_reason);
        if (value.usage) readUsage(value.usage, this.#usage);
        break;
      case "message_stop":
        this.#close(true);
        break;
    }
  }

  #start(message: MessageBody): void {
    if (this.#started) {
      if (this.#blocks.hasOutput) {
        this.failure = { body: "The server began its answer once more behind what it had said.", malformed: true };
        return;
      }
      this.#blocks.restart();
      this.#raw = undefined;
    }
    this.#started = true;
    this.#message(message);
    this.#tellUsage();
  }

  #wholeMessage(message: MessageBody): void {
    this.#message(message);
    this.#close(true);
  }

  #message({ content, stop_reason, usage }: MessageBody): void {
    if (Array.isArray(content)) for (const block of content) if (block) this.#blocks.whole(block);
    this.#takeReason(stop_reason);
    if (usage) readUsage(usage, this.#usage);
  }

  #takeReason(reason: unknown): void {
    if (typeof reason === "string" && reason !== "") this.#raw = reason;
  }

  #tellUsage(): void {
    if (Object.keys(this.#usage).length > 0) this.#out.add({ type: "usage", usage: { ...this.#usage } });
  }
}

/** Words of this wire for the end of an answer. Any other word is `unknown`. Source: Anthropic's API reference. */
const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  // A tool that the server runs takes longer than one answer may. We ask for none, so the message is whole as it is.
  ["pause_turn", "stop"],
  ["tool_use", "tool-calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "content-filter"],
]);

function finishReason(raw: string | undefined): FinishReason {
  return FINISH_REASONS.get(raw ?? "") ?? "unknown";
}
