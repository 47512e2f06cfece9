import { MAX_PARALLEL_READS } from "./limits.js";

/** The place of one call among those of its message. */
export interface CallTicket {
  /** Every call it has to wait for is done: all before it if it changes anything, else those before it that do. */
  readonly reached: Promise<void>;
  /** Every call before it needs no ask any more, so its own may be opened. */
  askTurn(): Promise<void>;
  /** It needs no ask, or has had it. */
  settleAsk(): void;
  /** One of the places in which read-only calls run side by side; at once for a call that changes anything. */
  slot(): Promise<void>;
  /** It is done. Call once, whatever happened. */
  leave(): void;
}

interface Entry {
  changes: boolean;
  asked: boolean;
  slotted: boolean;
  left: boolean;
  openReached: () => void;
  openAsk: (() => void) | undefined;
  openSlot?: () => void;
}

/**
 * Who goes when: read-only calls run side by side, up to 4; one that changes anything waits for all before it and holds
 * back all after it; asks open in the order of the calls. Amortised O(1) for each step of a call.
 */
export class CallOrder {
  readonly #entries: Entry[] = [];
  /** Calls before it are done. */
  #firstOpen = 0;
  /** Calls before it need no ask any more. */
  #firstUnasked = 0;
  /** Calls before it have been reached. */
  #firstHeld = 0;
  /** Read-only calls that wait for a place, in order, from `#nextReader` on. */
  readonly #readers: Entry[] = [];
  #nextReader = 0;
  #reading = 0;

  /** Takes the next place. Call in block order. */
  enter(changes: boolean): CallTicket {
    let openReached = () => {};
    const reached = new Promise<void>((resolve) => {
      openReached = resolve;
    });
    const entry: Entry = { changes, asked: false, slotted: false, left: false, openReached, openAsk: undefined };
    this.#entries.push(entry);
    this.#advance();
    return {
      reached,
      askTurn: () =>
        new Promise((resolve) => {
          entry.openAsk = resolve;
          this.#advance();
        }),
      settleAsk: () => {
        entry.asked = true;
        this.#advance();
      },
      slot: () =>
        new Promise((resolve) => {
          entry.openSlot = resolve;
          if (entry.changes) resolve();
          else this.#readers.push(entry);
          this.#advance();
        }),
      leave: () => {
        entry.asked = true;
        entry.left = true;
        if (entry.slotted) this.#reading--;
        this.#advance();
      },
    };
  }

  #advance(): void {
    while (this.#entries[this.#firstOpen]?.left === true) this.#firstOpen++;
    while (this.#entries[this.#firstUnasked]?.asked === true) this.#firstUnasked++;
    this.#entries[this.#firstUnasked]?.openAsk?.();
    this.#reach();
    this.#giveSlots();
  }

  /** A call that changes anything is reached when all before it are done, and holds back the rest until it is done. */
  #reach(): void {
    for (; this.#firstHeld < this.#entries.length; this.#firstHeld++) {
      const entry = this.#entries[this.#firstHeld];
      if (entry === undefined || entry.left) continue;
      if (entry.changes && this.#firstHeld !== this.#firstOpen) return;
      entry.openReached();
      if (entry.changes) return;
    }
  }

  #giveSlots(): void {
    while (this.#reading < MAX_PARALLEL_READS) {
      const entry = this.#readers[this.#nextReader];
      if (entry === undefined) return;
      this.#nextReader++;
      if (entry.left) continue;
      this.#reading++;
      entry.slotted = true;
      entry.openSlot?.();
    }
  }
}
