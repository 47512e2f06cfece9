import type { ModelProfile } from "@millrace/agent";
import { dialectNames } from "@millrace/protocol";
import { MAX_DIALECTS } from "../limits.js";

/** Taught to whomever: JSON in two frames and tags in a third that many models know. */
const FOR_ANYBODY = ["hermes", "markdown-json", "qwen3-coder"];

/**
 * The dialects that are worth teaching to a model, best guess first: what is known of it, the `guesses` (what it
 * wrote unasked, what it was trained on), `auto`, and those that anybody may know. At most `MAX_DIALECTS`.
 */
export function dialectCandidates(
  { dialect, otherDialects }: ModelProfile,
  ...guesses: readonly (string | undefined)[]
): readonly string[] {
  const known = [dialect?.value, ...guesses, "auto", ...(otherDialects?.value ?? []), ...FOR_ANYBODY];
  const names = known.flatMap((name) => (name !== undefined && dialectNames.includes(name) ? [name] : []));
  return [...new Set(names)].slice(0, MAX_DIALECTS);
}
