import type { JsonRecord } from "../../../src/json.js";

/** An event of a stream, read without any of the code that wrote it. */
export interface ReadEvent extends JsonRecord {
  type: string;
  sequence_number: number;
}

/** Reads server-sent events as the standard says; throws at a line that is neither, or an event that is not named as its type. */
export function readEvents(stream: string): ReadEvent[] {
  if (stream !== "" && !stream.endsWith("\n\n")) throw new Error("the last event is not closed");
  return stream
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => {
      const [, name, data] = /^event: ([^\n\r]*)\ndata: ([^\n\r]*)$/.exec(block) ?? [];
      if (data === undefined) throw new Error(`no event: ${block}`);
      const event = JSON.parse(data) as ReadEvent;
      if (event.type !== name) throw new Error(`${event.type} is named ${name}`);
      return event;
    });
}

/** What the deltas of each item come to, by the item's place: the text of its kind, whatever the events at the end say. */
export function deltasByItem(events: readonly ReadEvent[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const { type, output_index, delta } of events) {
    if (!type.endsWith(".delta")) continue;
    const at = Number(output_index);
    texts.set(at, (texts.get(at) ?? "") + String(delta));
  }
  return texts;
}
