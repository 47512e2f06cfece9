import type { ChannelContext } from "./channel-context.js";
import type { Literal } from "./syntax.js";

/**
 * Of the texts that begin with this character those that may stand here. `unshown`: what stands right before it and is not
 * shown yet. Linear in their number.
 */
export function literalsInText(
  context: ChannelContext,
  first: number,
  hadReasoning: boolean,
  unshown = "",
): readonly Literal[] {
  const { index, lineBlank, list, isNested } = context;
  const isFirst = list.blocks.length === 0 && unshown.trim() === "";
  const mayOpen = lineBlank || hadReasoning;
  const mayBeWeak = !index.syntax.isMixed || !isNested;
  return index.literals(first).filter(({ at, meaning }) => {
    if (at !== undefined && !(at === "line-start" ? lineBlank : isFirst)) return false;
    return typeof meaning === "string" ? meaning !== "opens" || mayOpen : mayBeWeak || meaning.frame.weak !== true;
  });
}
