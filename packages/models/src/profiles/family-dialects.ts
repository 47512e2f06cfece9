import { COMMON_DIALECTS } from "@millrace/agent";
import { dialectNames, getDialect } from "@millrace/protocol";
import { plainName } from "./plain-name.js";

/**
 * The dialects to teach a model behind the one that everybody is taught first, best first: the one its family writes
 * without being taught (by `families` of the dialects themselves; the longest name that fits), then those that most models know.
 * Undefined where the name tells nothing.
 *
 * @example
 * familyDialects("qwen3-coder:30b"); // ["qwen3-coder", "hermes", "markdown-json"]
 */
export function familyDialects(model: string): readonly string[] | undefined {
  const name = squeezed(plainName(model));
  const fitting = dialectNames
    .flatMap((dialect) => getDialect(dialect).families.map((family) => ({ dialect, family: squeezed(family) })))
    .filter(({ family }) => name.startsWith(family))
    .sort((a, b) => b.family.length - a.family.length);
  return fitting[0] && dialectsBehind([fitting[0].dialect]);
}

/** These, and behind them the common ones. */
export function dialectsBehind(first: readonly string[]): readonly string[] {
  return [...new Set([...first, ...COMMON_DIALECTS])];
}

/** `llama-3.1` and `llama3.1` are one name. */
function squeezed(name: string): string {
  return name.replaceAll("-", "");
}
