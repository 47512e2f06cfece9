import type { Known, ModelProfile } from "@millrace/agent";
import { mergeProfiles } from "@millrace/agent";
import type { ModelWords } from "../config/config-values.js";

/**
 * What the user's configuration says of a model, value by value from the longest name that fits it; `*` in a name stands for
 * anything.
 *
 * @param id `PROVIDER/NAME`
 */
export function userWords(id: string, models: Readonly<Record<string, ModelWords>> = {}): Partial<ModelProfile> {
  const fitting = Object.entries(models)
    .filter(([pattern]) => fits(pattern, id))
    .sort(([a], [b]) => literalLength(b) - literalLength(a));
  return mergeProfiles(...fitting.map(([, words]) => profileFrom(words)));
}

function fits(pattern: string, id: string): boolean {
  const literal = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${literal.join(".*")}$`, "s").test(id);
}

/** A name without a star is the longest there is. */
function literalLength(pattern: string): number {
  return pattern.includes("*") ? pattern.replaceAll("*", "").length : Infinity;
}

function profileFrom(words: ModelWords): Partial<ModelProfile> {
  const at = new Date().toISOString();
  const known = <T>(value: T): Known<T> => ({ value, from: "user", at });
  const { contextTokens, maxOutputTokens, protocol, dialect, parallel, prices, bytesPerToken, reasoning } = words;
  return {
    ...(contextTokens !== undefined && { window: known(contextTokens) }),
    ...(maxOutputTokens !== undefined && { maxOutput: known(maxOutputTokens) }),
    ...(protocol !== undefined && { protocol: known(protocol) }),
    ...(dialect !== undefined && { dialect: known(dialect) }),
    ...(parallel !== undefined && { parallel: known(parallel) }),
    ...(prices !== undefined && { prices: known(prices) }),
    ...(bytesPerToken !== undefined && { bytesPerToken: known(bytesPerToken) }),
    ...(reasoning !== undefined && {
      reasoning: {
        form: reasoning.form,
        back: reasoning.back,
        ...(reasoning.opensInPrompt && { opensInPrompt: true as const }),
        from: "user" as const,
        at,
      },
    }),
  };
}
