import { DIFF_MS, MAX_DIFF_CHARACTERS } from "../limits.js";

/**
 * A unified diff of one file with three lines of context.
 *
 * @param before Undefined for a new file: its diff is made without comparing.
 * @returns Cut at {@link MAX_DIFF_CHARACTERS} with a line that says so. Texts that take too long to compare are shown
 *   as all removed, all added.
 */
export async function unifiedDiff(name: string, before: string | undefined, after: string): Promise<string> {
  const header = `--- ${before === undefined ? "/dev/null" : `a/${name}`}\n+++ b/${name}\n`;
  if (before === undefined) return cut(header + hunk("", after));
  // Loaded when first needed: start-up does not pay for it.
  const { structuredPatch, formatPatch, OMIT_HEADERS } = await import("diff");
  const patch = structuredPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: 3,
    timeout: DIFF_MS,
  });
  if (patch === undefined) return cut(header + hunk(before, after));
  return cut(header + formatPatch(patch, OMIT_HEADERS));
}

/** One hunk that removes all of one text and adds all of the other. */
function hunk(before: string, after: string): string {
  const removed = before.split("\n");
  const added = after.split("\n");
  if (removed.at(-1) === "") removed.pop();
  if (added.at(-1) === "") added.pop();
  const head = `@@ -${before === "" ? 0 : 1},${removed.length} +${after === "" ? 0 : 1},${added.length} @@\n`;
  return head + removed.map((line) => `-${line}\n`).join("") + added.map((line) => `+${line}\n`).join("");
}

function cut(diff: string): string {
  if (diff.length <= MAX_DIFF_CHARACTERS) return diff;
  return `${diff.slice(0, MAX_DIFF_CHARACTERS)}\n… (diff cut, ${diff.length} characters)\n`;
}
