import type { SessionEvent } from "./events/session-event.js";

/** Where a session's events are kept. The agent writes each event once, in order, but not those that are only live. */
export interface Journal {
  /**
   * Takes an event. Returns undefined for an event that need not be durable; for one that must be, a promise that
   * settles when it is. What depends on the event waits for it. A rejection is reported and the run goes on unkept.
   */
  write(event: SessionEvent): Promise<void> | undefined;
  /** Everything written is out of this process's hands. Called when a run ends. */
  flush(): Promise<void>;
}

/** Keeps nothing. The default. */
export const noJournal: Journal = { write: () => undefined, flush: async () => {} };

/** Keeps the events in memory, for whoever made it. */
export class MemoryJournal implements Journal {
  readonly events: SessionEvent[] = [];

  write(event: SessionEvent): undefined {
    this.events.push(event);
  }

  async flush(): Promise<void> {}
}
