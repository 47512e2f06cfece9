import { MIN_OLLAMA_CONTEXT } from "../../limits.js";

/**
 * `num_ctx` of a client: the next power of two that fits, raised when it must be, never lowered, because each change
 * makes Ollama load the model anew. Not above the model's own window where that is known.
 */
export class ContextSize {
  #size: number | undefined;
  #window: number | undefined;

  /** What the server says the model can hold, tokens. */
  setWindow(tokens: number): void {
    this.#window = tokens;
  }

  /** The value to send for a prompt and answer of this size; undefined while none was ever asked for. */
  fit(tokens: number | undefined): number | undefined {
    if (tokens === undefined || !(tokens > 0)) return this.#size;
    const power = 2 ** Math.ceil(Math.log2(Math.max(tokens, MIN_OLLAMA_CONTEXT)));
    const wanted = this.#window === undefined ? power : Math.min(power, this.#window);
    this.#size = Math.max(wanted, this.#size ?? 0);
    return this.#size;
  }
}
