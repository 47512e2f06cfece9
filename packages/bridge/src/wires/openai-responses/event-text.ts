import type { JsonRecord } from "../../json.js";

/** Server-sent events of one answer, numbered without a gap. */
export class EventText {
  #next = 0;

  /** One event. */
  event(type: string, fields: JsonRecord = {}): string {
    return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: this.#next++, ...fields })}\n\n`;
  }

  /**
   * Events of a type of which only `delta` differs: what stays the same is written once. Of an empty delta none is made.
   *
   * @param fields at least one
   */
  deltas(type: string, fields: JsonRecord): (delta: string) => string {
    const before = `event: ${type}\ndata: {"type":${JSON.stringify(type)},"sequence_number":`;
    const after = `,${JSON.stringify(fields).slice(1, -1)},"delta":`;
    return (delta) => (delta === "" ? "" : `${before}${this.#next++}${after}${JSON.stringify(delta)}}\n\n`);
  }
}
