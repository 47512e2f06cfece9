import { ERROR_FACTS } from "./error-tables.js";
import type { FailureText } from "./read-failure.js";

const WORDINGS = ERROR_FACTS.flatMap(({ kind, says }) => (kind === "context_overflow" && says ? [says] : []));

/**
 * The window that an overflow names, and what was used, in tokens: from llama.cpp's fields, else from the first wording
 * of the tables that holds numbers.
 */
export function tokenNumbers({ said, fields }: FailureText): { limitTokens?: number; usedTokens?: number } {
  const groups = WORDINGS.map((pattern) => pattern.exec(said)?.groups).find((found) => found !== undefined);
  const limit = tokens(fields.get("n_ctx")) ?? tokens(groups?.limit);
  const used = tokens(fields.get("n_prompt_tokens")) ?? tokens(groups?.used);
  return {
    ...(limit !== undefined && { limitTokens: limit }),
    ...(used !== undefined && { usedTokens: used }),
  };
}

function tokens(value: string | number | undefined): number | undefined {
  const count = Number(value);
  return Number.isSafeInteger(count) && count > 0 ? count : undefined;
}
