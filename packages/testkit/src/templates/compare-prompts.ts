import type { RenderedPrompt, TemplatePrefix } from "./template-judge.js";

/** Per template, what part of its prompt before begins its prompt now. O(characters). */
export function comparePrompts(
  before: readonly RenderedPrompt[],
  now: readonly RenderedPrompt[],
): readonly TemplatePrefix[] {
  const earlier = new Map(before.map(({ file, prompt }) => [file, prompt]));
  return now.map(({ file, family, prompt }) => {
    const before = earlier.get(file) ?? "";
    const sharedCharacters = sharedLength(before, prompt);
    const share = before === "" ? 1 : sharedCharacters / before.length;
    return { file, family, share, sharedCharacters, previousCharacters: before.length };
  });
}

/** How many characters (UTF-16 units) the two prompts have in common at their beginning. O(characters). */
export function sharedLength(before: string, now: string): number {
  if (now.startsWith(before)) return before.length;
  let same = 0;
  while (same < before.length && before[same] === now[same]) same++;
  return same;
}
