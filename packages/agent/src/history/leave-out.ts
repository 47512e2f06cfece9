import { utf8Bytes } from "../context/estimate.js";
import { type ToolResult, textResult } from "../tool.js";
import type { Message, Part } from "./message.js";
import { resultsOf, textOf } from "./tool-calls.js";

/** What stands for dropped messages where nobody made a summary of them. */
export const LEFT_OUT =
  "[Earlier steps were left out here to make room. What the user said is kept. Look again at what you need.]";
const NOTE_ID = "left-out-before-";

/**
 * The history without what a compaction dropped: whole messages by their ids, single results by their call ids, which
 * then hold one line in place of their text, as does a result that only names a dropped one. A note, or the summary,
 * stands before the first message kept behind the gap; an earlier such note goes. Messages that nothing is left out of
 * are the same objects. The same input gives the same bytes, so a journal need only keep the ids. O(history).
 */
export function leaveOut(
  history: readonly Message[],
  dropped: ReadonlySet<string>,
  summary: string = LEFT_OUT,
): readonly Message[] {
  if (dropped.size === 0) return history;
  const gone = new Set(dropped);
  for (const message of history) {
    if (dropped.has(message.id)) for (const { callId } of resultsOf(message)) gone.add(callId);
  }
  const firstGap = history.findIndex(({ id }) => dropped.has(id));
  const next = history.findIndex(({ id }, at) => at > firstGap && !dropped.has(id) && !isNote(id));
  return history.flatMap((message, at) => {
    if (dropped.has(message.id) || (firstGap >= 0 && isNote(message.id))) return [];
    const kept = message.role === "tool" ? withoutResults(message, gone) : message;
    return firstGap >= 0 && at === next ? [noteBefore(message.id, summary), kept] : [kept];
  });
}

/** Whether an id is that of a note or summary that a compaction put in. */
export function isNote(id: string): boolean {
  return id.startsWith(NOTE_ID);
}

/** The one line that stands for a result's text. */
export function leftOutResult(result: ToolResult): ToolResult {
  const bytes = result.content.reduce((sum, part) => sum + utf8Bytes(part.type === "text" ? part.text : part.data), 0);
  const about = result.meta?.path ? ` of ${result.meta.path}` : "";
  const notice = `[The result${about} (${bytes} bytes) was left out to make room. Make the call again if you need it.]`;
  const { meta, ...rest } = result;
  const kept = meta?.path ? { meta: { path: meta.path, bytesDropped: bytes } } : { meta: { bytesDropped: bytes } };
  return { ...rest, ...kept, content: textResult(notice).content };
}

/** The text of the note or summary that the last compaction put in; undefined where there is none. */
export function noteIn(history: readonly Message[]): string | undefined {
  const note = history.find(({ id }) => isNote(id));
  return note && textOf(note);
}

/** The history as it was before a compaction, with what came since: what an undone compaction leaves. */
export function putBack(before: readonly Message[], now: readonly Message[]): readonly Message[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...now.filter(({ id }) => !known.has(id) && !isNote(id))];
}

function withoutResults(message: Message, gone: ReadonlySet<string>): Message {
  const parts = message.parts.map((part): Part => {
    if (part.type !== "tool-result") return part;
    const { repeats } = part.result.meta ?? {};
    const isGone = gone.has(part.callId) || (repeats !== undefined && gone.has(repeats));
    return isGone ? { ...part, result: leftOutResult(part.result) } : part;
  });
  return parts.some((part, at) => part !== message.parts[at]) ? { ...message, parts } : message;
}

function noteBefore(id: string, text: string): Message {
  return { id: `${NOTE_ID}${id}`, role: "user", parts: [{ type: "text", text }], pinned: true };
}
