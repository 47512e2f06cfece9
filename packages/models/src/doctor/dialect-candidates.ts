import { COMMON_DIALECTS, type ModelProfile } from "@millrace/agent";
import { dialectNames } from "@millrace/protocol";

/** Taught to whomever: JSON in two frames, and tags that many models know as well. */
const FOR_ANYBODY = [...COMMON_DIALECTS, "qwen3-coder"];

/**
 * The dialects that are worth teaching to a model, best guess first: what is known of it, the `guesses` (what it
 * wrote unasked, what it was trained on), `auto`, and those that anybody may know.
 */
export function dialectCandidates(
  { dialect, otherDialects }: ModelProfile,
  ...guesses: readonly (string | undefined)[]
): readonly string[] {
  const known = [dialect?.value, ...guesses, "auto", ...(otherDialects?.value ?? []), ...FOR_ANYBODY];
  const names = known.flatMap((name) => (name !== undefined && dialectNames.includes(name) ? [name] : []));
  return [...new Set(names)];
}
