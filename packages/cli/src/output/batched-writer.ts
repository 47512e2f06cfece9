/** Characters that are kept back at most before they are handed to the stream. */
const BATCH = 32 * 1024;

/**
 * Writes many small pieces as few large ones: what arrives in one go of the event loop (one read of a model's stream)
 * goes out together right after it, so a person sees it at once and a megabyte in 4-character pieces costs 64 writes.
 * O(1) per piece, O(length) in all.
 *
 * A reader that went away (`| head -1`) ends the output, not the program: later pieces are dropped. What is said about
 * other failures of the stream is watch-output's matter.
 */
export class BatchedWriter {
  readonly #stream: NodeJS.WriteStream;
  #pending = "";
  #scheduled = false;
  #closed = false;
  /** The last thing written ended a line; true before the first. */
  atLineStart = true;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
    stream.on("error", () => {
      this.#closed = true;
      this.#pending = "";
    });
  }

  write(text: string): void {
    if (text === "" || this.#closed) return;
    this.atLineStart = text.endsWith("\n");
    this.#pending += text;
    if (this.#pending.length >= BATCH) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.flush();
      });
    }
  }

  /** Hands over what is pending now, e.g. before something is said on another stream. */
  flush(): void {
    const text = this.#pending;
    this.#pending = "";
    if (text !== "" && !this.#closed) this.#stream.write(text);
  }

  /** Ends the line that was begun, if one was. */
  endLine(): void {
    if (!this.atLineStart) this.write("\n");
  }
}
