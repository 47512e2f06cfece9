import { createParser } from "eventsource-parser";
import { MAX_EVENT_CHARS } from "../limits.js";
import type { StreamFailure } from "./stream-decoder.js";

/** Of a body that is no answer so much is kept: of a page of HTML, its title says what it is. */
const FOREIGN_CHARS = 4_000;

/** How a line of a stream may begin; `error` is no field of the standard. */
const FIELDS = ["data", "event", "id", "retry", "error"];

/**
 * The framing of a body that should be server-sent events: bytes in, the data of each event out.
 *
 * A body that begins like JSON is one answer that was not streamed; its text is handed out whole at the end. One that
 * begins like HTML comes from a proxy or a wrong address and is a failure, as is one in which no line is of a stream.
 * The first character decides, not the content type: servers name it wrongly in both directions. Source:
 * streams/quirks.md, "Framing".
 */
export class EventBody {
  failure: StreamFailure | undefined;
  readonly #text = new TextDecoder();
  readonly #onData: (data: string, event: string | undefined) => void;
  readonly #parser: ReturnType<typeof createParser>;
  #form: "undecided" | "events" | "json" | "html" = "undecided";
  /** Of events, only their beginning, and only until one was read. */
  #whole = "";
  #sawEvent = false;

  /** `onData` is called for each event with data, also for a line `error: {…}`, then with the event name `error`. */
  constructor(onData: (data: string, event: string | undefined) => void) {
    this.#onData = onData;
    this.#parser = createParser({
      onEvent: ({ data, event }) => {
        this.#noteEvent();
        onData(data, event);
      },
      onComment: () => this.#noteEvent(),
      onRetry: () => this.#noteEvent(),
      onError: (error) => {
        // llama.cpp before autumn 2025 and GPUStack report a fault as a field of this name.
        if (error.field === "error" && error.value) {
          this.#noteEvent();
          onData(error.value, "error");
        } else if (error.type === "max-buffer-size-exceeded") this.failure = { body: error.message, malformed: true };
      },
      maxBufferSize: MAX_EVENT_CHARS,
    });
  }

  /** It is one answer that was not streamed. */
  get isWhole(): boolean {
    return this.#form === "json";
  }

  push(bytes: Uint8Array): void {
    if (!this.failure) this.#feed(this.#text.decode(bytes, { stream: true }));
  }

  end(): void {
    if (this.failure) return;
    this.#feed(this.#text.decode());
    // A last event without the blank line behind it counts.
    if (this.#form === "events") {
      this.#parser.feed("\n\n");
      if (!this.#sawEvent && !beginsLikeEvents(this.#whole)) this.failure = { body: this.#whole, foreign: true };
    } else if (this.#form === "json") this.#onData(this.#whole, undefined);
    else if (this.#form === "html") this.failure = { body: this.#whole };
  }

  #feed(text: string): void {
    if (this.#form === "undecided") {
      this.#whole += text;
      const first = this.#whole.trimStart()[0];
      if (first === undefined) return;
      this.#form = first === "{" || first === "[" ? "json" : first === "<" ? "html" : "events";
      if (this.#form === "events") {
        const begun = this.#whole;
        this.#whole = begun.slice(0, FOREIGN_CHARS);
        this.#parser.feed(begun);
      }
    } else if (this.#form === "events") {
      if (!this.#sawEvent) this.#whole = (this.#whole + text).slice(0, FOREIGN_CHARS);
      this.#parser.feed(text);
    } else if (this.#form === "json") {
      this.#whole += text;
      if (this.#whole.length > MAX_EVENT_CHARS)
        this.failure = { body: "an answer of more than 64 MiB", malformed: true };
    } else {
      this.#whole = (this.#whole + text).slice(0, FOREIGN_CHARS);
    }
  }

  #noteEvent(): void {
    this.#sawEvent = true;
    this.#whole = "";
  }
}

/** Whether a body without an event is a stream that was cut in its first one. */
function beginsLikeEvents(text: string): boolean {
  const [, name = "", colon] = /^\s*([^:\r\n]*)(:?)/.exec(text) ?? [];
  return FIELDS.some((field) => (colon === ":" ? field === name : field.startsWith(name)));
}
