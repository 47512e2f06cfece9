import type { Usage } from "@millrace/protocol";
import type { ModelProfile } from "./model-profile.js";

/** A prompt that was sent. UTF-8 bytes. */
export interface SentPrompt {
  bytes: number;
  /** Of these, what the server may have in a cache: it was sent before. Counted only where it matters. */
  cacheableBytes(): number;
}

/**
 * What a server made of a prompt, by what it counted.
 *
 * - `whole`: it read it all, or did not say.
 * - `unclear`: it counted far too few tokens: it cut the prompt, or left out what it had in a cache.
 * - `cut`: it read only so many tokens of it, without a word.
 */
export type PromptReading = { kind: "whole" | "unclear" } | { kind: "cut"; read: number };

/** No tokenizer makes so few tokens of prompts, code or prose: 3 to 5 bytes a token are usual. */
const MAX_BYTES_PER_TOKEN = 6;
/** None makes so many of them; of words that it knows only by their bytes a token each. */
const MIN_BYTES_PER_TOKEN = 2;
/** No window is as small as this. */
const MIN_TOKENS = 1_000;

/**
 * Tells a server that cuts long prompts without a word from one that counts only what it had not cached. A wrong alarm
 * costs history, and is remembered, so a count that a cache could explain is none: a cut is one that leaves too few
 * tokens even for what no cache can hold, or, of a server that was seen to count what it had cached, too many for what
 * is new alone.
 *
 * @example
 * const readings = new PromptReadings({});
 * readings.judge({ bytes: 40_000, cacheableBytes: () => 8_000 }, { inputTokens: 4_096 }); // cut: of about 10,000
 */
export class PromptReadings {
  readonly #known: boolean | undefined;
  #countsCached = false;

  /** What is known of the server goes before all counts. */
  constructor({ cutsSilently }: Pick<ModelProfile, "cutsSilently">) {
    this.#known = cutsSilently?.value;
  }

  /** Takes what the server counted of the prompt that was sent last. */
  judge({ bytes, cacheableBytes }: SentPrompt, usage: Usage): PromptReading {
    const { inputTokens, cacheReadTokens, cacheWriteTokens = 0, estimated } = usage;
    if (inputTokens === undefined || estimated) return { kind: "whole" };
    // Cached tokens are among `inputTokens` by its contract; a gateway may have let an uncached count through as the whole.
    const read = inputTokens + (cacheReadTokens ?? 0) + cacheWriteTokens;
    if (cacheReadTokens !== undefined) this.#countsCached = true;
    if (bytes / read <= MAX_BYTES_PER_TOKEN) {
      // More tokens than what is new has bytes.
      this.#countsCached ||= bytes - cacheableBytes() < read;
      return { kind: "whole" };
    }
    if (this.#known === false || read < MIN_TOKENS) return { kind: "unclear" };
    const newBytesPerToken = (bytes - cacheableBytes()) / read;
    const isTooFew = newBytesPerToken > MAX_BYTES_PER_TOKEN;
    const isTooMany = this.#countsCached && newBytesPerToken < MIN_BYTES_PER_TOKEN;
    return this.#known === true || isTooFew || isTooMany ? { kind: "cut", read } : { kind: "unclear" };
  }
}
