import type { FailureText } from "./read-failure.js";

/** A wording of an overflow. The groups `limit` and `used` are tokens. */
interface Wording {
  pattern: RegExp;
  sample: string;
  limit?: number;
  used?: number;
}

/** How servers name the window and what was sent. The first that fits decides. */
export const OVERFLOW_WORDINGS: readonly Wording[] = [
  {
    pattern: /(?<used>\d+) tokens > (?<limit>\d+) maximum/i,
    sample: "prompt is too long: 213462 tokens > 200000 maximum",
    limit: 200000,
    used: 213462,
  },
  {
    pattern: /exceed context limit: (?<used>\d+) \+ \d+ > (?<limit>\d+)/i,
    sample: "input length and `max_tokens` exceed context limit: 187254 + 20000 > 204798",
    limit: 204798,
    used: 187254,
  },
  {
    pattern:
      /maximum (?:context|prompt) length is (?<limit>\d+)[\s\S]*?(?:resulted in|prompt contains at least|requested about|you requested|request contains) (?<used>\d{2,})/i,
    sample:
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
    limit: 128000,
    used: 204308,
  },
  {
    pattern: /token count \((?<used>\d+)\) exceeds the maximum number of tokens allowed \((?<limit>\d+)\)/i,
    sample: "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).",
    limit: 1048575,
    used: 1196265,
  },
  {
    pattern: /n_keep: (?<used>\d+)\s*>=\s*n_ctx: (?<limit>\d+)/i,
    sample:
      "The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096).",
    limit: 4096,
    used: 13055,
  },
  {
    pattern: /keep the first (?<used>\d+) tokens[\s\S]*?context length of only (?<limit>\d+)/i,
    sample:
      "Trying to keep the first 10136 tokens when context the overflows. However, the model is loaded with context length of only 7866 tokens, which is not enough.",
    limit: 7866,
    used: 10136,
  },
  {
    pattern: /request \((?<used>\d+) tokens\) exceeds the available context size \((?<limit>\d+)/i,
    sample: "request (25837 tokens) exceeds the available context size (25088 tokens), try increasing it",
    limit: 25088,
    used: 25837,
  },
  {
    pattern: /Requested tokens \((?<used>\d+)\) exceed context window of (?<limit>\d+)/i,
    sample: "Requested tokens (34012) exceed context window of 32768",
    limit: 32768,
    used: 34012,
  },
  {
    pattern: /prompt \(length (?<used>\d+)\) is longer than the maximum model length of (?<limit>\d+)/i,
    sample: "The decoder prompt (length 40961) is longer than the maximum model length of 40960.",
    limit: 40960,
    used: 40961,
  },
  {
    pattern: /contains (?<used>\d+) tokens[\s\S]*?model with (?<limit>\d+) maximum context length/i,
    sample: "Prompt contains 133214 tokens and 0 draft tokens, too large for model with 131072 maximum context length",
    limit: 131072,
    used: 133214,
  },
  {
    pattern: /Current length is (?<used>\d+) while limit is (?<limit>\d+)/i,
    sample: "Please reduce the length of the messages or completion. Current length is 42328 while limit is 40000",
    limit: 40000,
    used: 42328,
  },
  {
    pattern: /exceeded model token limit: (?<limit>\d+) \(requested: (?<used>\d+)\)/i,
    sample: "Invalid request: Your request exceeded model token limit: 262144 (requested: 269030)",
    limit: 262144,
    used: 269030,
  },
  {
    pattern: /token count of (?<used>\d+) exceeds the limit of (?<limit>\d+)/i,
    sample: "prompt token count of 140231 exceeds the limit of 128000",
    limit: 128000,
    used: 140231,
  },
  {
    pattern: /Range of input length should be \[1, (?<limit>\d+)\]/i,
    sample: "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 204800]",
    limit: 204800,
  },
];

/** The window that an overflow names, and what was used. llama.cpp says both in fields of their own. */
export function tokenNumbers({ said, numbers }: FailureText): { limitTokens?: number; usedTokens?: number } {
  const groups = OVERFLOW_WORDINGS.map(({ pattern }) => pattern.exec(said)?.groups).find((found) => found);
  const limit = numbers.get("n_ctx") ?? numberOf(groups?.limit);
  const used = numbers.get("n_prompt_tokens") ?? numberOf(groups?.used);
  return {
    ...(limit !== undefined && { limitTokens: limit }),
    ...(used !== undefined && { usedTokens: used }),
  };
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
