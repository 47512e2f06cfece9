import type { ErrorFact } from "./error-fact.js";
import { OVERFLOW_WORDINGS } from "./token-numbers.js";

/**
 * An overflow needs the status of a refused request and words that can mean nothing else: a wrong guess here drops
 * history. 200 stands for an error inside a stream that names no status.
 */
const STATUS: readonly number[] = [200, 400, 413, 422, 500];

const REMEDY =
  "The request is larger than the window of {model}: send less, or give it a larger one where the server is yours.";

/** Wordings without numbers; those with numbers stand in token-numbers.ts. */
const WITHOUT_NUMBERS =
  /exceeds the context window|input is too long for|prompt exceeds max length|context window exceeds limit|exceeded max context length|prompt is too long/i;

export const OVERFLOW_FACTS: readonly ErrorFact[] = [
  {
    name: "window too small, by its code",
    status: STATUS,
    words: /^(?:context_length_exceeded|exceed_context_size_error|model_max_prompt_tokens_exceeded|1261)$/m,
    kind: "context_overflow",
    retryable: false,
    remedy: REMEDY,
    sample: {
      provider: "llamacpp",
      phase: "first-byte",
      status: 400,
      body: '{"error":{"code":400,"message":"request (25837 tokens) exceeds the available context size (25088 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":25837,"n_ctx":25088}}',
    },
  },
  {
    name: "window too small, by its words",
    status: STATUS,
    says: new RegExp([WITHOUT_NUMBERS, ...OVERFLOW_WORDINGS.map(({ pattern }) => pattern)].map(unnamed).join("|"), "i"),
    kind: "context_overflow",
    retryable: false,
    remedy: REMEDY,
    sample: {
      provider: "lmstudio",
      phase: "first-byte",
      status: 400,
      body: '{"error":"The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input."}',
    },
  },
];

/** A group may be named once in an expression. */
function unnamed({ source }: RegExp): string {
  return `(?:${source.replace(/\(\?<\w+>/g, "(?:")})`;
}
