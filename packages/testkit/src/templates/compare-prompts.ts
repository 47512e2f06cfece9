import type { RenderedPrompt, TemplatePrefix } from "./template-judge.js";

/** Per template, what part of its prompt before begins its prompt now. O(characters). */
export function comparePrompts(
  before: readonly RenderedPrompt[],
  now: readonly RenderedPrompt[],
): readonly TemplatePrefix[] {
  const earlier = new Map(before.map(({ file, prompt }) => [file, prompt]));
  return now.map(({ file, family, prompt }) => ({ file, family, share: share(earlier.get(file), prompt) }));
}

function share(before: string | undefined, now: string): number {
  if (before === undefined || before === "" || now.startsWith(before)) return 1;
  let same = 0;
  while (same < before.length && before[same] === now[same]) same++;
  return same / before.length;
}
