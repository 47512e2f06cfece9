import type { Clock } from "../clock.js";
import { FRAME_MS } from "../limits.js";
import type { SessionEvent } from "./session-event.js";

/**
 * Stands before a slow reader of events: merges the deltas of one block, the previews of one call and the progress of
 * one call that come within a frame into one event each. Every other event passes at once, after what waits. Nothing is
 * lost or reordered within a block. A merged event has the `seq` and time of its first piece.
 *
 * O(1) per delta. A timer runs only while something waits.
 *
 * @example
 * const frames = new EventCoalescer(systemClock, (event) => out.write(`${JSON.stringify(event)}\n`));
 * task.subscribe((event) => frames.push(event));
 */
export class EventCoalescer {
  readonly #clock: Clock;
  readonly #write: (event: SessionEvent) => void;
  /** What waits, by what it would merge with; in the order of first pieces. */
  readonly #waiting = new Map<string, SessionEvent>();
  #stopTimer: (() => void) | undefined;

  /** @param write called for each event that goes out, in order, synchronously */
  constructor(clock: Clock, write: (event: SessionEvent) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  push(event: SessionEvent): void {
    const key = mergeKey(event);
    if (key === undefined) {
      this.flush();
      this.#write(event);
      return;
    }
    const waiting = this.#waiting.get(key);
    this.#waiting.set(key, waiting ? merge(waiting, event) : event);
    this.#stopTimer ??= this.#clock.timer(FRAME_MS, () => this.flush());
  }

  /** Writes what waits. Call it when no more events come. */
  flush(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const events = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const event of events) this.#write(event);
  }
}

/** Events with the same key within a frame are one; undefined: the event stands for itself. */
function mergeKey(event: SessionEvent): string | undefined {
  if (event.type === "call-progress") return `progress ${event.callId}`;
  if (event.type === "call-preview") return `preview ${event.messageId} ${event.block}`;
  if (event.type !== "block") return undefined;
  const { event: inner } = event;
  if (inner.type === "text-delta" || inner.type === "reasoning-delta") {
    return `${inner.type} ${event.messageId} ${inner.block}`;
  }
  if (inner.type === "param-delta") return `param ${event.messageId} ${inner.block} ${inner.param}`;
  return undefined;
}

/** Both have the same key. Strings are appended: engines keep them as ropes until they are written. */
function merge(first: SessionEvent, next: SessionEvent): SessionEvent {
  if (first.type === "call-progress" && next.type === "call-progress") {
    return { ...first, progress: { text: first.progress.text + next.progress.text } };
  }
  if (first.type === "call-preview" && next.type === "call-preview") {
    const delta = first.preview.delta + next.preview.delta;
    return { ...first, preview: { ...next.preview, delta } };
  }
  if (first.type === "block" && next.type === "block" && "text" in first.event && "text" in next.event) {
    return { ...first, event: { ...first.event, text: first.event.text + next.event.text } };
  }
  return next;
}
