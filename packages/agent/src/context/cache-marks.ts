import type { Message } from "../history/message.js";

/**
 * The messages, by their indices, behind which a server that wants to be told is to keep what it has read: the newest,
 * for the next request, and the one that was the newest of the request before, which it kept then. Anthropic looks for
 * something kept from a mark some 20 blocks back and no further, and a turn may have more of them; it takes four marks in
 * all, so two are left for system and tools (its documentation, "Prompt caching").
 *
 * O(messages of the newest turn).
 */
export function cacheMarks(messages: readonly Message[]): readonly number[] {
  const newest = messages.length - 1;
  const before = messages.findLastIndex(({ role }) => role === "assistant") - 1;
  return [before, newest].filter((at) => at >= 0);
}
