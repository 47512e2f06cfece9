import { takeHead } from "../context/bound-result.js";
import { utf8Bytes } from "../context/estimate.js";
import type { PromptSection } from "./prompt-context.js";

/**
 * Sections whose texts take no more than so many UTF-8 bytes together: the short ones stay whole, the long ones share what
 * is left evenly, each cut behind a line (within one that is longer than half of what is kept), and say by `leftOut` how
 * much is missing. Those that fit are returned as they are. O(texts).
 *
 * @example
 * fitSections([{ title: "Rules", source: "AGENTS.md", text: "a\nb\nc\n" }], 4); // text "a\nb\n", leftOut 2
 */
export function fitSections(sections: readonly PromptSection[], bytes: number): readonly PromptSection[] {
  const most = fairShare(
    sections.map(({ text }) => utf8Bytes(text)),
    bytes,
  );
  return sections.map((section) => {
    const { text, leftOut = 0 } = section;
    const size = utf8Bytes(text);
    if (size <= most) return section;
    const kept = takeHead(text, most);
    return { ...section, text: kept, leftOut: leftOut + size - utf8Bytes(kept) };
  });
}

/** What one may take at most, so that all together take no more than `room`. */
function fairShare(sizes: readonly number[], room: number): number {
  const ascending = [...sizes].sort((a, b) => a - b);
  let left = Math.max(0, room);
  for (const [at, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at));
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}
