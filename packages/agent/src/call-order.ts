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
  reached: boolean;
  asked: boolean;
  slotted: boolean;
  left: boolean;
  openReached: () => void;
  openAsk: (() => void) | undefined;
  openSlot: (() => void) | undefined;
}

/**
 * Who goes when: read-only calls run side by side, up to 4; one that changes anything waits for all before it and holds
 * back all after it; asks open in the order of the calls. Amortised O(calls waiting) for each call that is done.
 */
export class CallOrder {
  readonly #entries: Entry[] = [];
  #firstOpen = 0;
  #firstUnasked = 0;
  #reading = 0;

  /** Takes the next place. Call in block order. */
  enter(changes: boolean): CallTicket {
    let openReached = () => {};
    const reached = new Promise<void>((resolve) => {
      openReached = resolve;
    });
    const entry: Entry = {
      changes,
      reached: false,
      asked: false,
      slotted: false,
      left: false,
      openReached,
      openAsk: undefined,
      openSlot: undefined,
    };
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
    for (let at = this.#firstOpen; at < this.#entries.length; at++) {
      const entry = this.#entries[at];
      if (entry === undefined) return;
      if (!entry.changes || at === this.#firstOpen) this.#let(entry);
      if (entry.changes && !entry.left) return;
    }
  }

  #let(entry: Entry): void {
    if (!entry.reached) {
      entry.reached = true;
      entry.openReached();
    }
    if (entry.openSlot === undefined || entry.slotted || entry.left) return;
    if (!entry.changes) {
      if (this.#reading >= MAX_PARALLEL_READS) return;
      this.#reading++;
      entry.slotted = true;
    }
    entry.openSlot();
  }
}
