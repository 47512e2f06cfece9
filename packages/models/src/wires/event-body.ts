import { createParser } from "eventsource-parser";
import { MAX_EVENT_CHARS } from "../limits.js";
import type { StreamFailure } from "./stream-decoder.js";

/** Of a page of HTML so much is kept: its title says what it is. */
const HTML_CHARS = 4_000;

/**
 * The framing of a body that should be server-sent events: bytes in, the data of each event out.
 *
 * A body that begins like JSON is one answer that was not streamed; its text is handed out whole at the end. One that
 * begins like HTML comes from a proxy or a wrong address and is a failure. The first character decides, not the
 * content type: servers name it wrongly in both directions. Source: streams/quirks.md, "Framing".
 */
export class EventBody {
  failure: StreamFailure | undefined;
  readonly #text = new TextDecoder();
  readonly #onData: (data: string, event: string | undefined) => void;
  readonly #parser: ReturnType<typeof createParser>;
  #form: "undecided" | "events" | "json" | "html" = "undecided";
  #whole = "";

  /** `onData` is called for each event with data, also for a line `error: {…}`, then with the event name `error`. */
  constructor(onData: (data: string, event: string | undefined) => void) {
    this.#onData = onData;
    this.#parser = createParser({
      onEvent: ({ data, event }) => onData(data, event),
      onError: (error) => {
        // llama.cpp before autumn 2025 and GPUStack report a fault as a field of this name.
        if (error.field === "error" && error.value) onData(error.value, "error");
        else if (error.type === "max-buffer-size-exceeded") this.failure = { body: error.message, malformed: true };
      },
      maxBufferSize: MAX_EVENT_CHARS,
    });
  }

  push(bytes: Uint8Array): void {
    if (!this.failure) this.#feed(this.#text.decode(bytes, { stream: true }));
  }

  end(): void {
    if (this.failure) return;
    this.#feed(this.#text.decode());
    // A last event without the blank line behind it counts.
    if (this.#form === "events") this.#parser.feed("\n\n");
    else if (this.#form === "json") this.#onData(this.#whole, undefined);
    else if (this.#form === "html") this.failure = { body: this.#whole };
  }

  #feed(text: string): void {
    if (this.#form === "undecided") {
      this.#whole += text;
      const first = this.#whole.trimStart()[0];
      if (first === undefined) return;
      this.#form = first === "{" || first === "[" ? "json" : first === "<" ? "html" : "events";
      if (this.#form === "events") {
        this.#parser.feed(this.#whole);
        this.#whole = "";
      }
    } else if (this.#form === "events") {
      this.#parser.feed(text);
    } else if (this.#form === "json") {
      this.#whole += text;
      if (this.#whole.length > MAX_EVENT_CHARS) this.failure = { body: "An answer of this size.", malformed: true };
    } else {
      this.#whole = (this.#whole + text).slice(0, HTML_CHARS);
    }
  }
}
