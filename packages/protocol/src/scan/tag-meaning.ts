import type { TagTool } from "../readers/tag-index.js";
import type { ChannelContext } from "./channel-context.js";
import type { FrameEntry } from "./syntax.js";

/**
 * What a tag means in text. `frames`: they may begin with it, and `wraps`: so may a call of a tool's own tag (one of the two
 * at least) · `hidden`: it is not shown · `inline`: it is left out of the text around it.
 */
export type TagMeaning =
  | { kind: "tool"; tool: TagTool }
  | { kind: "frames"; frames: readonly FrameEntry[]; wraps: boolean }
  | { kind: "opens-reasoning" | "closes-reasoning" | "closes-wrapper" | "hidden" | "inline" | "text" };

/** What came before on the channel, as far as it matters to a tag. */
export interface TagPast {
  hadReasoning: boolean;
  hadCall: boolean;
  /** The wrapper that went with a call and was not closed. */
  openWrapper: string | undefined;
}

/** The meaning of the tag just read, the first that fits in this order. O(1). */
export function tagMeaning({ token, input, index }: ChannelContext, name: string, past: TagPast): TagMeaning {
  const { isClose } = token;
  const tool = isClose ? undefined : index.tagTool(name);
  if (tool !== undefined) return { kind: "tool", tool };
  // A special token counts wherever it stands.
  const counts = token.firstOnLine || past.hadReasoning || !/^[a-z]/i.test(name);
  if (counts && index.closesReasoning(name, isClose)) return { kind: "closes-reasoning" };
  if (isClose && index.isWrapper(name) && name.toLowerCase() === past.openWrapper) return { kind: "closes-wrapper" };
  const isBare = !token.hasAttributes(input);
  if (counts && isBare && index.opensReasoning(name, isClose)) return { kind: "opens-reasoning" };
  const frames = isClose ? [] : index.tagFrames(token.isAssignment ? `${name}=` : name);
  const wraps = !isClose && token.firstOnLine && isBare && index.isWrapper(name);
  if (frames.length > 0 || wraps) return { kind: "frames", frames, wraps };
  // The close of a frame that is over: without a call before it somebody speaks of it.
  const isStray = past.hadCall && isClose && index.opensFrames(name);
  if (isStray || index.isHidden(name)) return { kind: "hidden" };
  return { kind: index.isInline(name) ? "inline" : "text" };
}
