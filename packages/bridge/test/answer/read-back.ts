import type { StreamChunk } from "@millrace/protocol";
import type { AnswerEvent } from "../../src/answer/answer-event.js";
import type { AnswerSource } from "../../src/answer/answer-source.js";

/** A block as a client would see it; `whole` of a call says whether it may be run. */
type SeenBlock =
  | { type: "text" | "reasoning"; text: string; signature?: string }
  | { type: "call"; id: string; name: string; text: string; whole: boolean };

export interface Seen {
  blocks: SeenBlock[];
  finish?: Extract<AnswerEvent, { type: "finish" }>;
}

/** All that a source tells of these chunks. */
export function eventsOf(source: AnswerSource, chunks: readonly StreamChunk[]): AnswerEvent[] {
  const events: AnswerEvent[] = [];
  for (const chunk of chunks) {
    if (chunk.type === "finish") source.end(chunk.reason, { inputTokens: 1 });
    else source.push(chunk);
    events.push(...source.take());
  }
  return events;
}

/** Reads events as strictly as they are promised: throws at the first that is out of its place. */
export function readBack(events: readonly AnswerEvent[]): Seen {
  const seen: Seen = { blocks: [] };
  let open: SeenBlock | undefined;
  for (const event of events) {
    if (seen.finish) throw new Error(`${event.type} behind the finish`);
    const [kind = "", step] = event.type.split("-");
    if (event.type === "finish") {
      if (open) throw new Error(`the answer ends inside ${open.type}`);
      seen.finish = event;
    } else if (step === "start") {
      if (open) throw new Error(`${event.type} inside ${open.type}`);
      open =
        event.type === "call-start"
          ? { type: "call", id: event.id, name: event.name, text: "", whole: false }
          : { type: kind === "text" ? "text" : "reasoning", text: "" };
    } else {
      if (open?.type !== kind) throw new Error(`${event.type} inside ${open?.type ?? "nothing"}`);
      if (event.type === "text-delta" || event.type === "reasoning-delta" || event.type === "call-delta") {
        if (event.text === "") throw new Error(`an empty ${event.type}`);
        open.text += event.text;
        continue;
      }
      if (event.type === "call-end" && open.type === "call") open.whole = event.cut !== true;
      if (event.type === "reasoning-end" && open.type === "reasoning" && event.signature !== undefined) {
        open.signature = event.signature;
      }
      seen.blocks.push(open);
      open = undefined;
    }
  }
  return seen;
}
