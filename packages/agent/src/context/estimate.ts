import type { Usage } from "@millrace/protocol";

/** UTF-8 bytes of a string. */
export function utf8Bytes(text: string): number {
  return Buffer.byteLength(text);
}

/** Reports of less than this many tokens say more about the frame around the words than about the words. */
const MIN_TOKENS_TO_LEARN = 200;
/** No tokenizer lies outside of this; a report beyond it means something else, e.g. a prompt that the server cut. */
const BYTES_PER_TOKEN = { min: 1, max: 8 };
/** Weight of a new report against what was known. */
const WEIGHT = 0.5;

/**
 * Tells tokens from bytes, calibrated by what the server reports. Starts with the profile's bytes per token.
 *
 * @example
 * const estimator = new TokenEstimator(4);
 * estimator.estimate(4_000); // 1000
 * estimator.learn(4_000, { inputTokens: 800 });
 * estimator.estimate(4_000); // 889: 4.5 bytes a token
 */
export class TokenEstimator {
  #bytesPerToken: number;
  #reports = 0;

  constructor(bytesPerToken: number) {
    this.#bytesPerToken = bytesPerToken > 0 ? bytesPerToken : 4;
  }

  get bytesPerToken(): number {
    return this.#bytesPerToken;
  }

  /** How many reports it has learnt from. */
  get reports(): number {
    return this.#reports;
  }

  /** Tokens that so many bytes are likely to be, rounded up. */
  estimate(bytes: number): number {
    return Math.ceil(bytes / this.#bytesPerToken);
  }

  /**
   * Takes a report: what was sent and what the server counted, cached tokens included. A report that no tokenizer could
   * give is not learnt from: more than 8 bytes a token means that the server read less than it was sent.
   */
  learn(bytes: number, usage: Usage): void {
    const tokens = usage.inputTokens;
    if (tokens === undefined || tokens < MIN_TOKENS_TO_LEARN || usage.estimated) return;
    const seen = bytes / tokens;
    if (seen < BYTES_PER_TOKEN.min || seen > BYTES_PER_TOKEN.max) return;
    this.#bytesPerToken += (seen - this.#bytesPerToken) * WEIGHT;
    this.#reports++;
  }
}
