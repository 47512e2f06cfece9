import { utf8Bytes } from "../context/estimate.js";
import { type ToolResult, textResult } from "../tool.js";
import type { Message, Part } from "./message.js";

/** What stands for dropped messages where nobody made a summary of them. */
const LEFT_OUT =
  "[Earlier steps were left out here to make room. What the user said is kept. Look again at what you need.]";
const NOTE_ID = "left-out-before-";

/**
 * The history without what a compaction dropped: whole messages by their ids, single results by their call ids, which
 * then hold one line in place of their text. A note, or the summary, stands before the first message kept behind the
 * gap; an earlier such note goes. Messages that nothing is left out of are the same objects. The same input gives the
 * same bytes, so a journal need only keep the ids. O(history).
 */
export function leaveOut(
  history: readonly Message[],
  dropped: ReadonlySet<string>,
  summary: string = LEFT_OUT,
): readonly Message[] {
  if (dropped.size === 0) return history;
  const firstGap = history.findIndex(({ id }) => dropped.has(id));
  const next = history.findIndex(({ id }, at) => at > firstGap && !dropped.has(id) && !isNote(id));
  return history.flatMap((message, at) => {
    if (dropped.has(message.id) || (firstGap >= 0 && isNote(message.id))) return [];
    const kept = message.role === "tool" ? withoutResults(message, dropped) : message;
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

function withoutResults(message: Message, dropped: ReadonlySet<string>): Message {
  const isDropped = (part: Part) => part.type === "tool-result" && dropped.has(part.callId);
  if (!message.parts.some(isDropped)) return message;
  const parts = message.parts.map((part) =>
    part.type === "tool-result" && dropped.has(part.callId) ? { ...part, result: leftOutResult(part.result) } : part,
  );
  return { ...message, parts };
}

function noteBefore(id: string, text: string): Message {
  return { id: `${NOTE_ID}${id}`, role: "user", parts: [{ type: "text", text }], pinned: true };
}
