import type { Known } from "@millrace/agent";

/** A model's context window as the user's configuration has it, tokens. */
export function windowOf(contextTokens: number): Known<number> {
  return { value: contextTokens, from: "user", at: new Date().toISOString() };
}
