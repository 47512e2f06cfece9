import type { FinishReason, StreamChunk } from "@millrace/protocol";
import { ChunkWriter } from "./chunk-writer.js";
import { EventBody } from "./event-body.js";
import type { StreamDecoder, StreamFailure } from "./stream-decoder.js";

/** The end mark of OpenAI's wires. Gateways send it on others, too: quirks.md, "Framing". */
const DONE = "[DONE]";

/** One event of a stream, or a whole answer that was not streamed. */
export interface DecodedEvent<Value> {
  value: Value;
  /** The JSON text of `value`. */
  data: string;
  /** The event's name, where it has one. */
  name: string | undefined;
  /** It is one answer that was not streamed. */
  isWhole: boolean;
}

/**
 * What decoders of server-sent events with JSON in them have in common: when an answer begins, breaks and ends. What an
 * event says is the wire's own. Values are as they were sent: every field of `Value` may be absent or of another type.
 */
export abstract class EventDecoder<Value extends object> implements StreamDecoder {
  failure: StreamFailure | undefined;
  done = false;
  model: string | undefined;
  protected readonly out = new ChunkWriter();
  /** The reason of the end, as it was sent. With one the answer is whole, whether or not an end mark follows. */
  protected raw: string | undefined;
  readonly #body = new EventBody((data, name) => this.#event(data, name));
  #atEnd = false;

  /** Takes an event. Sets `failure` where it is an error or nothing of this wire. */
  protected abstract event(event: DecodedEvent<Value>): void;
  /** Hands out what was held, as no more comes. Called once. `whole`: the answer came to its end. */
  protected abstract handOut(whole: boolean): void;
  protected abstract finishReason(raw: string | undefined): FinishReason;

  push(bytes: Uint8Array): readonly StreamChunk[] {
    if (this.done || this.failure) return [];
    this.#body.push(bytes);
    return this.#take() ?? [{ type: "keep-alive" }];
  }

  end(): readonly StreamChunk[] {
    if (this.done || this.failure) return [];
    this.#atEnd = true;
    this.#body.end();
    this.close(this.raw !== undefined);
    return this.#take() ?? [];
  }

  /** The answer ends here, whatever follows. Only the first call counts. */
  protected close(whole: boolean): void {
    if (this.done) return;
    this.done = true;
    this.handOut(whole);
    if (!whole) return;
    const reason = this.finishReason(this.raw);
    this.out.add({ type: "finish", reason, ...(this.raw !== undefined && { raw: this.raw }) });
  }

  #take(): readonly StreamChunk[] | undefined {
    this.failure ??= this.#body.failure;
    if (this.failure) this.close(false);
    const chunks = this.out.take();
    return chunks.length > 0 ? chunks : undefined;
  }

  #event(data: string, name: string | undefined): void {
    if (this.done || this.failure) return;
    if (data.trim() === DONE) {
      this.close(true);
      return;
    }
    let value: Value | null;
    try {
      value = JSON.parse(data);
    } catch {
      // The last event of a body that was cut is no fault of the server: the answer has no finish, that says it.
      if (!this.#atEnd) this.failure = { body: data, malformed: true };
      return;
    }
    if (value !== null && typeof value === "object") {
      this.event({ value, data, name, isWhole: this.#body.isWhole });
    } else if (name === "error") this.failure = { body: data };
  }
}
