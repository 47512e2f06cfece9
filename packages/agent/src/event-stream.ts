import type { BlockEvent } from "@millrace/protocol";
import type { Clock } from "./clock.js";
import type { SessionEvent, SessionEventBody, SessionEventType } from "./events/session-event.js";
import type { Journal } from "./journal.js";
import { messageOf } from "./message-of.js";

/** Shown while they happen and never kept: the journal does not get them. */
const LIVE_ONLY: ReadonlySet<SessionEventType> = new Set([
  "request-phase",
  "retry-countdown",
  "block",
  "call-preview",
  "call-planned",
  "call-progress",
]);

type Listener = (event: SessionEvent) => void;

/**
 * The one stream of what happens in a session: numbers each event, tells the listeners at once and hands what is to be
 * kept to the journal. `seq` has no holes in the stream; the journal holds those of its events that are kept.
 *
 * A journal that fails is reported once, in a `notice`, and the run goes on unkept. One object is made per event.
 */
export class EventStream {
  readonly #clock: Clock;
  readonly #journal: Journal;
  #listeners: readonly Listener[] = [];
  #seq = 0;
  #journalFailed = false;

  constructor(clock: Clock, journal: Journal) {
    this.#clock = clock;
    this.#journal = journal;
  }

  /** The number of the newest event. */
  get seq(): number {
    return this.#seq;
  }

  subscribe(listener: Listener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((one) => one !== listener);
    };
  }

  /** Tells and keeps an event; what depends on its being durable uses {@link EventStream.durable}. */
  emit(body: SessionEventBody): void {
    void this.durable(body);
  }

  /** Tells and keeps an event; resolves when the journal has it as safe as it will be. Never rejects. */
  async durable(body: SessionEventBody): Promise<void> {
    const event: SessionEvent = { v: 1, seq: ++this.#seq, at: this.#clock.now(), ...body };
    this.#tell(event);
    if (this.#journalFailed || LIVE_ONLY.has(event.type)) return;
    try {
      await this.#journal.write(event);
    } catch (error) {
      this.#reportJournal(error);
    }
  }

  /** A block event, the only kind that comes by the hundred thousand: nothing but the event itself is made. */
  block(messageId: string, event: BlockEvent): void {
    this.#tell({ v: 1, seq: ++this.#seq, at: this.#clock.now(), type: "block", messageId, event });
  }

  /** Waits until everything written is out of this process's hands. Never rejects. */
  async flush(): Promise<void> {
    if (this.#journalFailed) return;
    try {
      await this.#journal.flush();
    } catch (error) {
      this.#reportJournal(error);
    }
  }

  #tell(event: SessionEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#listeners = this.#listeners.filter((one) => one !== listener);
        this.emit({
          type: "notice",
          level: "warning",
          message: `A listener of events failed and gets no more: ${error}`,
        });
      }
    }
  }

  #reportJournal(error: unknown): void {
    if (this.#journalFailed) return;
    this.#journalFailed = true;
    const why = messageOf(error);
    this.emit({
      type: "notice",
      level: "warning",
      message: `This session is not being kept any more: writing its journal failed (${why}). The work goes on; it cannot be resumed later.`,
    });
  }
}
