import type { RenderedPrompt, TemplatePrefix } from "./template-judge.js";

/** Per template, what part of its prompt before begins its prompt now. O(characters). */
export function comparePrompts(
  before: readonly RenderedPrompt[],
  now: readonly RenderedPrompt[],
): readonly TemplatePrefix[] {
  const earlier = new Map(before.map(({ file, prompt }) => [file, prompt]));
  return now.map(({ file, family, prompt }) => ({ file, family, share: share(earlier.get(file), prompt) }));
}

/** How many characters (UTF-16 units) the two prompts have in common at their beginning. O(characters). */
export function sharedLength(before: string, now: string): number {
  if (now.startsWith(before)) return before.length;
  let same = 0;
  while (same < before.length && before[same] === now[same]) same++;
  return same;
}

function share(before: string | undefined, now: string): number {
  return before === undefined || before === "" ? 1 : sharedLength(before, now) / before.length;
}
