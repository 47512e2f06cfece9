import { DEFAULT_MAX_TOKENS } from "../../limits.js";

/** A model family that writes less than {@link DEFAULT_MAX_TOKENS}. */
interface OutputLimit {
  family: RegExp;
  /** Tokens. */
  limit: number;
  /** One of its models. */
  sample: string;
}

/** Source: Anthropic's documentation, "Models overview", max output of each model. */
export const OUTPUT_LIMITS: readonly OutputLimit[] = [
  { family: /claude-3[.-]5-/, limit: 8_192, sample: "claude-3-5-sonnet-20241022" },
  { family: /claude-3-(?:opus|sonnet|haiku)/, limit: 4_096, sample: "claude-3-haiku-20240307" },
  { family: /claude-(?:2|instant)/, limit: 4_096, sample: "claude-2.1" },
];

/** What a model is asked to write at most where the request names no limit: the wire wants one. Tokens. */
export function maxTokensFor(model: string): number {
  return OUTPUT_LIMITS.find(({ family }) => family.test(model))?.limit ?? DEFAULT_MAX_TOKENS;
}
