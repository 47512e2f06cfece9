import { MillraceError, type StreamChunk } from "@millrace/protocol";
import { childController } from "./abortable.js";
import type { ModelClient, ModelRequest, StreamOptions } from "./model-client.js";

/** The reason of a stream that is let go of: made once, as making an error for each request is slow. */
const LET_GO = new MillraceError("closed", "The stream was closed, as nothing more of it was wanted.");

/**
 * One answer being received. `next` settles as the client does, or rejects at once when the stream is aborted, even if
 * the client does not listen. Costs one promise a chunk.
 */
export class OpenStream {
  readonly #open: () => AsyncIterator<StreamChunk>;
  #iterator: AsyncIterator<StreamChunk> | undefined;
  readonly #controller: AbortController;
  readonly #release: () => void;
  #giveUp: ((reason: unknown) => void) | undefined;

  constructor(
    model: ModelClient,
    request: ModelRequest,
    parent: AbortSignal,
    onPhase: Required<StreamOptions>["onPhase"],
  ) {
    const { controller, release } = childController(parent);
    this.#controller = controller;
    this.#release = release;
    this.#open = () => model.stream(request, { signal: controller.signal, onPhase })[Symbol.asyncIterator]();
    controller.signal.addEventListener("abort", () => this.#giveUp?.(controller.signal.reason), { once: true });
  }

  next(): Promise<IteratorResult<StreamChunk, unknown>> {
    return new Promise((resolve, reject) => {
      if (this.#controller.signal.aborted) {
        reject(this.#controller.signal.reason);
        return;
      }
      this.#giveUp = reject;
      this.#iterator ??= this.#open();
      this.#iterator.next().then(resolve, reject);
    });
  }

  abort(reason: unknown): void {
    this.#controller.abort(reason);
  }

  /** Lets go of the connection. Safe to call at any time; does not wait for the client. */
  close(): void {
    this.#release();
    this.#giveUp = undefined;
    this.#controller.abort(LET_GO);
    // What a client says after it was let go concerns nobody.
    this.#iterator?.return?.().then(undefined, () => {});
  }
}
