import type { FinishReason, Usage } from "@millrace/protocol";
import { type DecodedEvent, EventDecoder } from "../event-decoder.js";
import { Blocks } from "./blocks.js";
import type { MessageBody, MessagesEvent } from "./types.js";
import { readUsage } from "./usage.js";

/**
 * Reads an answer of Anthropic's messages wire: a stream of events, or one JSON message that was not streamed.
 *
 * `usage` comes with the start of the message, so that what a request cost is known when it is left, and again before
 * `finish`. A stream without `message_stop` is whole where a stop reason came. Pings, citations and what the server runs
 * itself are no content. A second `message_start` (a relay that tried again) fails the answer, as nothing that was said
 * can be taken back; where there were only thoughts and calls that did not close it is read on. Each rule is in
 * streams/quirks.md.
 */
export class AnthropicMessagesDecoder extends EventDecoder<MessagesEvent> {
  readonly #blocks = new Blocks(this.out);
  readonly #usage: Usage = {};
  #started = false;

  protected override handOut(whole: boolean): void {
    this.#blocks.end(whole && this.finishReason(this.raw) !== "length");
    this.#tellUsage();
  }

  protected override finishReason(raw: string | undefined): FinishReason {
    return FINISH_REASONS.get(raw ?? "") ?? "unknown";
  }

  protected override event({ value, data, name, isWhole }: DecodedEvent<MessagesEvent>): void {
    const type = typeof value.type === "string" ? value.type : name;
    if (type === "error" || name === "error" || value.error) this.failure = { body: data };
    else if (isWhole && !Array.isArray(value.content)) this.failure = { body: data, foreign: true };
    else if (isWhole) this.#wholeMessage(value);
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
        this.close(true);
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
      this.raw = undefined;
    }
    this.#started = true;
    this.#message(message);
    this.#tellUsage();
  }

  #wholeMessage(message: MessageBody): void {
    this.#message(message);
    this.close(true);
  }

  #message({ content, stop_reason, usage, model }: MessageBody): void {
    if (typeof model === "string" && model !== "") this.model ??= model;
    if (Array.isArray(content)) for (const block of content) if (block) this.#blocks.whole(block);
    this.#takeReason(stop_reason);
    if (usage) readUsage(usage, this.#usage);
  }

  #takeReason(reason: unknown): void {
    if (typeof reason === "string" && reason !== "") this.raw = reason;
  }

  #tellUsage(): void {
    if (Object.keys(this.#usage).length > 0) this.out.add({ type: "usage", usage: { ...this.#usage } });
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
