import { type Decision, parseRule, type Rule } from "@millrace/agent";
import { MillraceError } from "@millrace/protocol";
import { UsageError } from "../usage-error.js";

/**
 * Reads a rule as a person writes it: `effect` or `effect(pattern)`. `path` is the file it stands in, empty for a flag.
 * Throws UsageError that says where the rule stands and what is wrong with it.
 *
 * @example readRule("files(src/**)", "allow", "flag", "")
 */
export function readRule(text: string, decision: Decision, from: Rule["from"], path: string): Rule {
  try {
    return parseRule(text, decision, from);
  } catch (error) {
    if (!MillraceError.isInstance(error)) throw error;
    const where = path === "" ? `--${decision}` : `${path}: \`${decision}\``;
    throw new UsageError(`${where}: ${error.message}`, { cause: error });
  }
}
